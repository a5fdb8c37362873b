/** One line of text with a limit: the counter comes before it is reached, the error after. */
import type { Ref } from 'react';
import { Field } from './Field.tsx';
import type { LimitedTextAreaProps } from './LimitedTextArea.tsx';
import { TextInput } from './TextInput.tsx';
import { useTextLimit } from './useTextLimit.ts';

export interface LimitedTextInputProps extends LimitedTextAreaProps {
  ref?: Ref<HTMLInputElement>;
}

export function LimitedTextInput({ limit, text, onChange, ref, ...field }: LimitedTextInputProps) {
  const limited = useTextLimit(text, limit);
  return (
    <Field {...field} {...limited}>
      {(control) => (
        <TextInput
          {...control}
          {...(ref ? { ref } : {})}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
