/** Comment of a complaint, folded when it is long. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** About two lines, in graphemes. */
const shown = 120;

export function ComplaintComment({ text }: { text: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const folded = fold(text, shown, language);
  return (
    <>
      <p>{isOpen || folded === null ? text : folded}</p>
      {folded === null ? null : (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'actions.showLess' : 'actions.showAll')}
        </button>
      )}
    </>
  );
}
