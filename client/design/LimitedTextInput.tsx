/** One line of text with a limit: the counter comes before it is reached, the error after. */
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';
import type { LimitedTextAreaProps } from './LimitedTextArea.tsx';
import { TextInput } from './TextInput.tsx';

export interface LimitedTextInputProps extends LimitedTextAreaProps {
  ref?: Ref<HTMLInputElement>;
}

export function LimitedTextInput({ limit, text, onChange, ref, ...field }: LimitedTextInputProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Field
      {...field}
      counter={{ used: text.length, limit }}
      error={text.length > limit ? t('useCases.tooLong', { limit }) : undefined}
    >
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
