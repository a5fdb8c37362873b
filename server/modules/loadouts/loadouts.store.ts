// SQL that writes loadouts, their items, their translations, and who has taken them.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import { visibleItems } from '../access/requests/accessRequests.module.ts';
import type { Member, Viewer } from '../people/accounts/accounts.module.ts';
import type { Discipline } from '../people/disciplines/disciplines.module.ts';
import {
  findFirstAttempt,
  isDue,
  loadoutAttempts,
} from '../catalogue/translations/translations.module.ts';
import type { Loadout, LoadoutKind, Take, Texts } from './loadouts.ts';
import {
  loadoutColumns,
  loadoutsFor,
  toLoadout,
  toReason,
  type LoadoutRow,
  type ReasonRow,
  isPendingSql,
} from './loadouts.rows.ts';

interface LoadoutTexts {
  title: Texts;
  description: Texts;
}

export interface NewLoadout extends LoadoutTexts {
  ownerId: number;
  companyKey: string | null;
  discipline: Discipline | null;
  idempotencyKey: string | null;
  at: Date;
}

export interface NewItem {
  itemId: number;
  reason: Texts;
}

/** A stored item, regardless of its visibility. */
export interface StoredItem {
  /** Id under which it was added. */
  addedId: number;
  /** The current id; differs after a merge, and two items of a loadout may share it. */
  itemId: number;
  reason: Texts;
}

interface TakeRow {
  loadout_id: number;
  taken_at: Date | null;
  hidden_at: Date | null;
  is_first_step: boolean;
  marked: number[];
  requested: number[];
}

const toTake = (row: TakeRow): Take => ({
  loadoutId: row.loadout_id,
  takenAt: row.taken_at,
  hiddenAt: row.hidden_at,
  isFirstStep: row.is_first_step,
  marked: row.marked,
  requested: row.requested,
});

