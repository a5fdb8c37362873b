/** Listbox of grouped suggestions below a search field. */
import { useEffect, useRef, type ReactNode } from 'react';
import { GroupName, OptionRow, Popup } from './combobox.styles.ts';
import { HighlightedText } from './HighlightedText.tsx';

export interface ComboboxOption {
  id: string;
  text: string;
  /** A number or word at the end of the row. */
  detail?: ReactNode;
}

export interface ComboboxGroup {
  id: string;
  label: string;
  options: readonly ComboboxOption[];
}

export interface Choice {
  option: ComboboxOption;
  group: ComboboxGroup;
}

/** All options in the order in which the arrow keys go through them. */
export const flattenChoices = (groups: readonly ComboboxGroup[]): Choice[] =>
  groups.flatMap((group) => group.options.map((option) => ({ option, group })));

export interface SuggestionListProps {
  /** The list's id is `${id}-list`, an option's `${id}-${position}`. */
  id: string;
  label: string;
  open: boolean;
  groups: readonly ComboboxGroup[];
  /** Position of the marked option; -1 for none. */
  marked: number;
  /** The typed text, set in bold where it stands in an option. */
  typed: string;
  onMark: (position: number) => void;
  onChoose: (choice: Choice) => void;
}

export function SuggestionList(props: SuggestionListProps) {
  const { id, label, open, groups, marked, typed, onMark, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const choices = flattenChoices(groups);

  useEffect(() => {
    if (marked < 0) return;
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  return (
    <Popup
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!open}
      // A press must not take the focus out of the field before it chooses.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group) =>
        group.options.length === 0 ? null : (
          <div key={group.id} role="group" aria-labelledby={`${id}-group-${group.id}`}>
            <GroupName id={`${id}-group-${group.id}`} role="presentation">
              {group.label}
            </GroupName>
            {group.options.map((option) => {
              const position = choices.findIndex((choice) => choice.option === option);
              return (
                <OptionRow
                  key={option.id}
                  id={`${id}-${position}`}
                  role="option"
                  aria-selected={position === marked}
                  onMouseMove={() => onMark(position)}
                  onClick={() => onChoose({ option, group })}
                >
                  <span>
                    <HighlightedText text={option.text} part={typed} />
                  </span>
                  {option.detail === undefined ? null : <small>{option.detail}</small>}
                </OptionRow>
              );
            })}
          </div>
        ),
      )}
    </Popup>
  );
}
