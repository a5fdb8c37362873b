/** Changes of a loadout's services, saved one after another, each with Undo. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { announce } from '../../design/Announcer.tsx';
import { notify } from '../../design/notify.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useAddLoadoutItemMutation,
  useMoveLoadoutItemMutation,
  useRemoveLoadoutItemMutation,
  type LoadoutRowFragment,
} from './generated.ts';
import type { EditedLoadout } from './editedLoadout.ts';
import { titleOf } from './loadoutText.ts';
import { moveTo } from './useDragOrder.ts';

export interface ServiceChanges {
  /** Ids in the order that is shown: with moves that are being saved. */
  ids: readonly string[];
  add: (itemId: string, title: string) => void;
  remove: (itemId: string) => void;
  /** Resolves when everything so far is saved. */
  whenIdle: () => Promise<void>;
  /** @param position counted from 0 */
  move: (itemId: string, position: number) => void;
}

/** Runs changes in the order in which they were made. */
function useQueue(noticeId: string, onEmpty: () => void) {
  const { t } = useTranslation('loadouts');
  const queue = useRef({ last: Promise.resolve(), length: 0 });
  const enqueue = (call: () => Promise<unknown>): void => {
    const { current } = queue;
    current.length += 1;
    current.last = current.last.then(async () => {
      try {
        await call();
      } catch (failure) {
        notify.error(t('editor.saveFailed'), { id: noticeId, description: failureText(failure) });
      } finally {
        current.length -= 1;
        if (current.length === 0) onEmpty();
      }
    });
  };
  return { enqueue, whenIdle: () => queue.current.last };
}

export interface ServiceChangesOptions extends Pick<EditedLoadout, 'loadout'> {
  /** Takes the focus when a row has gone with it. */
  onRowLost: () => void;
}

export function useServiceChanges({ loadout, onRowLost }: ServiceChangesOptions): ServiceChanges {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const [sendAdd] = useAddLoadoutItemMutation();
  const [sendRemove] = useRemoveLoadoutItemMutation();
  const [sendMove] = useMoveLoadoutItemMutation();
  const [pending, setPending] = useState<readonly string[] | null>(null);
  const { id } = loadout;
  const saved = loadout.items.map(({ item }) => item.id);
  const ids = pending ?? saved;
  const noticeId = `loadout-services-${id}`;
  const { enqueue, whenIdle } = useQueue(noticeId, () => setPending(null));
  const nameOf = (itemId: string) => {
    const row = loadout.items.find(({ item }) => item.id === itemId);
    return row ? titleOf(row.item, language).text : '';
  };

  const tell = (words: string, undo: () => void): void =>
    notify.success(words, {
      id: noticeId,
      duration: 'long',
      action: { label: t('common:actions.undo'), run: undo },
    });

  const move = (itemId: string, position: number, isUndo = false): void => {
    const before = ids.indexOf(itemId);
    const title = nameOf(itemId);
    setPending(moveTo(ids, itemId, position));
    announce(t('editor.moved', { title, place: position + 1, total: ids.length }));
    enqueue(async () => {
      await sendMove({ variables: { id, itemId, position } });
      if (!isUndo)
        tell(t('editor.moved', { title, place: position + 1, total: ids.length }), () =>
          move(itemId, before, true),
        );
    });
  };
  const put = (row: LoadoutRowFragment, position: number): void =>
    enqueue(() =>
      sendAdd({
        variables: {
          id,
          position,
          input: { itemId: row.item.id, reasonRu: row.reasonRu, reasonEn: row.reasonEn },
        },
      }),
    );
  const take = (itemId: string): void => enqueue(() => sendRemove({ variables: { id, itemId } }));
  const remove = (itemId: string): void => {
    const place = saved.indexOf(itemId);
    const row = loadout.items[place];
    if (!row) return;
    enqueue(async () => {
      await sendRemove({ variables: { id, itemId } });
      onRowLost();
      tell(t('editor.removed', { title: nameOf(itemId) }), () => put(row, place));
    });
  };
  const add = (itemId: string, title: string): void =>
    enqueue(async () => {
      await sendAdd({ variables: { id, input: { itemId } } });
      tell(t('editor.added', { title }), () => take(itemId));
    });
  return { ids, add, remove, move, whenIdle };
}
