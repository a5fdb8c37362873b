/** Copying, deleting and changing the readers of a loadout, each with Undo where it takes something away. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { randomId } from '../../browser/randomId.ts';
import { notify } from '../../design/notify.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import {
  useCopyLoadoutMutation,
  useDeleteLoadoutMutation,
  useRestoreLoadoutMutation,
  useSetLoadoutKindMutation,
  type LoadoutHeadFragment,
  type LoadoutKind,
} from './generated.ts';
import { titleOf } from './loadoutText.ts';

export interface LoadoutActions {
  copy: () => void;
  isCopying: boolean;
  remove: () => void;
  /** With `forAll` official for all companies. */
  setKind: (kind: LoadoutKind, forAll?: boolean) => void;
}

/** @param listPath path of all loadouts, where one is after the deletion */
export function useLoadoutActions(loadout: LoadoutHeadFragment, listPath: string): LoadoutActions {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [sendCopy, { loading }] = useCopyLoadoutMutation();
  const [sendDeletion] = useDeleteLoadoutMutation();
  const [sendRestoration] = useRestoreLoadoutMutation();
  const [sendKind] = useSetLoadoutKindMutation();
  const copyKey = useRef(randomId());
  const { id } = loadout;
  const wasForAll = loadout.kind === 'official' && loadout.company === null;
  const title = titleOf(loadout, language).text;

  const attempt = async (words: string, call: () => Promise<unknown>) => {
    notify.dismiss(`loadout-${id}`);
    try {
      await call();
    } catch (failure) {
      notify.error(words, { id: `loadout-${id}`, description: failureText(failure) });
    }
  };
  const undo = (run: () => Promise<unknown>) => ({
    label: t('common:actions.undo'),
    run: () => void run(),
  });

  const copy = () =>
    attempt(t('copyFailed'), async () => {
      const { data } = await sendCopy({ variables: { id, idempotencyKey: copyKey.current } });
      copyKey.current = randomId();
      notify.success(t('copied'), { id: `loadout-${id}` });
      if (data) await navigate(loadoutPath(data.copyLoadout.id));
    });
  const restore = () =>
    attempt(t('restoreFailed'), async () => {
      await sendRestoration({ variables: { id } });
      notify.success(t('restored', { title }), { id: `loadout-${id}` });
      await navigate(loadoutPath(id));
    });
  const remove = () =>
    attempt(t('deleteFailed'), async () => {
      await sendDeletion({ variables: { id } });
      await navigate(`${listPath}?mine`);
      notify.success(t('deleted', { title }), {
        id: `loadout-${id}`,
        duration: 'long',
        action: undo(restore),
      });
    });
  const setKind = (kind: LoadoutKind, allCompanies = false, isUndo = false): Promise<void> =>
    attempt(t('kindFailed'), async () => {
      await sendKind({ variables: { id, kind, allCompanies } });
      notify.success(t(`kindChanged.${kind}`), {
        id: `loadout-${id}`,
        duration: 'long',
        ...(isUndo ? {} : { action: undo(() => setKind(loadout.kind, wasForAll, true)) }),
      });
    });
  return {
    copy: () => void copy(),
    isCopying: loading,
    remove: () => void remove(),
    setKind: (kind, forAll) => void setKind(kind, forAll),
  };
}
