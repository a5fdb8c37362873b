// SQL for loadouts without a current translation.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import {
  findFirstAttempt,
  isDue,
  loadoutAttempts,
} from '../catalogue/translations/translations.module.ts';
import type { Loadout } from './loadouts.ts';
import { isPendingSql, loadoutColumns, toLoadout, type LoadoutRow } from './loadouts.rows.ts';
import { LoadoutsStore, type StoredItem } from './loadouts.store.ts';

export interface TranslatedLoadout extends Pick<
  Loadout,
  'id' | 'title' | 'description' | 'version'
> {
  items: StoredItem[];
}

const untranslatedLoadouts = (db: Knex) =>
  db('loadouts').whereNull('deleted_at').whereRaw(isPendingSql);

export const loadoutTranslationsStore = (db: Knex) => ({
  /** Due loadouts after an id. */
  async pending(afterId: number, limit: number, now: Date): Promise<TranslatedLoadout[]> {
    const rows: LoadoutRow[] = await untranslatedLoadouts(db)
      .whereRaw(isDue(loadoutAttempts), [now])
      .where('loadouts.id', '>', afterId)
      .orderBy('loadouts.id')
      .limit(limit)
      .select(loadoutColumns(db));
    const store = new LoadoutsStore(db);
    return Promise.all(
      rows.map(async (row) => ({ ...toLoadout(row), items: await store.storedItems(row.id) })),
    );
  },

  /** Time of the first retry among these loadouts; null if none has failed. */
  firstTry: (): Promise<Date | null> => findFirstAttempt(untranslatedLoadouts(db), loadoutAttempts),

  /**
   * Saves a translation unless the loadout has changed; returns whether it was saved. Version and dates stay unchanged.
   */
  async save({ id, version, title, description, items }: TranslatedLoadout): Promise<boolean> {
    return inTransaction(db, async (trx) => {
      const held = await trx('loadouts').where({ id, version }).forUpdate().first('id');
      if (!held) return false;
      const store = new LoadoutsStore(trx);
      await store.setTexts(id, { title, description });
      for (const { addedId, reason } of items) await store.setReason(id, addedId, reason);
      return true;
    });
  },
});

export type LoadoutTranslationsStore = ReturnType<typeof loadoutTranslationsStore>;
