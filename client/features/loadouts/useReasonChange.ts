/** Saving of what a service of a loadout is for, over other changes but not over another text, with Undo. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, isRefusedFor } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import type { Language } from '../../i18n/languages.ts';
import type { EditedLoadout } from './editedLoadout.ts';
import {
  LoadoutVersionFragmentDoc,
  useUpdateLoadoutItemMutation,
  type LoadoutRowFragment,
  type LoadoutVersionFragment,
} from './generated.ts';
import { inLanguage, reasonOf } from './loadoutText.ts';

/** Resolves to what went wrong, or null. */
export type SetReason = (
  row: LoadoutRowFragment,
  text: string,
  language: Language,
) => Promise<string | null>;

export interface ReasonChangeOptions extends EditedLoadout {
  /** Resolves when the other changes so far are saved: they give the loadout another version. */
  whenIdle: () => Promise<void>;
}

export function useReasonChange({ loadout, reload, whenIdle }: ReasonChangeOptions): SetReason {
  const { t } = useTranslation(['loadouts', 'common']);
  const [sendReason] = useUpdateLoadoutItemMutation();
  const { id } = loadout;
  const noticeId = `loadout-services-${id}`;
  const undo = ({ item, reasonRu, reasonEn }: LoadoutRowFragment) =>
    sendReason({ variables: { id, input: { itemId: item.id, reasonRu, reasonEn } } }).then(
      () => notify.success(t('editor.undone'), { id: noticeId }),
      (failure: unknown) =>
        notify.error(t('editor.undoFailed'), { id: noticeId, description: failureText(failure) }),
    );
  const { cache } = useApolloClient();
  return async (row, text, written) => {
    const input = { itemId: row.item.id, ...inLanguage('reason', text || null, written) };
    await whenIdle();
    // The page may not have shown the last answer yet.
    const stored = cache.readFragment<LoadoutVersionFragment>({
      id: cache.identify({ __typename: 'Loadout', id })!,
      fragment: LoadoutVersionFragmentDoc,
    });
    let version = stored?.version ?? loadout.version;
    // Another version may only have other services: then it is saved over.
    for (let attempt = 0; ; attempt += 1) {
      try {
        await sendReason({ variables: { id, input, expectedVersion: version } });
        notify.success(t('editor.saved'), {
          id: noticeId,
          action: { label: t('common:actions.undo'), run: () => void undo(row) },
        });
        return null;
      } catch (failure) {
        const fresh = isRefusedFor(failure, 'changedMeanwhile') ? await reload() : undefined;
        const theirs = fresh?.items.find(({ item }) => item.id === row.item.id);
        if (!fresh || !theirs || attempt === 2) return failureText(failure);
        if (theirs.reasonRu !== row.reasonRu || theirs.reasonEn !== row.reasonEn)
          return t('editor.reasonConflict', { text: reasonOf(theirs, written).text });
        ({ version } = fresh);
      }
    }
  };
}
