/** Diff of two texts, side by side or inline. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../design/Checkbox.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { Columns } from './inconsistencies.styles.ts';
import { DiffParts } from '../../items/DiffParts.tsx';
import { collapse, countChanges, diffTexts, type DiffPart } from '../../items/wordDiff.ts';

/** Catalogue value and bookmark value under their headings. */
export function Sides({ current, incoming }: { current: ReactNode; incoming: ReactNode }) {
  const { t } = useTranslation('dashboard');
  return (
    <Columns>
      <div>
        <h4>{t('admin.inconsistencies.current')}</h4>
        {current}
      </div>
      <div>
        <h4>{t('admin.inconsistencies.incoming')}</h4>
        {incoming}
      </div>
    </Columns>
  );
}

export function TextDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('dashboard');
  const isWide = useMediaQuery('(min-width: 768px)');
  const [view, setView] = useState<'side' | 'together'>('side');
  const [onlyChanges, setOnlyChanges] = useState(false);
  const parts = diffTexts(before, after);
  const { changed, removed, added } = countChanges(parts);
  const summary = [
    changed > 0 ? t('admin.inconsistencies.wordsChanged', { count: changed }) : '',
    removed > 0 ? t('admin.inconsistencies.wordsRemoved', { count: removed }) : '',
    added > 0 ? t('admin.inconsistencies.wordsAdded', { count: added }) : '',
  ].filter(Boolean);
  const isLong = parts.some((part) => part.kind === 'same' && collapse(part.text));
  const without = (kind: DiffPart['kind']) => parts.filter((part) => part.kind !== kind);
  return (
    <>
      <div data-part="tools">
        <p data-part="summary">{summary.join(', ') || t('admin.inconsistencies.noWords')}</p>
        {isLong ? (
          <Checkbox
            checked={onlyChanges}
            onChange={(event) => setOnlyChanges(event.target.checked)}
          >
            {t('admin.inconsistencies.onlyChanges')}
          </Checkbox>
        ) : null}
        {isWide ? (
          <SegmentedControl
            label={t('admin.inconsistencies.view')}
            value={view}
            options={[
              { value: 'side', label: t('admin.inconsistencies.side') },
              { value: 'together', label: t('admin.inconsistencies.together') },
            ]}
            onChange={setView}
          />
        ) : null}
      </div>
      {isWide && view === 'side' ? (
        <Sides
          current={
            <p data-part="text">
              <DiffParts parts={without('added')} onlyChanges={onlyChanges} />
            </p>
          }
          incoming={
            <p data-part="text">
              <DiffParts parts={without('removed')} onlyChanges={onlyChanges} />
            </p>
          }
        />
      ) : (
        <p data-part="text">
          <DiffParts parts={parts} onlyChanges={onlyChanges} />
        </p>
      )}
    </>
  );
}
