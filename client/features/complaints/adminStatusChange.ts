/** Sets the status of reports at once on the screen, with an undo, and gives way to a faster admin. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { changedMeanwhile, failureText, isConflict } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  AdminComplaintsDocument,
  ComplaintCountsDocument,
  NewReportsCountDocument,
  SetComplaintStatusDocument,
  type AdminComplaintFragment,
  type ComplaintStatus,
} from '../../generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** Sets one status on all of the given reports, with the reason why they are rejected. `filter` is what the list shows, to read it anew. */
export type ChangeStatus = (
  reports: readonly AdminComplaintFragment[],
  status: ComplaintStatus,
  word?: string | null,
) => Promise<void>;

/** How a report shall stand, or has stood. */
type Standing = Pick<AdminComplaintFragment, 'status' | 'word'>;

export function useStatusChange(filter: object): ChangeStatus {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();

  const setOne = async (report: AdminComplaintFragment, { status, word }: Standing) => {
    const { data } = await client.mutate({
      mutation: SetComplaintStatusDocument,
      variables: { id: report.id, status, word, expectedUpdatedAt: report.updatedAt },
      optimisticResponse: {
        setComplaintStatus: {
          ...report,
          status,
          word,
          resolvedAt: status === 'resolved' ? new Date().toISOString() : null,
        },
      },
    });
    return { before: report, after: data?.setComplaintStatus };
  };

  /** The list as it is now, without the change that came too late. */
  const readAgain = () =>
    client
      .query({ query: AdminComplaintsDocument, variables: filter, fetchPolicy: 'network-only' })
      .then(
        () => undefined,
        (failure: unknown) => console.info('The reports could not be read again', failure),
      );

  const fail = async (failure: unknown) => {
    const other = changedMeanwhile(failure);
    if (other) {
      const when = formatRelative(other.when, language);
      notify.warning(t('admin.conflictBy', { name: other.who, when }));
    } else {
      notify.error(t('admin.changeFailed'), { description: failureText(failure) });
    }
    if (isConflict(failure)) await readAgain();
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

  /** Answers what was changed, with how it stood before. */
  const setAll = async (pairs: ReadonlyArray<[AdminComplaintFragment, Standing]>) => {
    const outcomes = await Promise.all(
      pairs.map(([report, standing]) =>
        setOne(report, standing).catch(async (failure: unknown) => {
          await fail(failure);
          return null;
        }),
      ),
    );
    void countAgain();
    return outcomes.flatMap((outcome) =>
      outcome?.after ? [[outcome.after, outcome.before] as const] : [],
    );
  };

  return async (reports, status, word = null) => {
    const changed = await setAll(
      reports
        .filter((report) => report.status !== status)
        .map((report) => [report, { status, word }]),
    );
    if (changed.length === 0) return;
    notify.success(t('admin.statusSaved', { status: t(`requests.statuses.${status}`) }), {
      duration: 'long',
      action: {
        label: t('common:actions.undo'),
        run: () => void setAll(changed.map(([report, before]) => [report, before])),
      },
    });
  };
}
