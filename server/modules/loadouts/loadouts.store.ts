// SQL that writes loadouts, their services, and who has taken them.
import type { Knex } from 'knex';
import { visibleItems } from '../access/requests/accessRequests.module.ts';
import type { Member, Viewer } from '../people/accounts/accounts.module.ts';
import type { Discipline } from '../people/disciplines/disciplines.module.ts';
import type { Language } from '../../shared/language.ts';
import type { Loadout, LoadoutKind, Take, Texts } from './loadouts.ts';
import { loadoutColumns, loadoutsFor, toLoadout, type LoadoutRow } from './loadouts.rows.ts';

interface LoadoutTexts {
  title: Texts;
  description: Texts;
  staleLanguage: Language | null;
}

export interface NewLoadout extends Omit<LoadoutTexts, 'staleLanguage'> {
  ownerId: number;
  companyKey: string | null;
  discipline: Discipline | null;
  idempotencyKey: string | null;
  at: Date;
}

/** A service as it is stored, whoever sees it. */
export interface StoredItem {
  itemId: number;
  reason: Texts;
  staleLanguage: Language | null;
  addedAt: Date;
}

interface TakeRow {
  loadout_id: number;
  taken_at: Date | null;
  hidden_at: Date | null;
  marked: number[];
  requested: number[];
}

const toTake = (row: TakeRow): Take => ({
  loadoutId: row.loadout_id,
  takenAt: row.taken_at,
  hiddenAt: row.hidden_at,
  marked: row.marked,
  requested: row.requested,
});

export class LoadoutsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises new loadouts of one person until the end of the transaction. */
  async lockOwner(userId: number): Promise<void> {
    await this.db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  }

  /** Key of a person's company; null without one. */
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

  /** Locks a loadout that a viewer may read until the end of the transaction. `since`: also one that was deleted after it. */
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

  /** Counts a change. */
  async touch(id: number, at: Date): Promise<void> {
    await this.db('loadouts')
      .where({ id })
      .update({ version: this.db.raw('version + 1'), updated_at: at, is_demo: false });
  }

  async setTexts(id: number, { title, description, staleLanguage }: LoadoutTexts): Promise<void> {
    await this.db('loadouts').where({ id }).update({
      title_ru: title.ru,
      title_en: title.en,
      description_ru: description.ru,
      description_en: description.en,
      stale_language: staleLanguage,
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

  /** Deletes up to `count` loadouts for good that were deleted before a time; their number. */
  forgetDeleted(before: Date, count: number): Promise<number> {
    return this.db('loadouts')
      .whereIn('id', this.db('loadouts').where('deleted_at', '<', before).limit(count).select('id'))
      .delete();
  }

  /** The current id of each of these services; null for one that the viewer cannot see. */
  async visible(viewer: Viewer, itemIds: readonly number[]): Promise<(number | null)[]> {
    const rows: { wanted: number; id: number }[] = await visibleItems(this.db, viewer)
      .joinRaw('join unnest(?::integer[]) as wanted (id) on items.id = item_now(wanted.id)', [
        [...itemIds],
      ])
      .select({ wanted: 'wanted.id', id: 'items.id' });
    const idOf = new Map(rows.map(({ wanted, id }) => [wanted, id]));
    return itemIds.map((wanted) => idOf.get(wanted) ?? null);
  }

  /** All services in order by their current ids, hidden ones too; of two that were merged the first. */
  async storedItems(loadoutId: number): Promise<StoredItem[]> {
    const { rows } = await this.db.raw<{
      rows: {
        id: number;
        reason_ru: string | null;
        reason_en: string | null;
        stale_language: Language | null;
        added_at: Date;
      }[];
    }>(
      `select coalesce(item_now(item_id), item_id) as id, reason_ru, reason_en, stale_language, added_at from loadout_items
       where loadout_id = ? order by place, item_id`,
      [loadoutId],
    );
    const byId = new Map(rows.toReversed().map((row) => [row.id, row]));
    return rows
      .filter((row) => byId.get(row.id) === row)
      .map((row) => ({
        itemId: row.id,
        reason: { ru: row.reason_ru, en: row.reason_en },
        staleLanguage: row.stale_language,
        addedAt: row.added_at,
      }));
  }

  /** Writes all services of a loadout in their order. */
  async setItems(loadoutId: number, items: readonly StoredItem[]): Promise<void> {
    await this.db('loadout_items').where({ loadout_id: loadoutId }).delete();
    if (items.length === 0) return;
    await this.db('loadout_items').insert(
      items.map(({ itemId, reason, staleLanguage, addedAt }, place) => ({
        loadout_id: loadoutId,
        item_id: itemId,
        place,
        reason_ru: reason.ru,
        reason_en: reason.en,
        stale_language: staleLanguage,
        added_at: addedAt,
      })),
    );
  }

  async takes(userId: number, loadoutIds: readonly number[]): Promise<Take[]> {
    const rows: TakeRow[] = await this.db('loadout_takes')
      .where({ user_id: userId })
      .whereRaw('loadout_id in (select unnest(?::integer[]))', [[...loadoutIds]])
      .select('*');
    return rows.map(toTake);
  }

  /** Records what taking a loadout has done, in addition to what it did before; a hidden one is shown again. */
  async take(
    { user }: Member,
    loadoutId: number,
    { marked = [], requested = [], at }: Partial<Pick<Take, 'marked' | 'requested'>> & { at: Date },
  ): Promise<void> {
    await this.db.raw(
      `insert into loadout_takes as known (loadout_id, user_id, taken_at, marked, requested)
       values (:loadoutId, :userId, :at, :marked::integer[], :requested::integer[])
       on conflict (user_id, loadout_id) do update set hidden_at = null, taken_at = coalesce(known.taken_at, excluded.taken_at),
         marked = known.marked || excluded.marked, requested = known.requested || excluded.requested`,
      { loadoutId, userId: user.id, at, marked, requested },
    );
  }

  /** Deletes what a person has taken; null for a loadout that is not. */
  async untake(userId: number, loadoutId: number): Promise<Take | null> {
    const [row]: TakeRow[] = await this.db('loadout_takes')
      .where({ user_id: userId, loadout_id: loadoutId })
      .delete()
      .returning('*');
    return row ? toTake(row) : null;
  }

  /** Hides a loadout, taken or only offered, from a person's dashboard. */
  async setHidden(userId: number, loadoutId: number, hiddenAt: Date | null): Promise<void> {
    await this.db('loadout_takes')
      .insert({ user_id: userId, loadout_id: loadoutId, hidden_at: hiddenAt })
      .onConflict(['user_id', 'loadout_id'])
      .merge(['hidden_at']);
  }

  /** Those of these items that a person uses. */
  usedItems(userId: number, itemIds: readonly number[]): Promise<number[]> {
    return this.db('item_likes')
      .where({ user_id: userId })
      .whereRaw('item_id in (select unnest(?::integer[]))', [[...itemIds]])
      .pluck('item_id');
  }
}
