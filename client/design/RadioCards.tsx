/** Radio group of cards. */
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, from, radius, size, space, transition, type } from './theme.ts';

const Group = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};

  legend {
    margin-bottom: ${space[2]};
    ${type.sm}
    font-weight: 600;
  }
`;

const Cards = styled.div`
  display: grid;
  gap: ${space[2]};
  ${from.sm} {
    &[data-columns='2'] {
      grid-template-columns: 1fr 1fr;
    }
    &[data-columns='3'] {
      grid-template-columns: repeat(3, 1fr);
    }
  }
`;

const CardLabel = styled.label`
  display: flex;
  align-items: flex-start;
  gap: ${space[3]};
  min-height: ${size.control};
  padding: 9px ${space[3]};
  border: 1px solid ${color.border};
  border-radius: ${radius.sm};
  background: ${color.surface};
  ${type.sm}
  cursor: pointer;
  ${transition('background-color', 'border-color')}

  &:hover {
    background: ${color.surfaceHover};
  }
  &:has(input:checked) {
    border-color: ${color.accent};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  &:has(input:focus-visible) {
    outline: 2px solid ${color.focusRing};
    outline-offset: 2px;
  }
  input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 1px 0 0;
    accent-color: ${color.accent};
    cursor: inherit;
  }
  input:focus-visible {
    outline: none;
  }
  strong {
    display: block;
    font-weight: 600;
  }
  @media (forced-colors: active) {
    &:has(input:checked) {
      border-color: Highlight;
    }
  }
`;

const Detail = styled.span`
  display: block;
  color: ${color.textMuted};
  ${type.sm}
`;

interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  detail?: ReactNode;
}

export interface RadioCardsProps<Value extends string> {
  legend: ReactNode;
  value: Value | null;
  options: ReadonlyArray<RadioOption<Value>>;
  onChange: (value: Value) => void;
  columns?: 1 | 2 | 3;
  required?: boolean;
  /** Groups of cards with one value among them share a name. */
  name?: string;
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const ownName = useId();
  const name = props.name ?? ownName;
  return (
    <Group>
      <legend>{props.legend}</legend>
      <Cards data-columns={props.columns ?? 1}>
        {props.options.map((option) => (
          <CardLabel key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              required={props.required}
              onChange={() => props.onChange(option.value)}
            />
            <span>
              {option.detail ? <strong>{option.label}</strong> : option.label}
              {option.detail ? <Detail>{option.detail}</Detail> : null}
            </span>
          </CardLabel>
        ))}
      </Cards>
    </Group>
  );
}
