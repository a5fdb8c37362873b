// SQL for search alerts.
import type { Knex } from 'knex';
import type { Language } from '../../../shared/language.ts';
import type { SearchAlert, CatalogueGapState } from './catalogueGaps.ts';

const columns = [
  'wishes.id',
  'wishes.text',
  'wishes.language',
  'watch.created_at as createdAt',
  'watch.told as outcome',
  'watch.told_at as notifiedAt',
  'watch.item_id as itemId',
];

/** A search with subscribers, and the state of its gap or of the gap into which it was merged. */
export interface AwaitedSearch {
  id: number;
  text: string;
  language: Language;
  state: CatalogueGapState;
  answer: string | null;
  /** The item that closed the gap, if it is visible. */
  itemId: number | null;
}

export class SearchAlertsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises the alerts of one person until the end of the transaction. */
  async lockPerson(userId: number): Promise<void> {
    await this.db('users').where({ id: userId }).forNoKeyUpdate().first('id');
  }

  async countWaiting(userId: number): Promise<number> {
    const rows: { count: string }[] = await this.db('wish_watchers')
      .where({ user_id: userId })
      .whereRaw(`told is distinct from 'served'`)
      .count({ count: '*' });
    return Number(rows[0]?.count ?? 0);
  }

  /** The id of the gap of a search, created if needed. */
  async ensureSearch({ text, language }: { text: string; language: Language }): Promise<number> {
    await this.db('wishes').insert({ kind: 'search', text, language }).onConflict().ignore();
    const rows: { id: number }[] = await this.db('wishes')
      .whereRaw(`kind = 'search' and coalesce(language, '') = ? and md5(text) = md5(?)`, [
        language,
        text,
      ])
      .select('id');
    return rows[0]!.id;
  }

  async isWaiting(gapId: number, userId: number): Promise<boolean> {
    return Boolean(
      await this.db('wish_watchers')
        .where({ wish_id: gapId, user_id: userId })
        .whereRaw(`told is distinct from 'served'`)
        .first('wish_id'),
    );
  }

  /** Subscribes again after an alert has fired. */
  async subscribe(gapId: number, userId: number, at: Date): Promise<void> {
    await this.db('wish_watchers')
      .insert({ wish_id: gapId, user_id: userId, created_at: at })
      .onConflict(['wish_id', 'user_id'])
      .merge({ created_at: at, told: null, told_at: null, item_id: null, looked_at: null });
  }

  async unsubscribe(gapId: number, userId: number): Promise<boolean> {
    return (
      (await this.db('wish_watchers').where({ wish_id: gapId, user_id: userId }).delete()) === 1
    );
  }

  async ofUser(userId: number, limit: number): Promise<SearchAlert[]> {
    return this.own(userId)
      .orderBy([
        { column: 'watch.created_at', order: 'desc' },
        { column: 'wishes.id', order: 'desc' },
      ])
      .limit(limit);
  }

  async one(gapId: number, userId: number): Promise<SearchAlert | null> {
    const row: SearchAlert | undefined = await this.own(userId).where('wishes.id', gapId).first();
    return row ?? null;
  }

  /** Searches with subscribers that were not checked since a time, longest ago first. */
  async due(lookedBefore: Date, limit: number): Promise<AwaitedSearch[]> {
    const { rows } = await this.db.raw<{ rows: AwaitedSearch[] }>(
      `select wishes.id, wishes.text, wishes.language, coalesce(other.state, wishes.state) as state,
         coalesce(other.answer, wishes.answer) as answer, seen.id as "itemId"
       from wishes left join wishes as other on other.id = wishes.merged_into
       join (select wish_id, min(coalesce(looked_at, '-infinity')) as looked_at from wish_watchers
         where told is distinct from 'served' group by wish_id) as waiting on waiting.wish_id = wishes.id
       left join items as seen on seen.id = item_now(coalesce(other.item_id, wishes.item_id))
         and seen.removed_at is null and seen.admin_visibility = 'visible'
       where waiting.looked_at < :lookedBefore
       order by waiting.looked_at, wishes.id limit :limit`,
      { lookedBefore, limit },
    );
    return rows;
  }

  /** Marks subscribers as notified, each once across processes, and returns them. */
  async markNotified(
    gapId: number,
    outcome: 'served' | 'declined',
    { at, itemId }: { at: Date; itemId: number | null },
  ): Promise<number[]> {
    const rows: { user_id: number }[] = await this.db('wish_watchers')
      .where({ wish_id: gapId })
      .whereRaw(outcome === 'served' ? `told is distinct from 'served'` : 'told is null')
      .update({ told: outcome, told_at: at, item_id: itemId, looked_at: at })
      .returning('user_id');
    return rows.map((row) => row.user_id);
  }

  async markChecked(gapId: number, at: Date): Promise<void> {
    await this.db('wish_watchers')
      .where({ wish_id: gapId })
      .whereRaw(`told is distinct from 'served'`)
      .update({ looked_at: at });
  }

  async deleteServed(before: Date): Promise<void> {
    await this.db('wish_watchers').where({ told: 'served' }).where('told_at', '<', before).delete();
  }

  private own(userId: number) {
    return this.db('wish_watchers as watch')
      .join('wishes', 'wishes.id', 'watch.wish_id')
      .leftJoin('wishes as other', 'other.id', 'wishes.merged_into')
      .where('watch.user_id', userId)
      .select([
        ...columns,
        this.db.raw(
          `case when watch.told = 'declined' then coalesce(other.answer, wishes.answer) end as "declineReason"`,
        ),
      ]);
  }
}
