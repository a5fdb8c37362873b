/** Asks for what a decision on an access request needs: a reason, a question or an end. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { TextPromptDialog, FormDialog, useSubmit } from '../../design/FormDialog.tsx';
import * as limits from '../../limits/generated.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { dayMs } from '../../i18n/formats.ts';
import type { AccessDecision, AccessRequestToDecideRowFragment } from './generated.ts';

interface ExpiryDialogProps {
  title: string;
  sendLabel: string;
  returnFocus: RefObject<HTMLElement | null>;
  /** Gets `2026-12-31`, or nothing where the day stayed empty. */
  onSend: (day: string) => Promise<unknown>;
  onClose: () => void;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Dialog that asks for the day on which access ends; it may stay empty. */
function ExpiryDialog({ title, sendLabel, returnFocus, onSend, onClose }: ExpiryDialogProps) {
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

export interface Question {
  of: AccessRequestToDecideRowFragment;
  act: Exclude<AccessDecision, 'approve'>;
}

interface DecisionDialogProps extends Question {
  returnFocus: RefObject<HTMLElement | null>;
  onSend: (given: { message?: string; expiresAt?: string }) => Promise<unknown>;
  onClose: () => void;
}

/** The end of a day is its last moment, where the approver is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

export function DecisionDialog({ of, act, onSend, ...rest }: DecisionDialogProps) {
  const { t } = useTranslation('dashboard');
  const shared = {
    title: t('accessRequests.actOf', {
      act: t(`accessRequests.acts.${act}`),
      service: of.request.service,
      name: of.requester?.name ?? t('admin.auditLog.gone'),
    }),
    sendLabel: t(`accessRequests.acts.${act}`),
    ...rest,
  };
  return act === 'grant' || act === 'renew' ? (
    <ExpiryDialog {...shared} onSend={(day) => onSend(day ? { expiresAt: endOf(day) } : {})} />
  ) : (
    <TextPromptDialog
      {...shared}
      label={t(`accessRequests.words.${act}`)}
      missing={t('accessRequests.wordFirst')}
      limit={limits.accessWord}
      sendVariant={act === 'ask' ? 'primary' : 'danger'}
      onSend={(message) => onSend({ message })}
    />
  );
}
