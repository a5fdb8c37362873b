/** Description of an item, folded beyond 150 characters (specification, section 2) and beyond the lines of a card. */
import { useEffect, useId, useRef, useState } from 'react';
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
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const isLong = fold(text, descriptionLimit, language) !== null;
  const canFold = isLong || isCut;
  useEffect(() => {
    const shown = paragraph.current;
    if (!shown || isLong || isOpen) return undefined;
    const observer = new ResizeObserver(() => setIsCut(shown.scrollHeight > shown.clientHeight));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isLong, isOpen]);
  if (text === '') return null;
  return (
    <div
      data-part="description"
      data-clamped={isOpen ? undefined : ''}
      data-folded={canFold && !isOpen ? '' : undefined}
    >
      <p id={id} ref={paragraph}>
        <span lang={language}>
          <HighlightedText text={text} ranges={ranges} />
        </span>
        {isSubstitute ? <LanguageMark language={language} /> : null}
      </p>
      {canFold ? (
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
