/** Asks for the day on which access ends; it may stay empty. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useSending } from '../../design/useSending.ts';
import { dayMs } from '../../i18n/formats.ts';
import * as limits from '../../limits/generated.ts';

export interface DayDialogProps {
  title: string;
  sendLabel: string;
  returnFocus: RefObject<HTMLElement | null>;
  /** Gets `2026-12-31`, or nothing where the day stayed empty. */
  onSend: (day: string) => Promise<unknown>;
  onClose: () => void;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function DayDialog({ title, sendLabel, returnFocus, onSend, onClose }: DayDialogProps) {
  const { t } = useTranslation('dashboard');
  const [day, setDay] = useState('');
  const [[first, last]] = useState(() => [
    dayOf(Date.now() + dayMs),
    dayOf(Date.now() + (limits.accessDays - 1) * dayMs),
  ]);
  const sending = useSending(() => onSend(day), onClose, failureText);
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
      <Field label={t('accessDesk.day')} hint={t('accessDesk.dayHint')}>
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
