/** Number of other companies that have approved an item; a press lists them. */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export interface OtherCompaniesProps {
  names: readonly string[];
  /** The id of what names the item. */
  titleId: string;
}

export function OtherCompanies({ names, titleId }: OtherCompaniesProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (names.length === 0) return null;
  const approval = t('verified', { company: formatList(names, language) });
  return (
    <p data-part="partners">
      <button
        type="button"
        aria-describedby={titleId}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('partners', { count: names.length })}
      </button>
      {isOpen ? <span id={id}>{approval}</span> : <span data-print-only="">{approval}</span>}
    </p>
  );
}
