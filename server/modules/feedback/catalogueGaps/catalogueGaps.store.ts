// SQL that writes wishes, and what becomes of them.
import type { Knex } from 'knex';
import type { CatalogueGap, GapLesson, CatalogueGapState } from './catalogueGaps.ts';

export const gapColumns = [
  'wishes.id',
  'wishes.kind',
  'wishes.language',
  'wishes.text',
  'wishes.about_item_id as aboutItemId',
  'wishes.state',
  'wishes.lesson as vocabularyKind',
  'wishes.lesson_id as vocabularyId',
  'wishes.answer as declineReason',
  'wishes.item_id as itemId',
  'wishes.merged_into as mergedInto',
  'wishes.settled_by as closedBy',
  'wishes.settled_at as closedAt',
];

/** What a wish becomes. */
interface Settlement {
  state: Exclude<CatalogueGapState, 'open'>;
  by: number;
  at: Date;
  lesson?: GapLesson;
  lessonId?: number;
  answer?: string;
  itemId?: number;
  mergedInto?: number;
}

/** Proposals of an address that end as the wish did with which theirs was merged. */
interface MergedOutcome {
  url: string;
  state: 'added' | 'declined';
  answer: string | null;
  itemId: number | null;
  settledBy: number | null;
}

export const catalogueGapsStore = (db: Knex) => ({
  /** Locks a wish until the end of the transaction. */
  async lock(id: number): Promise<CatalogueGap | null> {
    const row: CatalogueGap | undefined = await db('wishes')
      .where({ id })
      .forUpdate()
      .first(gapColumns);
    return row ?? null;
  },

  async settle(id: number, { state, by, at, ...facts }: Settlement): Promise<void> {
    await db('wishes')
      .where({ id })
      .update({
        state,
        settled_by: by,
        settled_at: at,
        lesson: facts.lesson ?? null,
        lesson_id: facts.lessonId ?? null,
        answer: facts.answer ?? null,
        item_id: facts.itemId ?? null,
        merged_into: facts.mergedInto ?? null,
      });
  },

  async open(id: number): Promise<void> {
    await db('wishes').where({ id }).update({
      state: 'open',
      settled_by: null,
      settled_at: null,
      lesson: null,
      lesson_id: null,
      answer: null,
      item_id: null,
      merged_into: null,
    });
  },

  /** What was merged with one goes with it. */
  async moveMerged(from: number, into: number): Promise<void> {
    await db('wishes').where({ merged_into: from }).update({ merged_into: into });
  },

  /** Addresses with open proposals whose wish was merged with one that is settled. */
  async mergedOutcomes(): Promise<MergedOutcome[]> {
    const { rows } = await db.raw<{ rows: MergedOutcome[] }>(
      `select merged.text as url, other.state, other.answer, other.item_id as "itemId", other.settled_by as "settledBy"
       from wishes as merged join wishes as other on other.id = merged.merged_into
       where merged.kind = 'proposal' and merged.state = 'merged' and other.state in ('added', 'declined')
         and exists (select from proposed_services as open
           where open.normalised_url = merged.text and open.state = 'open')
       order by merged.id`,
    );
    return rows;
  },

  /** Whether proposals of an address still wait. */
  async hasOpenProposals(url: string): Promise<boolean> {
    const row: unknown = await db('proposed_services')
      .where({ normalised_url: url, state: 'open' })
      .first('id');
    return row !== undefined;
  },

  /** Forgets searches whose time is over, that nobody has settled and nobody waits for. */
  async removeStale(): Promise<void> {
    await db.raw(
      `delete from wishes where kind = 'search' and state = 'open'
         and not exists (select from zero_result_searches as searched
           where searched.language = wishes.language and searched.text = wishes.text)
         and not exists (select from wish_watchers where wish_id = wishes.id)
         and not exists (select from wishes as merged where merged.merged_into = wishes.id)`,
    );
  },
});

export type CatalogueGapsStore = ReturnType<typeof catalogueGapsStore>;