export class LoadoutsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises new loadouts and takes of one person until the end of the transaction. */
  async lockPerson(userId: number): Promise<void> {
    await this.db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  }

  async companyOf(userId: number): Promise<string | null> {
    const [key]: (string | null)[] = await this.db('users')
      .where({ id: userId })
      .pluck('company_key');
    return key ?? null;
  }

  /** Number of a person's personal and team loadouts. */
  async countOwn(userId: number): Promise<number> {
    const [counted]: { count: string }[] = await this.db('loadouts')
      .where({ owner_id: userId })
      .whereNot({ kind: 'official' })
      .whereNull('deleted_at')
      .count({ count: '*' });
    return Number(counted?.count ?? 0);
  }

  async findByIdempotencyKey(userId: number, key: string): Promise<number | null> {
    const row: { id: number } | undefined = await this.db('loadouts')
      .where({ owner_id: userId, idempotency_key: key })
      .first('id');
    return row?.id ?? null;
  }

  async releaseIdempotencyKey(id: number): Promise<void> {
    await this.db('loadouts').where({ id }).update({ idempotency_key: null });
  }

  async insert(loadout: NewLoadout): Promise<number> {
    const [row]: { id: number }[] = await this.db('loadouts')
      .insert({
        kind: 'personal',
        owner_id: loadout.ownerId,
        company_key: loadout.companyKey,
        title_ru: loadout.title.ru,
        title_en: loadout.title.en,
        description_ru: loadout.description.ru,
        description_en: loadout.description.en,
        discipline: loadout.discipline,
        idempotency_key: loadout.idempotencyKey,
        created_at: loadout.at,
        updated_at: loadout.at,
      })
      .returning('id');
    return row!.id;
  }

  /**
   * Locks a loadout that a viewer may read until the end of the transaction; with `since` also one deleted after it.
   */
  async lock(viewer: Viewer, id: number, since: Date | null = null): Promise<Loadout | null> {
    const row: LoadoutRow | undefined = await loadoutsFor(this.db, viewer)
      .where('loadouts.id', id)
      .where((state) => {
        if (since) state.where('loadouts.deleted_at', '>=', since);
        else state.whereNull('loadouts.deleted_at');
      })
      .forUpdate('loadouts')
      .first(loadoutColumns(this.db));
    return row ? toLoadout(row) : null;
  }

  /** Increments the version. */
  async touch(id: number, at: Date): Promise<void> {
    await this.db('loadouts')
      .where({ id })
      .update({ version: this.db.raw('version + 1'), updated_at: at, is_demo: false });
  }

  async setTexts(id: number, { title, description }: LoadoutTexts): Promise<void> {
    await this.db('loadouts').where({ id }).update({
      title_ru: title.ru,
      title_en: title.en,
      description_ru: description.ru,
      description_en: description.en,
      title_stale_language: title.staleLanguage,
      description_stale_language: description.staleLanguage,
    });
  }

  async setDiscipline(id: number, discipline: Discipline | null): Promise<void> {
    await this.db('loadouts').where({ id }).update({ discipline });
  }

  async setKind(id: number, kind: LoadoutKind, companyKey: string | null): Promise<void> {
    await this.db('loadouts').where({ id }).update({ kind, company_key: companyKey });
  }

  async setDeleted(id: number, deletedAt: Date | null): Promise<void> {
    await this.db('loadouts').where({ id }).update({ deleted_at: deletedAt });
  }

  /** Permanently deletes up to `count` loadouts that were deleted before a time; returns their number. */
  forgetDeleted(before: Date, count: number): Promise<number> {
    return this.db('loadouts')
      .whereIn('id', this.db('loadouts').where('deleted_at', '<', before).limit(count).select('id'))
      .delete();
  }

  /** The current id of each of these items; null for invisible ones. */
  async visible(viewer: Viewer, itemIds: readonly number[]): Promise<(number | null)[]> {
    const rows: { wanted: number; id: number }[] = await visibleItems(this.db, viewer)
      .joinRaw('join unnest(?::integer[]) as wanted (id) on items.id = item_now(wanted.id)', [
        [...itemIds],
      ])
      .select({ wanted: 'wanted.id', id: 'items.id' });
    const idOf = new Map(rows.map(({ wanted, id }) => [wanted, id]));
    return itemIds.map((wanted) => idOf.get(wanted) ?? null);
  }

  /** All items in order, including hidden ones. */
  async storedItems(loadoutId: number): Promise<StoredItem[]> {
    const rows: (ReasonRow & { item_id: number; now_id: number })[] = await this.db('loadout_items')
      .where({ loadout_id: loadoutId })
      .orderBy(['place', 'item_id'])
      .select('*', this.db.raw('coalesce(item_now(item_id), item_id) as now_id'));
    return rows.map((row) => ({
      addedId: row.item_id,
      itemId: row.now_id,
      reason: toReason(row),
    }));
  }

  /** Adds items from a position on. */
  async addItems(
    loadoutId: number,
    items: readonly NewItem[],
    { place, at }: { place: number; at: Date },
  ): Promise<void> {
    if (items.length === 0) return;
    await this.db('loadout_items').insert(
      items.map(({ itemId, reason }, offset) => ({
        loadout_id: loadoutId,
        item_id: itemId,
        place: place + offset,
        reason_ru: reason.ru,
        reason_en: reason.en,
        stale_language: reason.staleLanguage,
        added_at: at,
      })),
    );
  }

  async setReason(loadoutId: number, addedId: number, reason: Texts): Promise<void> {
    await this.db('loadout_items').where({ loadout_id: loadoutId, item_id: addedId }).update({
      reason_ru: reason.ru,
      reason_en: reason.en,
      stale_language: reason.staleLanguage,
    });
  }

  async setOrder(loadoutId: number, addedIds: readonly number[]): Promise<void> {
    await this.db.raw(
      `update loadout_items set place = wanted.place
       from unnest(?::integer[]) with ordinality as wanted (id, place)
       where loadout_id = ? and item_id = wanted.id`,
      [[...addedIds], loadoutId],
    );
  }

  async removeItems(loadoutId: number, addedIds: readonly number[]): Promise<void> {
    await this.db('loadout_items')
      .where({ loadout_id: loadoutId })
      .whereRaw('item_id in (select unnest(?::integer[]))', [[...addedIds]])
      .delete();
  }

  async takes(userId: number, loadoutIds: readonly number[]): Promise<Take[]> {
    const rows: TakeRow[] = await this.db('loadout_takes')
      .where({ user_id: userId })
      .whereRaw('loadout_id in (select unnest(?::integer[]))', [[...loadoutIds]])
      .select('*');
    return rows.map(toTake);
  }

  /**
   * Records a step of taking a loadout, and shows a hidden one again. A repeated step without effect keeps the last
   * one.
   */
  async take(
    { user }: Member,
    loadoutId: number,
    { marked = [], requested = [], at }: Partial<Pick<Take, 'marked' | 'requested'>> & { at: Date },
  ): Promise<void> {
    const isRepeated = marked.length + requested.length === 0;
    await this.db.raw(
      `insert into loadout_takes as known (loadout_id, user_id, taken_at, marked, requested)
       values (:loadoutId, :userId, :at, :marked::integer[], :requested::integer[])
       on conflict (user_id, loadout_id) do update set hidden_at = null, taken_at = coalesce(known.taken_at, excluded.taken_at)
         ${isRepeated ? '' : ', is_first_step = known.taken_at is null, marked = excluded.marked, requested = excluded.requested'}`,
      { loadoutId, userId: user.id, at, marked, requested },
    );
  }

  /**
   * Undoes the last step: deletes the first one, and clears the marks and requests of a later one. Returns the step;
   * null for none.
   */
  async untake(userId: number, loadoutId: number): Promise<Take | null> {
    const row: TakeRow | undefined = await this.db('loadout_takes')
      .where({ user_id: userId, loadout_id: loadoutId })
      .forUpdate()
      .first('*');
    if (!row) return null;
    const taken = this.db('loadout_takes').where({ user_id: userId, loadout_id: loadoutId });
    await (row.is_first_step ? taken.delete() : taken.update({ marked: [], requested: [] }));
    return toTake(row);
  }

  /** Hides a taken or offered loadout from a person's dashboard. */
  async setHidden(userId: number, loadoutId: number, hiddenAt: Date | null): Promise<void> {
    await this.db('loadout_takes')
      .insert({ user_id: userId, loadout_id: loadoutId, hidden_at: hiddenAt })
      .onConflict(['user_id', 'loadout_id'])
      .merge(['hidden_at']);
  }

  /** The items among these that a person uses. */
  usedItems(userId: number, itemIds: readonly number[]): Promise<number[]> {
    return this.db('item_likes')
      .where({ user_id: userId })
      .whereRaw('item_id in (select unnest(?::integer[]))', [[...itemIds]])
      .pluck('item_id');
  }
}

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
