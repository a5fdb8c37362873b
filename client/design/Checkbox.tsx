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

const tick =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' stroke-width='4.5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M20 6 9 17l-5-5'/%3E%3C/svg%3E\")";

const Box = styled.input`
  appearance: none;
  display: grid;
  place-items: center;
  width: 16px;
  height: 16px;
  border: 1.5px solid ${color.borderStrong};
  border-radius: ${radius.xs};
  background: ${color.surface};
  cursor: inherit;

  &:checked,
  &:indeterminate {
    border-color: ${color.accent};
    background: ${color.accent};
  }
  &:checked::before {
    content: '';
    width: 12px;
    height: 12px;
    background: ${color.textOnAccent};
    mask: ${tick} center / contain no-repeat;
  }
  &:indeterminate::before {
    content: '';
    width: 8px;
    height: 2px;
    background: ${color.textOnAccent};
    mask: none;
  }
  &:disabled {
    border-color: ${color.control};
    cursor: default;
  }
  @media (forced-colors: active) {
    &:checked,
    &:indeterminate {
      background: Highlight;
    }
    &::before {
      forced-color-adjust: none;
    }
  }
`;

const Track = styled.input`
  appearance: none;
  position: relative;
  width: 30px;
  height: 18px;
  border: 1.5px solid ${color.borderStrong};
  border-radius: ${radius.pill};
  background: ${color.surface};
  cursor: inherit;
  ${transition('background-color', 'border-color')}

  &::before {
    content: '';
    position: absolute;
    top: 2px;
    left: 2px;
    width: 11px;
    height: 11px;
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
    transform: translateX(12px);
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
