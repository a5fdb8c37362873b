/** Taking a loadout: marks its approved services as used, with Undo. */
import { useTranslation } from 'react-i18next';
import { recordContribution } from '../../browser/firstContribution.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { useTakeLoadoutMutation, useUndoTakeLoadoutMutation } from './generated.ts';

/** Takes back the marks and the undecided requests of a taken loadout. */
export function useUndoTake(id: string): () => Promise<void> {
  const { t } = useTranslation('loadouts');
  const [undo] = useUndoTakeLoadoutMutation();
  return async () => {
    try {
      await undo({ variables: { id } });
      notify.success(t('take.undone'), { id: `take-${id}`, duration: 'short' });
    } catch (failure) {
      notify.error(t('take.undoFailed'), { id: `take-${id}`, description: failureText(failure) });
    }
  };
}

export interface TakeLoadout {
  /** Resolves to whether it is taken. */
  take: (itemIds: readonly string[]) => Promise<boolean>;
  isTaking: boolean;
}

export function useTakeLoadout(id: string): TakeLoadout {
  const { t } = useTranslation(['loadouts', 'common']);
  const [send, { loading }] = useTakeLoadoutMutation();
  const undo = useUndoTake(id);
  const take = async (itemIds: readonly string[]) => {
    notify.dismiss(`take-${id}`);
    try {
      await send({ variables: { id, markItemIds: [...itemIds] } });
    } catch (failure) {
      notify.error(t('take.failed'), { id: `take-${id}`, description: failureText(failure) });
      return false;
    }
    if (itemIds.length > 0) recordContribution();
    notify.success(
      itemIds.length > 0 ? t('take.done', { count: itemIds.length }) : t('take.taken'),
      {
        id: `take-${id}`,
        duration: 'long',
        action: { label: t('common:actions.undo'), run: () => void undo() },
      },
    );
    return true;
  };
  return { take, isTaking: loading };
}
