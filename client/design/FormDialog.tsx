/** Dialog with a form. */
import { useId, type FormEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FieldError } from './Field.tsx';
import { color, space, type } from './theme.ts';
import { useFocusFirstError } from './useFocusFirstError.ts';

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
`;

const Hint = styled.p`
  flex: 1 1 100%;
  color: ${color.textMuted};
  ${type.sm}
`;

/** Below a long form the failure would be out of sight. */
const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

export interface FormDialogProps {
  title: string;
  /** Whether closing would lose something. */
  dirty: boolean;
  /** Hint about missing input; null when complete. */
  missing: string | null;
  /** Whether the input is invalid. */
  invalid: boolean;
  busy: boolean;
  sendLabel: string;
  /** Default `primary`. */
  sendVariant?: 'primary' | 'danger';
  failure: string | null;
  onSend: () => Promise<void>;
  onClose: () => void;
  /** Initial focus; default the first field. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Takes the focus where what opened the dialog goes with what was sent. */
  returnFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function FormDialog({
  title,
  dirty,
  missing,
  invalid,
  busy,
  sendLabel,
  sendVariant = 'primary',
  failure,
  onSend,
  onClose,
  initialFocus,
  returnFocus,
  children,
}: FormDialogProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const { form, answered } = useFocusFirstError();
  const isClosed = missing !== null || invalid;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isClosed && !busy) void onSend().then(answered);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      dirty={dirty}
      {...(initialFocus ? { initialFocus } : {})}
      {...(returnFocus ? { returnFocus } : {})}
      footer={
        <>
          {missing === null ? null : <Hint id={`${id}-hint`}>{missing}</Hint>}
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            variant={sendVariant}
            type="submit"
            form={`${id}-form`}
            disabled={isClosed}
            aria-describedby={missing === null ? undefined : `${id}-hint`}
            busy={busy}
          >
            {sendLabel}
          </Button>
        </>
      }
    >
      <Form ref={form} id={`${id}-form`} onSubmit={send}>
        {children}
        {failure ? (
          <FieldError ref={bringIntoSight} role="alert">
            {failure}
          </FieldError>
        ) : null}
      </Form>
    </Dialog>
  );
}
