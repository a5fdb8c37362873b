/** Search field with suggestions. */
import { useId, useEffect, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Search, X } from 'lucide-react';
import {
  ClearButton,
  ComboboxInput,
  ComboboxRow,
  Root,
  SuggestionList,
  flattenChoices,
  type ComboboxGroup,
  type ComboboxOption,
  type Choice,
  type SuggestionListProps,
} from './SuggestionList.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import { announce } from './Announcer.tsx';

const announceDelayMs = 500;

interface Options {
  id: string;
  groups: readonly ComboboxGroup[];
  /** “3 suggestions”, said half a second after they changed. */
  countLabel: (count: number) => string;
  onChoose: (choice: Choice) => void;
}

interface OptionKeys {
  /** Whether the list is shown. */
  isOpen: boolean;
  /** Something was typed: the list opens, and nothing is marked. */
  typed: () => void;
  close: () => void;
  /** Returns whether the list handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
  /** Props of the field. */
  field: {
    role: 'combobox';
    'aria-autocomplete': 'list';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-activedescendant': string | undefined;
    autoComplete: 'off';
    onBlur: () => void;
  };
  /** Props of `SuggestionList`. */
  list: Pick<SuggestionListProps, 'id' | 'open' | 'groups' | 'marked' | 'onMark' | 'onChoose'>;
}

/** The marked option; valid for the options that it was set for. */
interface Mark {
  among: string;
  index: number;
}

/**
 * Keyboard of an editable combobox with manual selection (ARIA pattern): the focus stays in the field, arrows mark
 * an option, Enter takes it.
 */
export function useOptionKeys({ id, groups, countLabel, onChoose }: Options): OptionKeys {
  const [wanted, setWanted] = useState(false);
  const [mark, setMark] = useState<Mark>({ among: '', index: -1 });
  const choices = flattenChoices(groups);
  const among = choices.map(({ option }) => option.id).join('\n');
  const isOpen = wanted && choices.length > 0;
  const index = isOpen && mark.among === among ? mark.index : -1;
  const marked = choices[index];
  const announcement = isOpen ? countLabel(choices.length) : '';

  useEffect(() => {
    if (!announcement) return undefined;
    const timer = setTimeout(() => announce(announcement), announceDelayMs);
    return () => clearTimeout(timer);
  }, [announcement]);

  const close = () => setWanted(false);
  const choose = (choice: Choice) => {
    close();
    onChoose(choice);
  };
  const move = (step: 1 | -1) => {
    // Beyond either end nothing is marked, as the pattern allows.
    const positions = choices.length + 1;
    const next = isOpen
      ? (index + 1 + step + positions) % positions
      : step === 1
        ? 1
        : positions - 1;
    setWanted(true);
    setMark({ among, index: next - 1 });
  };
  const acts: Record<string, (() => void) | false | undefined> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: marked && (() => choose(marked)),
    Escape: isOpen && close,
  };
  const onKey = (event: KeyboardEvent): boolean => {
    // Leaving the field closes the list.
    if (event.key === 'Tab') close();
    const act = acts[event.key];
    if (!act) return false;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    act();
    return true;
  };

  return {
    isOpen,
    typed() {
      setWanted(true);
      setMark({ among: '', index: -1 });
    },
    close,
    onKey,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': marked ? `${id}-${index}` : undefined,
      autoComplete: 'off',
      onBlur: close,
    },
    list: {
      id,
      open: isOpen,
      groups,
      marked: index,
      onMark: (position) => setMark({ among, index: position }),
      onChoose: choose,
    },
  };
}

interface ComboboxProps {
  /** Visually hidden name of the field. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter without a marked option, or the search key of a phone. */
  onSubmit: (value: string) => void;
  groups: readonly ComboboxGroup[];
  onChoose: (option: ComboboxOption, group: ComboboxGroup) => void;
  /** Backspace in an empty field. */
  onEmptyBackspace?: () => void;
  clearLabel: string;
  /** “3 suggestions”, said half a second after they changed. */
  countLabel: (count: number) => string;
  /** The hint of a keyboard shortcut. */
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

export function Combobox({
  inputRef,
  label,
  placeholder,
  value,
  onChange,
  onSubmit,
  groups,
  onChoose,
  onEmptyBackspace,
  clearLabel,
  countLabel,
  trailing,
}: ComboboxProps) {
  const id = useId();
  const options = useOptionKeys({
    id,
    groups,
    countLabel,
    onChoose: ({ option, group }) => onChoose(option, group),
  });

  const keys: Record<string, (event: KeyboardEvent<HTMLInputElement>) => void> = {
    Enter: (event) => {
      event.preventDefault();
      options.close();
      onSubmit(value);
    },
    Escape: (event) => {
      if (value === '') return;
      event.preventDefault();
      event.stopPropagation();
      onChange('');
    },
    Backspace: () => {
      if (value === '') onEmptyBackspace?.();
    },
  };

  return (
    <Root>
      <ComboboxRow>
        <Search size={20} aria-hidden="true" />
        <VisuallyHidden as="label" htmlFor={`${id}-input`}>
          {label}
        </VisuallyHidden>
        <ComboboxInput
          ref={inputRef}
          id={`${id}-input`}
          type="text"
          enterKeyHint="search"
          {...options.field}
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            options.typed();
            onChange(event.target.value);
          }}
          onKeyDown={(event) => {
            if (!options.onKey(event)) keys[event.key]?.(event);
          }}
        />
        {value === '' ? (
          trailing
        ) : (
          <ClearButton
            type="button"
            aria-label={clearLabel}
            title={clearLabel}
            onClick={() => {
              onChange('');
              document.getElementById(`${id}-input`)?.focus();
            }}
          >
            <X size={18} aria-hidden="true" />
          </ClearButton>
        )}
      </ComboboxRow>
      <SuggestionList {...options.list} label={label} typed={value} />
    </Root>
  );
}
