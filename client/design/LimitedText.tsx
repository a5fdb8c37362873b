/** Text fields with a length limit: a counter near the limit, an error beyond it. */
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';
import { TextArea, TextInput } from './TextInput.tsx';

/** The counter and the error of a `Field` for a text with a limit, in characters. */
export function useTextLimit(text: string, limit: number) {
  const { t } = useTranslation('dashboard');
  return {
    counter: { used: text.length, limit },
    error: text.length > limit ? t('useCases.tooLong', { limit }) : undefined,
  };
}

interface LimitedTextProps {
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** The most characters. */
  limit: number;
  text: string;
  onChange: (text: string) => void;
}

export function LimitedTextArea({ limit, text, onChange, ...field }: LimitedTextProps) {
  const limited = useTextLimit(text, limit);
  return (
    <Field {...field} {...limited}>
      {(control) => (
        <TextArea {...control} value={text} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

export function LimitedTextInput(props: LimitedTextProps & { ref?: Ref<HTMLInputElement> }) {
  const { limit, text, onChange, ref, ...field } = props;
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
