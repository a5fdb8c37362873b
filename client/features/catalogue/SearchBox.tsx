/** Search field with suggestions; it takes over the one in the initial HTML (client/index.html). */
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  useLayoutEffect,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { Combobox } from '../../design/Combobox.tsx';
import type { ComboboxGroup, ComboboxOption } from '../../design/SuggestionList.tsx';
import { formatTagName } from '../../items/itemText.ts';
import * as limits from '../../limits/generated.ts';
import { isCut, searchedText } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useSearchDraft } from './useSearchDraft.ts';
import { useSuggestions, type Suggestion } from './useSuggestions.ts';

/** Takes over the typed text and the focus once; `onText` is called if there is a text. */
function useFirstSearch(
  field: RefObject<HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  // The field is in the document during the first rendering only.
  const [first] = useState(() => document.querySelector<HTMLInputElement>('#first-search'));
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (!first || isTaken.current) return;
    isTaken.current = true;
    const { value, selectionStart, selectionEnd, dataset } = first;
    if (value !== '') onText(value);
    // The focus was lost with the removed field.
    if (dataset['focused'] === undefined || document.activeElement !== document.body) return;
    field.current?.focus({ preventScroll: true });
    // Setting the text moves the caret to its end, so the selection is restored after that.
    queueMicrotask(() => field.current?.setSelectionRange(selectionStart, selectionEnd));
  });
}

const Form = styled.form`
  @media (hover: none) {
    kbd {
      display: none;
    }
  }
`;

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\.\S+$/i.test(text);

/** A tag and a task of the same name lead to the same services: the wider one is offered. */
const withoutTwins = (suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.filter(
    (one) =>
      !suggestions.some(
        (other) =>
          other.type !== one.type &&
          other.text.toLowerCase() === one.text.toLowerCase() &&
          (other.count > one.count || (other.count === one.count && other.type === 'tag')),
      ),
  );

export function SearchBox({ url: { state, newest, change, placeWith } }: { url: CatalogueUrl }) {
  const { t } = useTranslation('dashboard');
  const send = useCallback((search: string) => change({ search }, 'replace'), [change]);
  const placeOf = useCallback((search: string) => placeWith({ search }), [placeWith]);
  const draft = useSearchDraft(state.search, send, placeOf);
  const [typed, setTyped] = useState('');
  const isLong = isCut(draft.text);
  // They would hide what is said of a text that is too long.
  const suggestions = useSuggestions(isLong ? '' : typed);
  const { tags } = state;
  const navigate = useNavigate();

  const groups = useMemo<ComboboxGroup[]>(() => {
    const options = (type: Suggestion['type']): ComboboxOption[] =>
      withoutTwins(suggestions)
        .filter((one) => one.type === type && !(type === 'tag' && tags.includes(one.value)))
        .map((one) => ({
          id: one.value,
          text: one.type === 'tag' ? formatTagName(one.text, one.value) : one.text,
          detail: t(one.type === 'popular' ? 'peopleCount' : 'serviceCount', { count: one.count }),
        }));
    return [
      { id: 'tag', label: t('search.tags'), options: options('tag') },
      { id: 'concept', label: t('search.concepts'), options: options('concept') },
      { id: 'popular', label: t('search.popular'), options: options('popular') },
    ];
  }, [suggestions, tags, t]);

  const field = useRef<HTMLInputElement>(null);
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
  /** Takes the last tag or concept away. */
  const removeLast = () => {
    const { tags: chosen, concepts } = newest();
    change(chosen.length > 0 ? { tags: chosen.slice(0, -1) } : { concepts: concepts.slice(0, -1) });
  };
  /** A pasted address is checked, not searched. */
  const paste = (event: ClipboardEvent<HTMLFormElement>) => {
    const pasted = event.clipboardData.getData('text').trim();
    if (draft.text.trim() !== '' || !isWebAddress(pasted)) return;
    event.preventDefault();
    void navigate(`/check?url=${encodeURIComponent(pasted)}`);
  };

  return (
    <Form role="search" onPaste={paste} onSubmit={(event) => event.preventDefault()}>
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
        onEmptyBackspace={removeLast}
        trailing={<kbd aria-hidden="true">/</kbd>}
      />
      <small role="status">{isLong ? t('search.cut', { limit: limits.search }) : null}</small>
    </Form>
  );
}
