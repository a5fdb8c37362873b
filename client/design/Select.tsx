/** Native select. */
import type { Ref, SelectHTMLAttributes } from 'react';
import { ChevronDown } from 'lucide-react';
import { styled } from 'styled-components';
import { inputStyles } from './TextInput.tsx';
import { color, space, type } from './theme.ts';

const Root = styled.span`
  position: relative;
  display: inline-flex;
  align-items: center;
  max-width: 100%;
  &[data-wide] {
    display: flex;
  }
  svg {
    position: absolute;
    right: ${space[3]};
    color: ${color.textMuted};
    pointer-events: none;
  }
`;

const Native = styled.select`
  ${inputStyles}
  appearance: none;
  padding-right: 36px;
  ${type.sm}
  font-weight: 600;
  text-overflow: ellipsis;
  cursor: pointer;
  option {
    background: ${color.surface};
    color: ${color.text};
  }
`;

export interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange' | 'children'
> {
  value: Value;
  /** Options with a `group` stand under its name. */
  options: ReadonlyArray<{ value: Value; label: string; group?: string }>;
  onChange: (value: Value) => void;
  wide?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** Name it by a `Field` around it or by `aria-label`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, wide, ...rest } = props;
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <Root data-wide={wide ? '' : undefined}>
      <Native value={value} onChange={(event) => choose(event.target.value)} {...rest}>
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) => {
          const elements = members.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ));
          return group === undefined ? (
            elements
          ) : (
            <optgroup key={group} label={group}>
              {elements}
            </optgroup>
          );
        })}
      </Native>
      <ChevronDown size={16} aria-hidden="true" />
    </Root>
  );
}
