/** A dialog that asks for a word, a reason or an answer, and sends it: what was typed stays until it has arrived. */
import { useState, type ReactNode, type RefObject } from 'react';
import { failureText } from '../browser/graphqlFailure.ts';
import { FormDialog } from './FormDialog.tsx';
import { LimitedTextArea } from './LimitedTextArea.tsx';
import { useSending } from './useSending.ts';

export interface WordDialogProps {
  title: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is said while there is no word yet; null where it may be left out. */
  missing: string | null;
  /** The most characters. */
  limit: number;
  sendLabel: string;
  /** Takes the focus where what opened the dialog goes with what was sent. */
  returnFocus: RefObject<HTMLElement | null>;
  /** Sends the word, without the spaces around it; what it rejects with is told under the field. */
  onSend: (word: string) => Promise<unknown>;
  onClose: () => void;
  /** What was refused, in words for people; by default those of every refusal. */
  tell?: (failure: unknown) => string;
}

export function WordDialog(props: WordDialogProps) {
  const { title, label, hint, missing, limit, sendLabel, returnFocus, onSend, onClose } = props;
  const [typed, setTyped] = useState('');
  const word = typed.trim();
  const sending = useSending(() => onSend(word), onClose, props.tell ?? failureText);
  return (
    <FormDialog
      title={title}
      dirty={word !== ''}
      missing={word === '' ? missing : null}
      invalid={typed.length > limit}
      sendLabel={sendLabel}
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
