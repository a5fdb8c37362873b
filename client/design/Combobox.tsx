/** Search field with suggestions. */
import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Search, X } from 'lucide-react';
import { ClearButton, ComboboxInput, ComboboxRow, Root } from './combobox.styles.ts';
import { SuggestionList, type ComboboxGroup, type ComboboxOption } from './SuggestionList.tsx';
import { useOptionKeys } from './useOptionKeys.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type { ComboboxGroup, ComboboxOption } from './SuggestionList.tsx';

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
