/** Asks for what a decision on an access request needs: a reason, a question or an end. */
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { TextPromptDialog } from '../../design/FormDialog.tsx';
import * as limits from '../../limits/generated.ts';
import { ExpiryDialog } from './ExpiryDialog.tsx';
import type { AccessDecision, AccessRequestToDecideRowFragment } from './generated.ts';

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
