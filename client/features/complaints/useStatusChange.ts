/** Optimistic status changes of complaints with undo and conflict handling. */
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { conflictingChange, failureText, isConflict } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  AdminComplaintsDocument,
  ComplaintCountsDocument,
  SetComplaintStatusDocument,
  type AdminComplaintFragment,
  type ComplaintStatus,
} from './generated.ts';
import { NewReportsCountDocument } from '../../generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** Sets one status on all of the given reports. */
export type ChangeStatus = (
  reports: readonly AdminComplaintFragment[],
  status: ComplaintStatus,
) => Promise<void>;

export interface StatusChange {
  /** Failures are shown as notices. */
  set: ChangeStatus;
  /** Rejects with a reason. @throws the first refusal */
  reject: (
    reports: readonly AdminComplaintFragment[],
    rejectionReason: string | null,
  ) => Promise<void>;
  /** Error message of a refusal; a conflict names the other admin. */
  refusalText: (failure: unknown) => string;
  /** Restores a former status, a rejection with its reason. */
  restore: ChangeStatus;
}

/** Wanted or former status. */
type StatusWithReason = Pick<AdminComplaintFragment, 'status' | 'rejectionReason'>;

type OnFailure = (failure: unknown, report: AdminComplaintFragment) => void;
type Pairs = ReadonlyArray<readonly [AdminComplaintFragment, StatusWithReason]>;

const hasStatus = (
  report: AdminComplaintFragment,
  { status, rejectionReason }: StatusWithReason,
): boolean =>
  report.status === status &&
  (rejectionReason === null || rejectionReason === report.rejectionReason);

/** Sends one change; the cache shows it at once. */
async function sendStatus(
  client: ApolloClient,
  report: AdminComplaintFragment,
  { status, rejectionReason }: StatusWithReason,
): Promise<AdminComplaintFragment | undefined> {
  const resolvedAt = status === 'resolved' ? new Date().toISOString() : null;
  const { data } = await client.mutate({
    mutation: SetComplaintStatusDocument,
    variables: { id: report.id, status, rejectionReason, expectedUpdatedAt: report.updatedAt },
    optimisticResponse: {
      setComplaintStatus: { ...report, status, rejectionReason, resolvedAt },
    },
  });
  return data?.setComplaintStatus;
}

/** Never rejects: the older data stays. */
const refetchQuietly = (
  client: ApolloClient,
  query: DocumentNode,
  variables: object = {},
): Promise<unknown> =>
  client
    .query<unknown>({ query, variables: { ...variables }, fetchPolicy: 'network-only' })
    .catch((failure: unknown) => console.info('The complaints could not be read again', failure));

/** What a failed change says; a conflict names the other admin. */
function useFailures() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const conflictText = (failure: unknown): string | null => {
    const other = conflictingChange(failure);
    if (!other) return null;
    return t('admin.conflictBy', { name: other.who, when: formatRelative(other.when, language) });
  };
  const showFailure: OnFailure = (failure, report) => {
    const conflict = conflictText(failure);
    const id = `report-status-${report.id}`;
    if (conflict) notify.warning(conflict, { id });
    else notify.error(t('admin.changeFailed'), { id, description: failureText(failure) });
  };
  return { conflictText, showFailure };
}

/** @param filter variables of the list, for its refetch */
export function useStatusChange(filter: object): StatusChange {
  const { t } = useTranslation(['dashboard', 'common']);
  const { conflictText, showFailure } = useFailures();
  const client = useApolloClient();
  /** Reasons of former rejections, for undo: the complaint itself loses its reason. */
  const formerReasons = useRef(new Map<string, string | null>());
  /** Last known change times, also of complaints that have left the list: the base of the next change. */
  const changeTimes = useRef(new Map<string, string>());
  const withChangeTime = (report: AdminComplaintFragment): AdminComplaintFragment => {
    const when = changeTimes.current.get(report.id);
    return when !== undefined && when > report.updatedAt ? { ...report, updatedAt: when } : report;
  };

  const setOne = async (report: AdminComplaintFragment, target: StatusWithReason) => {
    notify.dismiss(`report-status-${report.id}`);
    if (report.status === 'rejected')
      formerReasons.current.set(report.id, report.rejectionReason ?? null);
    const after = await sendStatus(client, report, target);
    if (after) changeTimes.current.set(report.id, after.updatedAt);
    return after ? [[after, report] as const] : [];
  };
  /** Returns the changed complaints with their former status. */
  const setAll = async (pairs: Pairs, onFailure: OnFailure = showFailure) => {
    const outcomes = await Promise.all(
      pairs.map(([report, target]) =>
        setOne(report, target).catch(async (failure: unknown) => {
          onFailure(failure, report);
          const other = conflictingChange(failure);
          if (other) changeTimes.current.set(report.id, other.when);
          if (isConflict(failure)) await refetchQuietly(client, AdminComplaintsDocument, filter);
          return [];
        }),
      ),
    );
    for (const query of [NewReportsCountDocument, ComplaintCountsDocument])
      void refetchQuietly(client, query);
    return outcomes.flat();
  };

  /** Changes those with another status, and offers undo. */
  const change = async (pairs: Pairs, status: ComplaintStatus, onFailure?: OnFailure) => {
    const changed = await setAll(
      pairs.filter(([report, target]) => !hasStatus(report, target)),
      onFailure,
    );
    if (changed.length === 0) return;
    notify.success(t('admin.statusSaved', { status: t(`requests.statuses.${status}`) }), {
      duration: 'long',
      action: { label: t('common:actions.undo'), run: () => void setAll(changed) },
    });
  };

  return {
    set: (reports, status) =>
      change(
        reports.map((report) => [report, { status, rejectionReason: null }]),
        status,
      ),
    async reject(reports, rejectionReason) {
      const failures: unknown[] = [];
      await change(
        reports.map((report) => [withChangeTime(report), { status: 'rejected', rejectionReason }]),
        'rejected',
        (failure) => failures.push(failure),
      );
      if (failures.length > 0) throw failures[0];
    },
    refusalText: (failure) => conflictText(failure) ?? failureText(failure),
    restore: (reports, status) =>
      change(
        reports.map((report) => [
          report,
          {
            status,
            rejectionReason:
              status === 'rejected' ? (formerReasons.current.get(report.id) ?? null) : null,
          },
        ]),
        status,
      ),
  };
}
