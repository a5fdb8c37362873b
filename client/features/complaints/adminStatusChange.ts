/** Sets the status of reports at once on the screen, with an undo, and gives way to a faster admin. */
import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changedMeanwhile, failureText, isConflict } from '../../browser/graphqlFailure.ts';
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
  /** A failure is told beside the list. */
  set: ChangeStatus;
  /** The same with the reason why. @throws the first refusal */
  reject: (
    reports: readonly AdminComplaintFragment[],
    rejectionReason: string | null,
  ) => Promise<void>;
  /** Such a refusal in words for people: who was faster is named. */
  refusalText: (failure: unknown) => string;
  /** Back to a status that they have left here, a rejected one with its reason. */
  putBack: ChangeStatus;
}

/** How a report shall stand, or has stood. */
type Standing = Pick<AdminComplaintFragment, 'status' | 'rejectionReason'>;

/** `filter` is what the list shows, to read it anew. */
export function useStatusChange(filter: object): StatusChange {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();
  /** The reasons of those that were rejected no longer; the report keeps none then, the record of changes does. */
  const formerWords = useRef(new Map<string, string | null>());
  /** When reports were changed last, here or by those of whom one was told: who goes on does so from there, also where the list shows them no more. */
  const seenChanges = useRef(new Map<string, string>());
  const asSeen = (report: AdminComplaintFragment): AdminComplaintFragment => {
    const when = seenChanges.current.get(report.id);
    return when !== undefined && when > report.updatedAt ? { ...report, updatedAt: when } : report;
  };

  const setOne = async (report: AdminComplaintFragment, { status, rejectionReason }: Standing) => {
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

  /** The list as it is now, without the change that came too late. */
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
    const other = changedMeanwhile(failure);
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
  type Pairs = ReadonlyArray<readonly [AdminComplaintFragment, Standing]>;

  /** Answers what was changed, with how it stood before. */
  const setAll = async (pairs: Pairs, onFailure: OnFailure = tell) => {
    const outcomes = await Promise.all(
      pairs.map(([report, standing]) =>
        setOne(report, standing).catch(async (failure: unknown) => {
          onFailure(failure, report);
          const other = changedMeanwhile(failure);
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
    { status, rejectionReason }: Standing,
  ): boolean =>
    report.status === status &&
    (rejectionReason === null || rejectionReason === report.rejectionReason);

  /** Sets those that stand otherwise, and offers the way back. */
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
