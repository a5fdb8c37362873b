/** Dialogs with a form: their submission, failure and the focus on the first invalid field. */
import {
  useId,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../browser/graphqlFailure.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FieldError, LimitedTextArea } from './Field.tsx';
import { color, space, type } from './theme.ts';

interface FocusFirstError {
  form: RefObject<HTMLFormElement | null>;
  /** Called when the server has answered. */
  answered: () => void;
}

/** For the form with the returned `form` ref; a field is invalid where its control has `aria-invalid`. */
export function useFocusFirstError(): FocusFirstError {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);
  // After the rendering, which sets `aria-invalid`.
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answers]);
  return { form, answered: () => setAnswers((count) => count + 1) };
}

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

interface FormDialogProps {
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

/** `tell` says a failure in words for people. */
export function useSubmit(
  send: () => Promise<unknown>,
  onSent: () => void,
  tell: (failure: unknown) => string,
): Pick<FormDialogProps, 'busy' | 'failure' | 'onSend'> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onSend = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await send();
    } catch (raised) {
      setFailure(tell(raised));
      return;
    } finally {
      setBusy(false);
    }
    onSent();
  };
  return { busy, failure, onSend };
}

interface TextPromptDialogProps {
  title: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Hint while the text is empty; null where it is optional. */
  missing: string | null;
  /** The most characters. */
  limit: number;
  sendLabel: string;
  sendVariant?: 'primary' | 'danger';
  /** Takes the focus where what opened the dialog goes with what was sent. */
  returnFocus: RefObject<HTMLElement | null>;
  /** Sends the trimmed text; a rejection is shown under the field. */
  onSend: (word: string) => Promise<unknown>;
  onClose: () => void;
  /** Error message of a failure; default `failureText`. */
  describeFailure?: (failure: unknown) => string;
}

/** Dialog that asks for one text and sends it. */
export function TextPromptDialog(props: TextPromptDialogProps) {
  const { title, label, hint, missing, limit, sendLabel, returnFocus, onSend, onClose } = props;
  const [typed, setTyped] = useState('');
  const word = typed.trim();
  const sending = useSubmit(() => onSend(word), onClose, props.describeFailure ?? failureText);
  return (
    <FormDialog
      title={title}
      dirty={word !== ''}
      missing={word === '' ? missing : null}
      invalid={typed.length > limit}
      sendLabel={sendLabel}
      sendVariant={props.sendVariant ?? 'primary'}
      returnFocus={returnFocus}
      onClose={onClose}
      {...sending}
    >
      <LimitedTextArea
        label={label}
        hint={hint}
        required={missing !== null}
        limit={limit}
        text={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
