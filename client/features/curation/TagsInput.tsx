/** Input for comma-separated tags with suggestions. */
import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Root, SuggestionList } from '../../design/SuggestionList.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useOptionKeys } from '../../design/Combobox.tsx';
import { useSuggestedTagsQuery } from './generated.ts';
import { readTags, tagAt } from './itemDraft.ts';

const debounceMs = 150;

/** A text as it is once nobody has typed for a moment. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TagsInput({ label, value, onChange, ref, ...control }: Props) {
  const { t } = useTranslation('dashboard');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState(0);
  const typed = tagAt(value, caret);
  const search = useDebounced(typed.text);
  const { data } = useSuggestedTagsQuery({ variables: { search }, skip: search === '' });
  const others = readTags(value.slice(0, typed.start) + value.slice(typed.end));
  const tags = (search && typed.text ? (data?.tags ?? []) : []).filter(
    ({ originalName }) => !others.includes(originalName),
  );
  const choose = (tag: string) => {
    const before = value.slice(0, typed.start) + (typed.start === 0 ? '' : ' ') + tag;
    const rest = value.slice(typed.end);
    onChange(before + (rest || ', '));
    const after = before.length + (rest ? 0 : 2);
    setCaret(after);
    // The browser puts the caret behind all of it.
    requestAnimationFrame(() =>
      place.current?.querySelector('input')?.setSelectionRange(after, after),
    );
  };
  const options = useOptionKeys({
    id,
    groups: [
      {
        id: 'tags',
        label: t('curation.fields.tags'),
        options: tags.map(({ originalName, nameRu, nameEn, count }) => ({
          id: originalName,
          text: [...new Set([originalName, nameRu, nameEn])].join(' · '),
          detail: count,
        })),
      },
    ],
    countLabel: (count) => t('search.suggestions', { count }),
    onChoose: ({ option }) => choose(option.id),
  });
  return (
    <Root ref={place}>
      <TextInput
        {...control}
        {...options.field}
        ref={ref}
        autoCapitalize="off"
        spellCheck={false}
        data-own-escape={options.isOpen ? '' : undefined}
        value={value}
        onChange={(event) => {
          options.typed();
          setCaret(event.target.selectionStart ?? event.target.value.length);
          onChange(event.target.value);
        }}
        onKeyDown={(event) => void options.onKey(event)}
      />
      <SuggestionList {...options.list} label={label} typed={typed.text} />
    </Root>
  );
}
