/** A word that is sent: a reason, a question, an answer; or the day on which access ends. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { LimitedTextArea } from '../../design/LimitedTextArea.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import * as limits from '../../limits/generated.ts';

export interface WordDialogProps {
  title: string;
  label: string;
  sendLabel: string;
  /** Whether a day is asked for, which may stay empty; else a text, which may not. */
  asksDay?: boolean;
  returnFocus: RefObject<HTMLElement | null>;
  onSend: (given: string) => Promise<unknown>;
  onClose: () => void;
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function WordDialog(props: WordDialogProps) {
  const { title, label, sendLabel, asksDay = false, returnFocus, onSend, onClose } = props;
  const { t } = useTranslation('dashboard');
  const [given, setGiven] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [[first, last]] = useState(() => [
    dayOf(Date.now() + dayMs),
    dayOf(Date.now() + (limits.accessDays - 1) * dayMs),
  ]);
  const isTooLong = given.length > limits.accessWord;
  const send = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await onSend(given.trim());
      onClose();
    } catch (raised) {
      setFailure(failureText(raised));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      dirty={given.trim() !== ''}
      missing={asksDay || given.trim() !== '' ? null : t('accessDesk.wordFirst')}
      invalid={isTooLong}
      busy={isBusy}
      sendLabel={sendLabel}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      {asksDay ? (
        <Field label={label} hint={t('accessDesk.dayHint')}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              min={first}
              max={last}
              value={given}
              onChange={(event) => setGiven(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <LimitedTextArea
          label={label}
          required
          limit={limits.accessWord}
          text={given}
          onChange={setGiven}
        />
      )}
    </FormDialog>
  );
}
