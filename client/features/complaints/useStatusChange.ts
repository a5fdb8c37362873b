/** Optimistic status changes of complaints with undo and conflict handling. */
import { useApolloClient } from '@apollo/client/react';
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
  putBack: ChangeStatus;
}

/** Wanted or former status. */
type StatusWithReason = Pick<AdminComplaintFragment, 'status' | 'rejectionReason'>;

/** `filter` is what the list shows, to read it anew. */
export function useStatusChange(filter: object): StatusChange {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();
  /** Reasons of former rejections, for undo: the complaint itself loses its reason. */
  const formerWords = useRef(new Map<string, string | null>());
  /** Last known change times, also of complaints that have left the list: the base of the next change. */
  const seenChanges = useRef(new Map<string, string>());
  const asSeen = (report: AdminComplaintFragment): AdminComplaintFragment => {
    const when = seenChanges.current.get(report.id);
    return when !== undefined && when > report.updatedAt ? { ...report, updatedAt: when } : report;
  };

  const setOne = async (
    report: AdminComplaintFragment,
    { status, rejectionReason }: StatusWithReason,
  ) => {
    notify.dismiss(`report-status-${report.id}`);
    if (report.status === 'rejected')
      formerWords.current.set(report.id, report.rejectionReason ?? null);
    const { data } = await client.mutate({
      mutation: SetComplaintStatusDocument,
      variables: { id: report.id, status, rejectionReason, expectedUpdatedAt: report.updatedAt },
      optimisticResponse: {
        setComplaintStatus: {
          ...report,
          status,
          rejectionReason,
          resolvedAt: status === 'resolved' ? new Date().toISOString() : null,
        },
      },
    });
    const after = data?.setComplaintStatus;
    if (after) seenChanges.current.set(report.id, after.updatedAt);
    return { before: report, after };
  };

  /** Refetches the list after a conflict. */
  const readAgain = () =>
    client
      .query({ query: AdminComplaintsDocument, variables: filter, fetchPolicy: 'network-only' })
      .then(
        () => undefined,
        (failure: unknown) => console.info('The reports could not be read again', failure),
      );

  const tell = (failure: unknown, report: AdminComplaintFragment) => {
    const conflict = conflictText(failure);
    const id = `report-status-${report.id}`;
    if (conflict) notify.warning(conflict, { id });
    else notify.error(t('admin.changeFailed'), { id, description: failureText(failure) });
  };
  const conflictText = (failure: unknown): string | null => {
    const other = conflictingChange(failure);
    if (!other) return null;
    return t('admin.conflictBy', { name: other.who, when: formatRelative(other.when, language) });
  };

  const countAgain = () =>
    Promise.all(
      [NewReportsCountDocument, ComplaintCountsDocument].map((query) =>
        client.query<unknown>({ query, fetchPolicy: 'network-only' }),
      ),
    ).then(
      () => undefined,
      (failure: unknown) => console.info('The new reports could not be counted', failure),
    );

  type OnFailure = (failure: unknown, report: AdminComplaintFragment) => void;
  type Pairs = ReadonlyArray<readonly [AdminComplaintFragment, StatusWithReason]>;

  /** Returns the changed complaints with their former status. */
  const setAll = async (pairs: Pairs, onFailure: OnFailure = tell) => {
    const outcomes = await Promise.all(
      pairs.map(([report, standing]) =>
        setOne(report, standing).catch(async (failure: unknown) => {
          onFailure(failure, report);
          const other = conflictingChange(failure);
          if (other) seenChanges.current.set(report.id, other.when);
          if (isConflict(failure)) await readAgain();
          return null;
        }),
      ),
    );
    void countAgain();
    return outcomes.flatMap((outcome) =>
      outcome?.after ? [[outcome.after, outcome.before] as const] : [],
    );
  };

  const standsSo = (
    report: AdminComplaintFragment,
    { status, rejectionReason }: StatusWithReason,
  ): boolean =>
    report.status === status &&
    (rejectionReason === null || rejectionReason === report.rejectionReason);

  /** Changes those with another status, and offers undo. */
  const change = async (pairs: Pairs, status: ComplaintStatus, onFailure?: OnFailure) => {
    const changed = await setAll(
      pairs.filter(([report, standing]) => !standsSo(report, standing)),
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
        reports.map((report) => [asSeen(report), { status: 'rejected', rejectionReason }]),
        'rejected',
        (failure) => failures.push(failure),
      );
      if (failures.length > 0) throw failures[0];
    },
    refusalText: (failure) => conflictText(failure) ?? failureText(failure),
    putBack: (reports, status) =>
      change(
        reports.map((report) => [
          report,
          {
            status,
            rejectionReason:
              status === 'rejected' ? (formerWords.current.get(report.id) ?? null) : null,
          },
        ]),
        status,
      ),
  };
}
