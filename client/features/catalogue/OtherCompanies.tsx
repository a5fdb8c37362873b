/** Number of other companies that have approved an item; a press names them. */
import type { Ref } from 'react';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLazyMenu } from '../../design/useLazyMenu.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export interface OtherCompaniesProps {
  names: readonly string[];
  /** The id of what names the item. */
  titleId: string;
}

/** The button, the same before and after its popover is loaded. */
function Count({ count, ...rest }: { count: number; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('dashboard');
  return (
    <button type="button" data-part="partners" {...rest}>
      <Building2 size={14} aria-hidden="true" />
      <span aria-hidden="true">+{count}</span>
      <VisuallyHidden>{t('partners', { count })}</VisuallyHidden>
    </button>
  );
}

const loadPopover = () => import('../../design/Popover.tsx').then((part) => part.Popover);

export function OtherCompanies({ names, titleId }: OtherCompaniesProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { opened, buttonProps } = useLazyMenu(loadPopover, 'dialog');
  if (names.length === 0) return null;
  const count = { count: names.length, 'aria-describedby': titleId };
  const approval = t('approvedAt', { companies: formatList(names, language) });
  return (
    <>
      {opened ? (
        <opened.Menu
          label={t('partners', { count: names.length })}
          firstPress={opened.firstPress}
          trigger={<Count {...count} />}
        >
          {approval}
        </opened.Menu>
      ) : (
        <Count {...count} {...buttonProps} />
      )}
      <span data-print-only="">{approval}</span>
    </>
  );
}
