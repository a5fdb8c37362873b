/** Row of one tag in the form of tag names. */
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../design/TextInput.tsx';
import * as limits from '../../limits/generated.ts';
import { shownIn, sides, type Draft, type Side, type UnnamedRow } from './tagNameRows.ts';

interface Props {
  row: UnnamedRow;
  draft: Draft;
  onType: (side: Side, text: string) => void;
  onKey: (event: KeyboardEvent, side: Side) => void;
}

const languageOf = { Ru: 'ru', En: 'en' } as const;

export function TagNameRow({ row, draft, onType, onKey }: Props) {
  const { t } = useTranslation('setup');
  const id = useId();
  const { tag } = row;
  const { meanwhile, refused } = draft;
  const toldWords = () => {
    if (refused) return refused;
    if (!meanwhile) return null;
    if (meanwhile.outcome === 'gone' || !meanwhile.tag) return t('tagNames.gone');
    const { nameRu, nameEn } = meanwhile.tag;
    return t('tagNames.meanwhile', { nameRu, nameEn });
  };
  const told = toldWords();
  return (
    <li>
      <div>
        <strong>#{tag.originalName}</strong>
        <small>{t('tagNames.services', { count: tag.count })}</small>
      </div>
      {sides.map((side) => {
        const { text, source } = shownIn(row, draft, side);
        const described = [source ? `${id}-${side}` : '', told ? `${id}-told` : '']
          .join(' ')
          .trim();
        return (
          <div key={side}>
            <label htmlFor={`${id}-field-${side}`}>
              {t(`tagNames.name${side}Of`, { tag: tag.originalName })}
            </label>
            <TextInput
              id={`${id}-field-${side}`}
              data-side={side}
              lang={languageOf[side]}
              value={text}
              maxLength={limits.tagName}
              autoComplete="off"
              enterKeyHint="next"
              aria-describedby={described || undefined}
              aria-invalid={told ? true : undefined}
              onChange={(event) => onType(side, event.target.value)}
              onKeyDown={(event) => onKey(event, side)}
            />
            {source ? <small id={`${id}-${side}`}>{t(`tagNames.sources.${source}`)}</small> : null}
          </div>
        );
      })}
      {told ? (
        <p id={`${id}-told`} data-part="told" role="alert">
          {told}
        </p>
      ) : null}
    </li>
  );
}
