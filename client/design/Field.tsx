/** Labelled form field with hint, error and counter, and text fields with a length limit. */
import { useId, type ReactNode, type Ref } from 'react';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { TextArea, TextInput } from './TextInput.tsx';
import { color, space, type } from './theme.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[1]};
  min-width: 0;
`;

const Label = styled.label`
  ${type.sm}
  font-weight: 600;
`;

const Optional = styled.span`
  color: ${color.textMuted};
  font-weight: 400;
`;

const Hint = styled.p`
  margin-bottom: ${space[1]};
  color: ${color.textMuted};
  ${type.sm}
`;

export const FieldError = styled.p`
  display: flex;
  align-items: flex-start;
  gap: ${space[2]};
  color: ${color.danger};
  ${type.sm}
  font-weight: 600;
  & > svg {
    flex: none;
    margin-top: 2px;
  }
`;

const Under = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space[3]};

  /* An empty row takes no space, so that neighbours align with the control. */
  &:empty {
    display: none;
  }
`;

const Counter = styled.span`
  margin-left: auto;
  color: ${color.textMuted};
  ${type.xs}
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  &[data-over] {
    color: ${color.danger};
    font-weight: 600;
  }
`;

/** Attributes of the control. */
interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message: the problem and its solution. */
  error?: string | undefined;
  required?: boolean;
  /** Used share of a limit; shown from 80 % on. */
  counter?: { used: number; limit: number };
  children: (control: ControlAttributes) => ReactNode;
}

export function Field({ label, hint, error, required, counter, children }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const showCounter = counter !== undefined && counter.used >= counter.limit * 0.8;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <Root>
      <Label htmlFor={id}>
        {label}
        {required ? <Optional> ({t('field.required')})</Optional> : null}
      </Label>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <Under>
        {error ? (
          <FieldError id={`${id}-error`} role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            {error}
          </FieldError>
        ) : null}
        {showCounter ? (
          <Counter data-over={counter.used > counter.limit ? '' : undefined} aria-live="polite">
            {t('field.counter', counter)}
          </Counter>
        ) : null}
      </Under>
    </Root>
  );
}

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
