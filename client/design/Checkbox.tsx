/** Checkbox and switch. */
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import { styled } from 'styled-components';
import { color, radius, size, space, transition, type } from './theme.ts';

const Line = styled.label`
  display: inline-flex;
  align-items: center;
  gap: ${space[3]};
  min-height: ${size.control};
  ${type.sm}
  cursor: pointer;

  input {
    flex: none;
    margin: 0;
  }
  input:disabled + span {
    color: ${color.textSubtle};
  }
`;

const Box = styled.input`
  width: 22px;
  height: 22px;
  border-radius: ${radius.xs};
  accent-color: ${color.accent};
  cursor: inherit;
`;

const Track = styled.input`
  appearance: none;
  position: relative;
  width: 42px;
  height: 24px;
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.pill};
  background: ${color.surfaceSunken};
  cursor: inherit;
  ${transition('background-color', 'border-color')}

  &::before {
    content: '';
    position: absolute;
    top: 3px;
    left: 3px;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: ${color.borderStrong};
    ${transition('transform', 'background-color')}
  }
  &:checked {
    border-color: ${color.accent};
    background: ${color.accent};
  }
  &:checked::before {
    background: ${color.textOnAccent};
    transform: translateX(18px);
  }
  @media (forced-colors: active) {
    &::before {
      background: ButtonText;
    }
    &:checked {
      background: Highlight;
    }
  }
`;

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  children: ReactNode;
  /** Some of what it stands for is ticked, and some is not. */
  mixed?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ children, mixed = false, ref, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => box.current!);
  useLayoutEffect(() => {
    box.current!.indeterminate = mixed;
  });
  return (
    <Line>
      <Box type="checkbox" {...input} ref={box} />
      <span>{children}</span>
    </Line>
  );
}

export interface SwitchProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Switch({ children, checked, onChange, disabled }: SwitchProps) {
  return (
    <Line>
      <Track
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </Line>
  );
}
