/** Dialog that asks for one text and sends it. */
import { useState, type ReactNode, type RefObject } from 'react';
import { failureText } from '../browser/graphqlFailure.ts';
import { FormDialog } from './FormDialog.tsx';
import { LimitedTextArea } from './LimitedText.tsx';
import { useSubmit } from './useSubmit.ts';

export interface TextPromptDialogProps {
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
