/** Some lines of free text with a limit: the counter comes before it is reached, the error after. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';
import { TextArea } from './TextInput.tsx';

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
  const { t } = useTranslation('dashboard');
  return (
    <Field
      {...field}
      counter={{ used: text.length, limit }}
      error={text.length > limit ? t('useCases.tooLong', { limit }) : undefined}
    >
      {(control) => (
        <TextArea {...control} value={text} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
