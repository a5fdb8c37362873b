/** Text with its differences marked. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { collapse, type DiffPart } from './wordDiff.ts';

interface PartsProps {
  parts: readonly DiffPart[];
  onlyChanges?: boolean;
}

/** The marked text; assistive technology is told what went and what came. */
export function DiffParts({ parts, onlyChanges = false }: PartsProps) {
  const { t } = useTranslation('dashboard');
  const same = (text: string): ReactNode => {
    const short = onlyChanges ? collapse(text) : null;
    if (!short) return text;
    return (
      <>
        {short.start} <i>{t('admin.inconsistencies.unchanged', { count: short.hidden })}</i>{' '}
        {short.end}
      </>
    );
  };
  return parts.map((part, index) => {
    // The parts of a text have no other identity than their place.
    const key = `${index} ${part.kind}`;
    if (part.kind === 'same') return <span key={key}>{same(part.text)}</span>;
    const Mark = part.kind === 'removed' ? 'del' : 'ins';
    return (
      <Mark key={key}>
        <VisuallyHidden>{t(`admin.inconsistencies.${part.kind}`)} </VisuallyHidden>
        {part.text}
      </Mark>
    );
  });
}
