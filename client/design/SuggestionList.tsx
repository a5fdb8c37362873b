/** Listbox of grouped suggestions below a search field. */
import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { HighlightedText } from './HighlightedText.tsx';
import { color, from, radius, size, space, type, zIndex } from './theme.ts';

export const Root = styled.div`
  position: relative;
`;

export const ComboboxRow = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[3]};
  height: var(--search-height, ${size.controlLg});
  padding: 0 ${space[2]} 0 ${space[4]};
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.md};
  background: ${color.surface};

  &:focus-within {
    border-color: ${color.focusRing};
    outline: 2px solid ${color.focusRing};
    outline-offset: -1px;
  }
  & > svg {
    flex: none;
    color: ${color.textMuted};
  }
  kbd {
    display: none;
    margin-inline-end: ${space[2]};
    ${from.md} {
      display: inline-block;
    }
  }
`;

export const ComboboxInput = styled.input`
  flex: 1 1 120px;
  min-width: 0;
  height: calc(var(--search-height, ${size.controlLg}) - ${space[1]});
  padding: 0;
  border: 0;
  background: transparent;
  color: ${color.text};
  ${type.base}
  text-overflow: ellipsis;
  &:focus-visible {
    outline: none;
  }
`;

export const ClearButton = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: ${size.control};
  height: min(${size.control}, calc(var(--search-height, ${size.controlLg}) - ${space[1]}));
  padding: 0;
  border: 0;
  border-radius: ${radius.sm};
  background: transparent;
  color: ${color.textMuted};
  &:hover {
    background: ${color.surfaceHover};
  }
`;

const Popup = styled.div`
  position: absolute;
  top: calc(100% + 6px);
  left: 0;
  /* As narrow as its texts, so that the results stay visible. */
  width: max-content;
  min-width: min(100%, 320px);
  max-width: min(100%, 560px);
  z-index: ${zIndex.popover};
  max-height: 300px;
  padding: ${space[2]};
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.md};
  background: ${color.surfaceRaised};
  box-shadow: var(--shadow-overlay);

  /* On a phone the first result stays visible below. */
  [role='search'] & {
    max-height: 160px;
  }
  ${from.md} {
    [role='search'] & {
      max-height: 300px;
    }
  }
  /* One line per group on a wide page, so that the results stay visible. */
  ${from.lg} {
    [role='search'] & {
      max-width: 100%;
      padding-block: ${space[1]};

      [role='group'] {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
      }
      [role='presentation'] {
        flex: 0 0 112px;
      }
      [role='option'] {
        min-height: 32px;
        padding-block: 4px;
      }
    }
  }
`;

const GroupName = styled.div`
  padding: ${space[1]} ${space[3]};
  color: ${color.textMuted};
  ${type.xs}
  font-weight: 600;
`;

const OptionRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[3]};
  min-height: ${size.control};
  padding: 6px ${space[3]};
  border-radius: ${radius.sm};
  ${type.base}
  cursor: pointer;

  &[aria-selected='true'] {
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  small {
    flex: none;
    color: ${color.textMuted};
    ${type.xs}
  }
  @media (forced-colors: active) {
    &[aria-selected='true'] {
      outline: 2px solid Highlight;
    }
  }
`;

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
