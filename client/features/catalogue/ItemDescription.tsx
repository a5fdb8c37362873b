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
  const isLong = fold(text, descriptionLimit, language) !== null;
  if (text === '') return null;
  return (
    <div data-part="description" data-folded={isLong && !isOpen ? '' : undefined}>
      <p id={id}>
        <span lang={language}>
          <HighlightedText text={text} ranges={ranges} />
        </span>
        {isSubstitute ? <LanguageMark language={language} /> : null}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('actions.less') : t('actions.more')}
        </button>
      ) : null}
    </div>
  );
}
