/** Suggested fix of complaints, applied in one press or in the editor. */
import { useTranslation } from 'react-i18next';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import type { ProposedFixFragment } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { formatList } from '../../i18n/formats.ts';
import { getTitle } from '../../items/itemText.ts';
import { OtherSite } from '../../items/OtherSite.tsx';

export interface ProposedFixProps {
  fix: ProposedFixFragment;
  /** Title of the service. */
  title: string;
  busy: boolean;
  onApply: () => void;
  /** Opens the editor with the suggested fix. */
  onEdit: (() => void) | undefined;
}

/** Applies the fix, or opens the editor where there is nothing to apply. */
export function FixButton({ fix: { action }, title, busy, onApply, onEdit }: ProposedFixProps) {
  const { t } = useTranslation('dashboard');
  if (action === 'edit' && !onEdit) return null;
  return (
    <Button
      variant={action === 'edit' || action === 'hide' ? 'secondary' : 'primary'}
      disabled={action !== 'edit' && busy}
      aria-label={`${t(`fixes.acts.${action}`)}: ${title}`}
      onClick={action === 'edit' ? onEdit : onApply}
    >
      {t(`fixes.acts.${action}`)}
    </Button>
  );
}

export function ProposedFix({ fix, title, busy, onApply, onEdit }: ProposedFixProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const words = (): string | null => {
    if (fix.address) return t('fixes.detail.replace_address', { detail: fix.address });
    if (fix.otherItem)
      return t('fixes.detail.merge', { detail: getTitle(fix.otherItem, language).text });
    return fix.tags ? t('fixes.detail.set_tags', { detail: formatList(fix.tags, language) }) : null;
  };
  const detail = words();
  return (
    <div data-part="fix">
      {fix.otherHost ? <OtherSite host={fix.otherHost} /> : null}
      {detail ? <p>{detail}</p> : null}
      <Bar>
        <FixButton fix={fix} title={title} busy={busy} onApply={onApply} onEdit={onEdit} />
        {fix.action !== 'edit' && onEdit ? (
          <FixButton
            fix={{ ...fix, action: 'edit' }}
            title={title}
            busy={busy}
            onApply={onApply}
            onEdit={onEdit}
          />
        ) : null}
      </Bar>
    </div>
  );
}
