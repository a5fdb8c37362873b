/** Text input and text area. */
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { css, styled } from 'styled-components';
import { color, radius, size, space, transition, type } from './theme.ts';

export const inputStyles = css`
  width: 100%;
  min-height: ${size.control};
  padding: 6px ${space[3]};
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.text};
  ${type.base}
  line-height: 1.4;
  ${transition('border-color')}

  &:hover:not(:disabled) {
    border-color: ${color.textMuted};
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
    box-shadow: inset 0 0 0 1px ${color.danger};
  }
  &:disabled,
  &:read-only:not(select) {
    background: ${color.noneSoft};
    color: ${color.textMuted};
  }
`;

const Input = styled.input`
  ${inputStyles}
`;

const Area = styled.textarea`
  ${inputStyles}
  min-height: 96px;
  resize: vertical;
  field-sizing: content;
  max-height: 50dvh;
`;

interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

export const TextInput = (props: TextInputProps) => <Input type="text" {...props} />;

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its text up to half of the screen, where the browser can do so. */
export const TextArea = (props: TextAreaProps) => <Area {...props} />;
