/**
 * A search field with suggestions after the ARIA pattern “editable combobox with list autocomplete,
 * manual selection”: the focus stays in the field, Enter without a marked option submits the typed text.
 */
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Search, X } from 'lucide-react';
import { announce } from './Announcer.tsx';
import { ClearButton, ComboboxInput, ComboboxRow, Root } from './comboboxLook.tsx';
import {
  flattenChoices,
  SuggestionList,
  type Choice,
  type ComboboxGroup,
  type ComboboxOption,
} from './SuggestionList.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type { ComboboxGroup, ComboboxOption } from './SuggestionList.tsx';

const announceDelayMs = 500;

export interface ComboboxProps {
  /** Visually hidden name of the field. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter without a marked option, or the search key of a phone. */
  onSubmit: (value: string) => void;
  groups: readonly ComboboxGroup[];
  onChoose: (option: ComboboxOption, group: ComboboxGroup) => void;
  /** Backspace in an empty field: takes the last chip away. */
  onEmptyBackspace?: () => void;
  clearLabel: string;
  /** “3 suggestions”, said half a second after they changed. */
  countLabel: (count: number) => string;
  /** Chips before the text. */
  leading?: ReactNode;
  /** The hint of a keyboard shortcut. */
  trailing?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** The marked option; a mark belongs to the suggestions among which it was made. */
interface Mark {
  among: string;
  index: number;
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
  leading,
  trailing,
}: ComboboxProps) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [mark, setMark] = useState<Mark>({ among: '', index: -1 });
  const choices = flattenChoices(groups);
  const among = choices.map(({ option }) => option.id).join('\n');
  const open = wanted && choices.length > 0;
  const index = open && mark.among === among ? mark.index : -1;
  const marked = choices[index];
  const announcement = open ? countLabel(choices.length) : '';

  useEffect(() => {
    if (!announcement) return undefined;
    const timer = setTimeout(() => announce(announcement), announceDelayMs);
    return () => clearTimeout(timer);
  }, [announcement]);

  const choose = (choice: Choice) => {
    setWanted(false);
    onChoose(choice.option, choice.group);
  };
  const move = (step: 1 | -1) => {
    // Beyond either end stands the text itself, as the pattern allows.
    const positions = choices.length + 1;
    const next = open ? (index + 1 + step + positions) % positions : step === 1 ? 1 : positions - 1;
    setWanted(true);
    setMark({ among, index: next - 1 });
  };
  const keys: Record<string, (event: KeyboardEvent<HTMLInputElement>) => void> = {
    ArrowDown: (event) => {
      event.preventDefault();
      move(1);
    },
    ArrowUp: (event) => {
      event.preventDefault();
      move(-1);
    },
    Enter: (event) => {
      event.preventDefault();
      if (marked) choose(marked);
      else {
        setWanted(false);
        onSubmit(value);
      }
    },
    Escape: (event) => {
      if (!open && value === '') return;
      event.preventDefault();
      event.stopPropagation();
      if (open) setWanted(false);
      else onChange('');
    },
    Backspace: () => {
      if (value === '') onEmptyBackspace?.();
    },
    Tab: () => setWanted(false),
  };

  return (
    <Root>
      <ComboboxRow>
        <Search size={20} aria-hidden="true" />
        {leading}
        <VisuallyHidden as="label" htmlFor={`${id}-input`}>
          {label}
        </VisuallyHidden>
        <ComboboxInput
          ref={inputRef}
          id={`${id}-input`}
          type="text"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={marked ? `${id}-${index}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            setWanted(true);
            setMark({ among: '', index: -1 });
            onChange(event.target.value);
          }}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing) keys[event.key]?.(event);
          }}
          onBlur={() => setWanted(false)}
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
      <SuggestionList
        id={id}
        label={label}
        open={open}
        groups={groups}
        marked={index}
        typed={value}
        onMark={(position) => setMark({ among, index: position })}
        onChoose={choose}
      />
    </Root>
  );
}
