/** Webhooks: added, changed, given a new secret that is shown once, removed. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Sections } from '../../design/Sections.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import {
  useRemoveToolWebhookMutation,
  useRotateToolWebhookMutation,
  useToolWebhooksQuery,
  type ToolWebhookFragment,
} from './generated.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookRow } from './WebhookRow.tsx';

const heading = 'webhooks-heading';
const focusOn = (element: HTMLElement | null) => element?.focus();

/** Action that waits for confirmation. */
type PendingAction = { act: 'rotate' | 'remove'; webhook: ToolWebhookFragment };

const WebhookList = styled(RecordList)`
  --columns: minmax(0, 1.6fr) minmax(0, 1.2fr) minmax(0, 0.8fr) auto auto;
`;

export function Webhooks() {
  const { t } = useTranslation(['setup', 'common']);
  const { data, error, refetch } = useToolWebhooksQuery({ fetchPolicy: 'cache-and-network' });
  const [rotate, rotating] = useRotateToolWebhookMutation();
  const [remove, removing] = useRemoveToolWebhookMutation();
  const [open, setOpen] = useState<ToolWebhookFragment | 'new' | null>(null);
  const [question, setQuestion] = useState<PendingAction | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const kept = useFocusRestore(() => document.querySelector<HTMLElement>(`#${heading}`));
  const webhooks = data?.webhooks;

  const saved = async (made: string | null) => {
    setOpen(null);
    if (made) setSecret(made);
    await refetch();
  };
  const answer = async ({ act, webhook: { id } }: PendingAction) => {
    notify.dismiss(`webhook-${id}`);
    try {
      if (act === 'remove') await remove({ variables: { id } });
      else {
        const made = await rotate({ variables: { id } });
        setSecret(made.data?.rotateWebhookSecret.secret ?? null);
      }
      await refetch();
    } catch (failure) {
      notify.error(t('webhooks.failed'), {
        id: `webhook-${id}`,
        description: failureText(failure),
      });
    }
    setQuestion(null);
  };
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      () => notify.error(t('webhooks.copyFailed'), { id: 'copy' }),
    );

  return (
    <Sections {...kept}>
      <section>
        <h3 id={heading} tabIndex={-1}>
          {t('webhooks.title')}
        </h3>
        <p>{t('webhooks.hint')}</p>
        {secret ? (
          <section ref={focusOn} tabIndex={-1} aria-label={t('webhooks.once')}>
            <Notice
              tone="warning"
              title={t('webhooks.once')}
              actions={
                <>
                  <Button onClick={() => void copy(secret)}>{t('common:actions.copy')}</Button>
                  <Button onClick={() => setSecret(null)}>{t('common:actions.close')}</Button>
                </>
              }
            >
              <code aria-label={t('webhooks.secret')}>{secret}</code>
            </Notice>
          </section>
        ) : null}
        <QueryResult
          found={webhooks}
          error={error}
          failure={t('webhooks.loadFailed')}
          onRetry={refetch}
          empty={<EmptyState level={3} title={t('webhooks.empty')} />}
        />
        <WebhookList data-columns="">
          {webhooks?.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onChange={() => setOpen(webhook)}
              onAsk={(act) => setQuestion({ act, webhook })}
            />
          ))}
        </WebhookList>
        {webhooks ? (
          <Bar>
            <Button onClick={() => setOpen('new')}>{t('webhooks.add')}</Button>
          </Bar>
        ) : null}
      </section>
      {open ? (
        <WebhookDialog
          key={open === 'new' ? '' : open.id}
          webhook={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={saved}
        />
      ) : null}
      <AlertDialog
        open={question !== null}
        title={t(`webhooks.${question?.act ?? 'rotate'}Title`)}
        confirmLabel={t(`webhooks.${question?.act ?? 'rotate'}`)}
        busy={rotating.loading || removing.loading}
        onConfirm={() => question && void answer(question)}
        onCancel={() => setQuestion(null)}
      >
        {t(`webhooks.${question?.act ?? 'rotate'}Text`)}
      </AlertDialog>
    </Sections>
  );
}
