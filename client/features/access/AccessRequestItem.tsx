/** Access request in the list of an approver. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { RecordRow } from '../../design/RecordList.tsx';
import type {
  AccessRequestToDecideRowFragment,
  AccessDecision,
  DataClass,
  EffectiveDataVerdict,
} from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate, formatNearDeadline } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { statusTones } from './access.styles.ts';

const verdictTones: Record<EffectiveDataVerdict, BadgeTone> = {
  yes: 'success',
  yes_if: 'success',
  ask: 'warning',
  being_checked: 'info',
  no: 'danger',
  undecided: 'neutral',
};

export interface Seats {
  seats: number;
  seatsTaken: number;
}

export interface AccessRequestItemProps {
  of: AccessRequestToDecideRowFragment;
  now: number;
  /** Seats of which none is free; null where one is, or nobody knows. */
  seats: Seats | null;
  onAct: (act: AccessDecision) => void;
}

export function AccessRequestItem({ of, now, seats, onAct }: AccessRequestItemProps) {
  const { t } = useTranslation(['dashboard', 'service']);
  const { language } = useLanguage();
  const { request, requester, decidedBy, actions: acts } = of;
  const name = requester?.name ?? t('admin.auditLog.gone');
  // A question is no decision.
  const isUndecided = request.status === 'requested' || request.status === 'needs_answer';
  const isOverdue = request.isPending && Date.parse(request.dueAt) < now;
  const status = (
    <Badge tone={statusTones[request.status]}>{t(`accessStatuses.${request.status}`)}</Badge>
  );
  const noSeat =
    seats && (request.status === 'requested' || request.status === 'approved') ? (
      <Badge tone="warning">
        {t('accessRequests.noSeat', { taken: seats.seatsTaken, seats: seats.seats })}
      </Badge>
    ) : null;
  const data = request.dataClasses.length > 0 ? <RequestedData of={of} /> : null;
  /** A filled button recommends its action. */
  const isRecommended = (act: AccessDecision): boolean =>
    noSeat === null &&
    request.dataClasses.every((dataClass) => {
      const verdict = of.dataVerdicts.find((one) => one.dataClass === dataClass)?.verdict;
      return act === 'approve' ? verdict === 'yes' || verdict === 'yes_if' : verdict !== 'no';
    });
  const isStatusShown = !isOverdue && !noSeat && request.status !== 'requested';
  return (
    <RecordRow
      id={request.id}
      title={
        request.knowledgeItem ? (
          <Link to={servicePath(request.knowledgeItem.id)}>{request.service}</Link>
        ) : (
          request.service
        )
      }
      badges={
        <>
          {isOverdue ? <Badge tone="danger">{t('accessRequests.overdue')}</Badge> : null}
          {noSeat ?? (isStatusShown ? status : null)}
        </>
      }
      // Its actions say the same.
      moreBadges={isStatusShown ? null : status}
      summary={request.features}
      note={data}
      meta={
        <>
          <span>{[name, requester?.company?.name].filter(Boolean).join(', ')}</span>
          {request.isPending ? (
            <span>
              {t('accessRequests.due', { date: formatNearDeadline(request.dueAt, language) })}
            </span>
          ) : null}
        </>
      }
      moreMeta={
        <>
          <span>{t(`access.plans.${request.subscriptionType}`)}</span>
          {request.needsTesting ? <span>{t('requests.testing')}</span> : null}
          {request.expiresAt ? (
            <span>
              {t('accessRequests.until', { date: formatDate(request.expiresAt, language) })}
            </span>
          ) : null}
          {decidedBy ? (
            <span>
              {t(isUndecided ? 'accessRequests.askedBy' : 'accessRequests.decidedBy', {
                name: decidedBy.name,
              })}
            </span>
          ) : null}
        </>
      }
      openLabel={t('accessRequests.open', { service: request.service, name })}
      actions={acts.map((act, place) => (
        <Button
          key={act}
          variant={place === 0 && isRecommended(act) ? 'primary' : 'secondary'}
          aria-label={t('accessRequests.actOf', {
            act: t(`accessRequests.acts.${act}`),
            service: request.service,
            name,
          })}
          onClick={() => onAct(act)}
        >
          {t(`accessRequests.acts.${act}`)}
        </Button>
      ))}
    >
      <p data-part="text">{request.features}</p>
      {data ? <p data-part="text">{data}</p> : null}
      {request.decisionMessage ? (
        <p data-part="text">{t('accessRequests.word', { word: request.decisionMessage })}</p>
      ) : null}
      {request.answer ? (
        <p data-part="text">{t('accessRequests.answer', { answer: request.answer })}</p>
      ) : null}
    </RecordRow>
  );
}

/** The data of a request, each with what the requester's company has decided about it. */
function RequestedData({ of }: { of: AccessRequestToDecideRowFragment }) {
  const { t } = useTranslation(['dashboard', 'service']);
  const { language } = useLanguage();
  const company = of.requester?.company?.name;
  const verdictOf = (dataClass: DataClass) => {
    const found = of.dataVerdicts.find((one) => one.dataClass === dataClass);
    if (!found) return null;
    const { verdict } = found;
    const words =
      verdict === 'undecided' && company
        ? t('accessRequests.undecidedAt', { company })
        : t(`service:rules.verdict.${verdict}`);
    const condition = chooseText(found.conditionRu, found.conditionEn, language);
    return (
      <>
        {' '}
        <Badge tone={verdictTones[verdict]}>{words}</Badge>
        {condition.text ? <span lang={condition.language}> {condition.text}</span> : null}
      </>
    );
  };
  return (
    <>
      {t('accessRequests.dataLabel')}{' '}
      {of.request.dataClasses.map((dataClass, place) => (
        <Fragment key={dataClass}>
          {place > 0 ? ', ' : null}
          {t(`service:rules.class.${dataClass}`)}
          {verdictOf(dataClass)}
        </Fragment>
      ))}
    </>
  );
}
