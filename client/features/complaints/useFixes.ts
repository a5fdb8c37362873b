/** Suggested fixes of open complaints: applied in one press, with undo. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  ComplaintCountsDocument,
  useComplaintFixesQuery,
  useUndoComplaintFixMutation,
  type AdminComplaintFragment,
  type ComplaintType,
  type ProposedFixFragment,
} from './generated.ts';
import { NewReportsCountDocument } from '../../generated.ts';
import { useApplyComplaintFixMutation } from '../../items/generated.ts';

type Reported = Pick<AdminComplaintFragment, 'knowledgeItemId' | 'complaintType'>;

export interface Fixes {
  fixOf: (report: Reported) => ProposedFixFragment | null;
  apply: (report: Reported, fix: ProposedFixFragment) => Promise<void>;
  busy: boolean;
}

/** @param onDone refetches the list */
export function useFixes(type: ComplaintType | null, onDone: () => Promise<unknown>): Fixes {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const { data, refetch } = useComplaintFixesQuery({
    variables: { type },
    fetchPolicy: 'cache-and-network',
  });
  const [send, { loading }] = useApplyComplaintFixMutation();
  const [undo] = useUndoComplaintFixMutation();
  const fixes = new Map(data?.complaintGroups.map(({ key, fix }) => [key, fix]));

  const refetchLists = () =>
    Promise.all([
      onDone(),
      refetch(),
      ...[NewReportsCountDocument, ComplaintCountsDocument].map((query) =>
        client.query<unknown>({ query, fetchPolicy: 'network-only' }),
      ),
    ]).then(
      () => undefined,
      (failure: unknown) => console.info('The reports could not be read again', failure),
    );
  const showFailure = (id: string) => (failure: unknown) =>
    notify.error(t('fixes.failed'), { id, description: failureText(failure) });

  return {
    busy: loading,
    fixOf: ({ knowledgeItemId, complaintType }) =>
      fixes.get(`${knowledgeItemId}-${complaintType}`) ?? null,
    async apply(
      { knowledgeItemId, complaintType },
      { action, address, tags, language, otherItem, itemUpdatedAt },
    ) {
      const noticeId = `fix-${knowledgeItemId}-${complaintType}`;
      notify.dismiss(noticeId);
      try {
        const { data: done } = await send({
          variables: {
            itemId: knowledgeItemId,
            type: complaintType,
            fix: {
              action,
              address,
              tags,
              language,
              otherId: otherItem?.id ?? null,
              expectedUpdatedAt: itemUpdatedAt,
            },
          },
        });
        const id = done?.applyComplaintFix.id;
        notify.success(t(`fixes.done.${action}`), {
          duration: 'long',
          action: {
            label: t('common:actions.undo'),
            run: () =>
              void (id && undo({ variables: { id } }).then(refetchLists, showFailure(noticeId))),
          },
        });
      } catch (failure) {
        showFailure(noticeId)(failure);
      }
      await refetchLists();
    },
  };
}
