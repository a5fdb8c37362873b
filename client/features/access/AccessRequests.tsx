/** Access requests that the reader decides, with keyboard shortcuts. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, isNotFound } from '../../browser/graphqlFailure.ts';
import { useSingleKeys } from '../../browser/keyboard.ts';
import { useUrlChoice } from '../../browser/listAddress.ts';
import { Bar, FilterBar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { KeysHint } from '../../design/Sections.ts';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { openKeys, useRowKeys } from '../../design/rowKeys.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import {
  useAccessRequestToDecideQuery,
  useAccessRequestsToDecideQuery,
  useDecideAccessMutation,
  useSeatsForRequestsQuery,
  useUndoAccessDecisionMutation,
  type AccessRequestToDecideRowFragment,
  type AccessDecision,
} from './generated.ts';
import type { AccessRequestStatus } from '../../generated.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { AccessRequestItem, type Seats } from './AccessRequestItem.tsx';
import { DecisionDialog, type Question } from './DecisionDialog.tsx';

const views = {
  waiting: ['requested', 'approved'],
  asked: ['needs_answer'],
  granted: ['granted'],
  done: ['declined', 'expired', 'revoked', 'withdrawn'],
} as const satisfies Record<string, readonly AccessRequestStatus[]>;
type View = keyof typeof views;
const viewNames = Object.keys(views) as [View, ...View[]];

/** The seats of the requester's company when none is free, or null. */
function useSeats() {
  const { data } = useSeatsForRequestsQuery({ fetchPolicy: 'cache-and-network' });
  return ({ request, requester }: AccessRequestToDecideRowFragment): Seats | null =>
    data?.subscriptions.subscriptions.find(
      ({ knowledgeItem, company, seats, seatsTaken }) =>
        seatsTaken >= seats &&
        knowledgeItem !== null &&
        knowledgeItem.id === request.knowledgeItem?.id &&
        company.key === requester?.company?.key,
    ) ?? null;
}

export interface AccessRequestsProps {
  /** The one request that is shown; null: all, by how they stand. */
  requestId: string | null;
  onShowAll: () => void;
}

export function AccessRequests({ requestId, onShowAll }: AccessRequestsProps) {
  const singleKeys = useSingleKeys();
  const { t } = useTranslation(['dashboard', 'common']);
  const [view, setView] = useUrlChoice('view', viewNames);
  const [asked, setAsked] = useState<Question | null>(null);
  const all = useAccessRequestsToDecideQuery({
    variables: { statuses: [...views[view]] },
    fetchPolicy: 'cache-and-network',
    skip: requestId !== null,
  });
  const one = useAccessRequestToDecideQuery({
    variables: { id: requestId ?? '' },
    fetchPolicy: 'cache-and-network',
    skip: requestId === null,
  });
  const { error, refetch } = requestId === null ? all : one;
  const [decide, { loading }] = useDecideAccessMutation({
    refetchQueries: ['AccessRequestsToDecideCount'],
  });
  const [undo] = useUndoAccessDecisionMutation({
    refetchQueries: ['AccessRequestsToDecideCount'],
  });
  const [now] = useState(() => Date.now());
  const seatsOf = useSeats();
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);
  const isGone = requestId !== null && isNotFound(error);
  const cases =
    requestId === null
      ? all.data?.accessRequestsToDecide
      : one.data && [one.data.accessRequestToDecide];

  const showFailure = (id: string, failure: unknown) =>
    notify.error(t('accessRequests.failed'), {
      id: `access-${id}`,
      description: failureText(failure),
    });
  const takeBack = async (id: string, expectedVersion: number) => {
    try {
      await undo({ variables: { id, expectedVersion } });
      notify.success(t('accessRequests.undone'));
    } catch (failure) {
      showFailure(id, failure);
    }
    await refetch();
  };
  const send = async (
    { request }: AccessRequestToDecideRowFragment,
    act: AccessDecision,
    given: { message?: string; expiresAt?: string } = {},
  ) => {
    const { id, version, service } = request;
    notify.dismiss(`access-${id}`);
    try {
      await decide({ variables: { id, decision: act, expectedVersion: version, ...given } });
      notify.success(t(`accessRequests.done.${act}`, { service }), {
        duration: 'long',
        action: { label: t('common:actions.undo'), run: () => void takeBack(id, version + 1) },
      });
    } finally {
      await refetch();
      next.current = focus.next() ?? null;
    }
  };
  const start = (of: AccessRequestToDecideRowFragment, act: AccessDecision) => {
    if (loading) return;
    if (act !== 'approve') return setAsked({ of, act });
    void send(of, act).catch((failure: unknown) => showFailure(of.request.id, failure));
  };
  const press =
    (...acts: AccessDecision[]) =>
    (id: string) => {
      const of = cases?.find(({ request }) => request.id === id);
      const act = of?.actions.find((one) => acts.includes(one));
      if (of && act) start(of, act);
    };
  useRowKeys(focus.rows.ref, singleKeys, {
    Digit1: press('approve', 'grant', 'renew'),
    Digit2: press('ask'),
    Digit3: press('decline', 'revoke'),
    ...openKeys,
  });

  return (
    <section>
      <VisuallyHidden as="h3" ref={heading} tabIndex={-1}>
        {t('accessRequests.title')}
      </VisuallyHidden>
      {requestId === null ? (
        <FilterBar>
          <SegmentedControl<View>
            isFoldable
            label={t('accessRequests.show')}
            value={view}
            onChange={setView}
            options={viewNames.map((value) => ({
              value,
              label: t(`accessRequests.views.${value}`),
            }))}
          />
        </FilterBar>
      ) : (
        <Bar>
          <Button onClick={onShowAll}>{t('accessRequests.all')}</Button>
        </Bar>
      )}
      <QueryResult
        found={cases}
        error={error}
        failure={t(isGone ? 'accessRequests.gone' : 'accessRequests.loadFailed')}
        {...(isGone ? {} : { onRetry: refetch })}
        skeleton={<Skeleton style={{ height: 96 }} />}
        empty={<p>{t('accessRequests.empty')}</p>}
      />
      <RecordList data-aligned="" {...focus.rows}>
        {cases?.map((one) => (
          <AccessRequestItem
            key={one.request.id}
            of={one}
            now={now}
            seats={seatsOf(one)}
            onAct={(act) => start(one, act)}
          />
        ))}
      </RecordList>
      {singleKeys && cases && cases.length > 0 ? (
        <KeysHint>{t('accessRequests.hint')}</KeysHint>
      ) : null}
      {asked ? (
        <DecisionDialog
          {...asked}
          returnFocus={next}
          onSend={(given) => send(asked.of, asked.act, given)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}
