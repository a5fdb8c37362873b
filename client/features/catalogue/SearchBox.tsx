/** Search field with suggestions and chips of chosen concepts and tags. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFirstSearch } from '../../browser/firstSearch.ts';
import { RemovableChip } from '../../design/Chip.tsx';
import { useFocusRestore } from '../../design/useFocusRestore.ts';
import { Combobox, type ComboboxGroup, type ComboboxOption } from '../../design/Combobox.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { formatTagName } from '../../items/tagName.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import { isCut, searchedText } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useConceptNames } from './useConceptNames.ts';
import { useSearchDraft } from './useSearchDraft.ts';
import { useSuggestions, type Suggestion } from './useSuggestions.ts';

const Form = styled.form`
  @media (hover: none) {
    kbd {
      display: none;
    }
  }
`;

export interface SearchBoxProps {
  url: CatalogueUrl;
  /** A tag's name in the reader's language. */
  tagName: (tag: string) => string;
}

export function SearchBox({ url: { state, newest, change, placeWith }, tagName }: SearchBoxProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const send = useCallback((search: string) => change({ search }, 'replace'), [change]);
  const placeOf = useCallback((search: string) => placeWith({ search }), [placeWith]);
  const draft = useSearchDraft(state.search, send, placeOf);
  const [typed, setTyped] = useState('');
  const isLong = isCut(draft.text);
  // They would hide what is said of a text that is too long.
  const suggestions = useSuggestions(isLong ? '' : typed);
  const { tags, concepts } = state;
  const conceptName = useConceptNames(concepts);

  const groups = useMemo<ComboboxGroup[]>(() => {
    const options = (type: Suggestion['type']): ComboboxOption[] =>
      suggestions
        .filter((one) => one.type === type && !(type === 'tag' && tags.includes(one.value)))
        .map((one) => ({
          id: one.value,
          text: one.type === 'tag' ? formatTagName(one.text, one.value) : one.text,
          detail: formatNumber(one.count, language),
        }));
    return [
      { id: 'tag', label: t('search.tags'), options: options('tag') },
      { id: 'concept', label: t('search.concepts'), options: options('concept') },
      { id: 'popular', label: t('search.popular'), options: options('popular') },
    ];
  }, [suggestions, tags, language, t]);

  const field = useRef<HTMLInputElement>(null);
  // The chip of a tag or a concept goes with the press on it.
  const kept = useFocusRestore(() => field.current);
  const type = (text: string) => {
    setTyped(text);
    draft.type(text);
  };
  useFirstSearch(field, (text) => {
    if (text !== state.search) type(text);
  });

  const settle = (text: string) => {
    setTyped('');
    draft.set(text);
  };
  const choose = (option: ComboboxOption, group: ComboboxGroup) => {
    if (group.id === 'tag') {
      settle('');
      change({ search: '', tags: [...newest().tags, option.id] });
    } else {
      settle(option.text);
      change({ search: searchedText(option.text) });
    }
  };
  const without = (tag: string) => change({ tags: newest().tags.filter((one) => one !== tag) });
  const withoutConcept = (id: string) =>
    change({ concepts: newest().concepts.filter((one) => one !== id) });
  const chips = [
    ...concepts.map((id) => ({
      key: `concept ${id}`,
      name: conceptName(id),
      removeLabel: t('search.removeConcept', { name: conceptName(id) }),
      onRemove: () => withoutConcept(id),
    })),
    ...tags.map((tag) => ({
      key: `tag ${tag}`,
      name: tagName(tag),
      removeLabel: t('search.removeTag', { tag: tagName(tag) }),
      onRemove: () => without(tag),
    })),
  ];

  return (
    <Form role="search" {...kept} onSubmit={(event) => event.preventDefault()}>
      <Combobox
        inputRef={field}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        clearLabel={t('search.clear')}
        countLabel={(count) => t('search.suggestions', { count })}
        value={draft.text}
        onChange={type}
        onSubmit={(text) => {
          settle(text);
          change({ search: searchedText(text) });
        }}
        groups={groups}
        onChoose={choose}
        onEmptyBackspace={() => chips.at(-1)?.onRemove()}
        leading={chips.map(({ key, name, ...chip }) => (
          <RemovableChip key={key} {...chip}>
            {name}
          </RemovableChip>
        ))}
        trailing={<kbd aria-hidden="true">/</kbd>}
      />
      <small role="status">{isLong ? t('search.cut', { limit: limits.search }) : null}</small>
    </Form>
  );
}
