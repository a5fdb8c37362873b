/** People with granted access, each with what speaks for revoking it, and the list of those whom the reader should revoke. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { useFocusRestore, useRowFocus } from '../../design/focusRestore.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  useRevokeAccessMutation,
  useAccessToRevokeQuery,
  type AccessHolderRowFragment,
} from './generated.ts';

/** @param onDone called after each attempt, so that the list is read again */
function useRevoke(onDone: () => void) {
  const { t } = useTranslation('subscriptions');
  const [revoke, { loading }] = useRevokeAccessMutation();
  return {
    isBusy: loading,
    revoke: async ({ access: { request, requester }, revokeReason }: AccessHolderRowFragment) => {
      const { id, version, service } = request;
      notify.dismiss(`revoke-${id}`);
      try {
        const message = t(`messages.${revokeReason ?? 'idle'}`);
        await revoke({ variables: { id, expectedVersion: version, message } });
        notify.success(
          t('revoke.done', { service, name: requester?.name ?? t('revoke.deletedAccount') }),
        );
      } catch (failure) {
        notify.error(t('revoke.failed'), {
          id: `revoke-${id}`,
          description: failureText(failure),
        });
      }
      onDone();
    },
  };
}

interface AccessHoldersProps {
  holders: readonly AccessHolderRowFragment[];
  /** Names the service of each; left out on the page of one. */
  withService?: boolean;
  onChanged: () => void;
}

export function AccessHolders({ holders, withService = false, onChanged }: AccessHoldersProps) {
  const { t } = useTranslation('subscriptions');
  const { language } = useLanguage();
  const { revoke, isBusy } = useRevoke(onChanged);
  const root = useRef<HTMLDivElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => root.current);
  const answerOf = ({ review }: AccessHolderRowFragment) => {
    if (!review) return null;
    if (review.isNeeded === null) return t('holders.asked', { reminders: review.reminders });
    return t(review.isNeeded ? 'holders.needed' : 'holders.notNeeded');
  };
  return (
    <div ref={root} tabIndex={-1}>
      <RecordList {...focus.rows}>
        {holders.map((holder) => {
          const { request, requester, actions } = holder.access;
          const name = requester?.name ?? t('revoke.deletedAccount');
          const answer = answerOf(holder);
          return (
            <li key={request.id}>
              <div data-part="head">
                <strong>{name}</strong>
                {holder.revokeReason ? (
                  <Badge tone="warning">{t(`reasons.${holder.revokeReason}`)}</Badge>
                ) : null}
                {holder.isIdle && !holder.revokeReason ? <Badge>{t('holders.idle')}</Badge> : null}
              </div>
              <small>
                {withService ? (
                  <span>
                    {request.knowledgeItem ? (
                      <Link to={servicePath(request.knowledgeItem.id)}>{request.service}</Link>
                    ) : (
                      request.service
                    )}
                  </span>
                ) : null}
                {withService && requester?.company ? <span>{requester.company.name}</span> : null}
                <span>
                  {t('holders.since', { date: formatDate(request.statusChangedAt, language) })}
                </span>
                {answer ? <span>{answer}</span> : null}
              </small>
              {actions.includes('revoke') && (holder.revokeReason || holder.isIdle) ? (
                <Bar>
                  <Button
                    size="small"
                    aria-disabled={isBusy}
                    aria-label={t('revoke.of', { service: request.service, name })}
                    onClick={() => void revoke(holder)}
                  >
                    {t('revoke.press')}
                  </Button>
                </Bar>
              ) : null}
            </li>
          );
        })}
      </RecordList>
    </div>
  );
}

/** Granted access that the reader should revoke: of people who left, and after reviews. Nothing without any. */
export function AccessToRevoke() {
  const { t } = useTranslation('subscriptions');
  const { data, refetch } = useAccessToRevokeQuery({ fetchPolicy: 'cache-and-network' });
  // The list is removed with its last row: the reader goes on below it.
  const focus = useFocusRestore(() => document.querySelector<HTMLElement>('#main h3[tabindex]'));
  const holders = data?.accessToRevoke ?? [];
  if (holders.length === 0) return null;
  return (
    <section {...focus}>
      <h3>{t('toRevoke.title', { number: holders.length })}</h3>
      <p>{t('toRevoke.hint')}</p>
      <AccessHolders
        withService
        holders={holders}
        onChanged={() => void refetch().catch(() => null)}
      />
    </section>
  );
}
