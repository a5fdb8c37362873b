/** Dialog that asks for the day on which access ends; it may stay empty. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog, useSubmit } from '../../design/FormDialog.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { dayMs } from '../../i18n/formats.ts';
import * as limits from '../../limits/generated.ts';

export interface ExpiryDialogProps {
  title: string;
  sendLabel: string;
  returnFocus: RefObject<HTMLElement | null>;
  /** Gets `2026-12-31`, or nothing where the day stayed empty. */
  onSend: (day: string) => Promise<unknown>;
  onClose: () => void;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function ExpiryDialog({
  title,
  sendLabel,
  returnFocus,
  onSend,
  onClose,
}: ExpiryDialogProps) {
  const { t } = useTranslation('dashboard');
  const [day, setDay] = useState('');
  const [[first, last]] = useState(() => [
    dayOf(Date.now() + dayMs),
    dayOf(Date.now() + (limits.accessDays - 1) * dayMs),
  ]);
  const sending = useSubmit(() => onSend(day), onClose, failureText);
  return (
    <FormDialog
      title={title}
      dirty={day !== ''}
      missing={null}
      invalid={false}
      sendLabel={sendLabel}
      returnFocus={returnFocus}
      onClose={onClose}
      {...sending}
    >
      <Field label={t('accessRequests.day')} hint={t('accessRequests.dayHint')}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            min={first}
            max={last}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
