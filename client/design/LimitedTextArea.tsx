/** Some lines of free text with a limit: the counter comes before it is reached, the error after. */
import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import { TextArea } from './TextInput.tsx';
import { useTextLimit } from './useTextLimit.ts';

export interface LimitedTextAreaProps {
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** The most characters. */
  limit: number;
  text: string;
  onChange: (text: string) => void;
}

export function LimitedTextArea({ limit, text, onChange, ...field }: LimitedTextAreaProps) {
  const limited = useTextLimit(text, limit);
  return (
    <Field {...field} {...limited}>
      {(control) => (
        <TextArea {...control} value={text} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
