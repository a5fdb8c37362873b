/** Description of an item, folded beyond 150 characters (specification, section 2). */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HighlightedText } from '../../design/HighlightedText.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { fold } from '../../i18n/formats.ts';
import type { ItemText } from '../../items/itemText.ts';

/** In graphemes (specification, section 9). */
const descriptionLimit = 150;

export function ItemDescription({
  text: { text, language, isSubstitute, ranges },
}: {
  text: ItemText;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const folded = fold(text, descriptionLimit, language);
  const isFolded = folded !== null && !isOpen;
  if (text === '') return null;
  return (
    <div data-part="description">
      <p id={id}>
        <span lang={language} data-no-print={isFolded ? '' : undefined}>
          <HighlightedText text={isFolded ? folded : text} ranges={ranges} />
        </span>
        {isFolded ? (
          <span lang={language} data-print-only="">
            {text}
          </span>
        ) : null}
        {isSubstitute ? <LanguageMark language={language} /> : null}
      </p>
      {folded === null ? null : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('actions.showLess') : t('actions.showAll')}
        </button>
      )}
    </div>
  );
}
