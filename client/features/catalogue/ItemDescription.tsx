/** Tagline and description of an item, folded beyond 150 characters (specification, section 2). */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HighlightedText, type TextRange } from '../../design/HighlightedText.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { fold } from '../../i18n/formats.ts';
import type { ItemText } from '../../items/itemText.ts';
import { splitDescription } from '../../items/splitDescription.ts';

/** In graphemes (specification, section 9). */
const descriptionLimit = 150;

const shift = (ranges: readonly TextRange[], by: number): TextRange[] =>
  ranges.map(({ start, end }) => ({ start: Math.max(start - by, 0), end: end - by }));

export function ItemDescription({
  text: { text, language, isSubstitute, ranges },
}: {
  text: ItemText;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = fold(text, descriptionLimit, language) !== null;
  const { tagline, rest, restAt } = splitDescription(text, language);
  if (text === '') return null;
  return (
    <div data-part="description" data-folded={isLong && !isOpen ? '' : undefined}>
      <p id={id}>
        <span lang={language}>
          {tagline === null ? null : (
            <>
              <strong>
                <HighlightedText text={tagline} ranges={ranges} />
              </strong>
              <br />
            </>
          )}
          <HighlightedText text={rest} ranges={shift(ranges, restAt)} />
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
