/** The reader's own access requests, newest first. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import { TextPromptDialog } from '../../design/FormDialog.tsx';
import {
  useAnswerAccessRequestMutation,
  useMyAccessRequestsQuery,
  useWithdrawAccessRequestMutation,
  type OwnAccessAction,
  type OwnAccessRequestFragment,
} from './generated.ts';
import {
  formatDate,
  formatDateTime,
  formatDeadline,
  formatList,
  formatRelative,
} from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import * as limits from '../../limits/generated.ts';
import { statusTones } from './access.styles.ts';

interface OwnRequestProps {
  request: OwnAccessRequestFragment;
  onAct: (act: OwnAccessAction) => void;
}

function OwnRequest({ request, onAct }: OwnRequestProps) {
  const { t } = useTranslation(['dashboard', 'service']);
  const { language } = useLanguage();
  const question = request.status === 'needs_answer' ? request.decisionMessage : null;
  const bar =
    request.actions.length > 0 ? (
      <Bar>
        {request.actions.map((act) => (
          <Button
            key={act}
            variant={act === 'answer' ? 'primary' : 'secondary'}
            aria-label={t(`requests.${act}Of`, { service: request.service })}
            onClick={() => onAct(act)}
          >
            {t(`requests.${act}`)}
          </Button>
        ))}
      </Bar>
    ) : null;
  return (
    <li>
      <div data-part="head">
        <strong>
          {request.knowledgeItem ? (
            <Link to={servicePath(request.knowledgeItem.id)}>{request.service}</Link>
          ) : (
            request.service
          )}
        </strong>
        <Badge tone={statusTones[request.status]}>{t(`accessStatuses.${request.status}`)}</Badge>
        {request.status === 'requested' && request.state === 'failed' ? (
          <Badge tone="danger">{t('requests.mailFailed')}</Badge>
        ) : null}
      </div>
      <p data-part="text">{request.features}</p>
      {request.dataClasses.length > 0 ? (
        <p data-part="text">
          {t('accessRequests.data', {
            classes: formatList(
              request.dataClasses.map((one) => t(`service:rules.class.${one}`)),
              language,
            ),
          })}
        </p>
      ) : null}
      {request.decisionMessage && !question ? (
        <p data-part="text">{t('requests.word', { word: request.decisionMessage })}</p>
      ) : null}
      {request.answer ? (
        <p data-part="text">{t('requests.ownAnswer', { answer: request.answer })}</p>
      ) : null}
      <small>
        <span>{t(`access.plans.${request.subscriptionType}`)}</span>
        {request.needsTesting ? <span>{t('requests.testing')}</span> : null}
        <time dateTime={request.createdAt} title={formatDateTime(request.createdAt, language)}>
          {formatRelative(request.createdAt, language)}
        </time>
        {request.status === 'requested' ? (
          <span>{t('requests.due', { date: formatDeadline(request.dueAt, language) })}</span>
        ) : null}
        {request.status === 'granted' && request.expiresAt ? (
          <span>{t('requests.until', { date: formatDate(request.expiresAt, language) })}</span>
        ) : null}
      </small>
      {question ? (
        <div>
          <p data-part="question">
            {t('requests.asks')} {question}
          </p>
          {bar}
        </div>
      ) : (
        bar
      )}
    </li>
  );
}

export function MyAccessRequests() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useMyAccessRequestsQuery({ fetchPolicy: 'cache-and-network' });
  const requests = data?.myAccessRequests;
  const [withdraw, withdrawing] = useWithdrawAccessRequestMutation();
  const [answer] = useAnswerAccessRequestMutation();
  const [answering, setAnswering] = useState<OwnAccessRequestFragment | null>(null);
  const [leaving, setLeaving] = useState<OwnAccessRequestFragment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);
  const takeBack = async ({ id, version }: OwnAccessRequestFragment) => {
    notify.dismiss(`withdraw-${id}`);
    try {
      await withdraw({ variables: { id, expectedVersion: version } });
      notify.success(t('requests.withdrawn'));
    } catch (failure) {
      notify.error(t('requests.withdrawFailed'), {
        id: `withdraw-${id}`,
        description: failureText(failure),
      });
      await refetch();
    }
    setLeaving(null);
  };
  const start: Record<OwnAccessAction, (request: OwnAccessRequestFragment) => void> = {
    answer: setAnswering,
    withdraw: setLeaving,
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t('requests.access')}
      </h3>
      <QueryResult
        found={requests}
        error={error}
        failure={t('requests.loadFailed')}
        skeleton={<Skeleton style={{ height: 72 }} />}
        empty={<p>{t('requests.noAccess')}</p>}
      />
      <RecordList {...focus.rows}>
        {requests?.map((request) => (
          <OwnRequest key={request.id} request={request} onAct={(act) => start[act](request)} />
        ))}
      </RecordList>
      <AlertDialog
        open={leaving !== null}
        title={t('requests.withdrawTitle', { service: leaving?.service ?? '' })}
        confirmLabel={t('requests.withdraw')}
        busy={withdrawing.loading}
        onConfirm={() => leaving && void takeBack(leaving)}
        onCancel={() => setLeaving(null)}
        returnFocus={() => focus.next() ?? heading.current}
      >
        {t('requests.withdrawText')}
      </AlertDialog>
      {answering ? (
        <TextPromptDialog
          title={t('requests.answerOf', { service: answering.service })}
          label={answering.decisionMessage ?? t('requests.answer')}
          missing={t('accessRequests.wordFirst')}
          limit={limits.accessWord}
          sendLabel={t('requests.sendAnswer')}
          returnFocus={next}
          onSend={async (word) => {
            const { id, version } = answering;
            await answer({ variables: { id, answer: word, expectedVersion: version } });
            next.current = focus.next() ?? null;
            notify.success(t('requests.answered'));
          }}
          onClose={() => setAnswering(null)}
        />
      ) : null}
    </section>
  );
}
