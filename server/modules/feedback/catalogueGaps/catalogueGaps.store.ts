// SQL that writes catalogue gaps.
import type { Knex } from 'knex';
import type { CatalogueGap, VocabularyKind, CatalogueGapState } from './catalogueGaps.ts';

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

/** Result of closing a gap. */
interface GapOutcome {
  state: Exclude<CatalogueGapState, 'open'>;
  by: number;
  at: Date;
  vocabularyKind?: VocabularyKind;
  vocabularyId?: number;
  answer?: string;
  itemId?: number;
  mergedInto?: number;
}

/** Outcome of proposals that were merged into a closed gap. */
interface MergedOutcome {
  url: string;
  state: 'added' | 'declined';
  answer: string | null;
  itemId: number | null;
  settledBy: number | null;
}

export class CatalogueGapsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Locks a gap until the end of the transaction. */
  async lock(id: number): Promise<CatalogueGap | null> {
    const row: CatalogueGap | undefined = await this.db('wishes')
      .where({ id })
      .forUpdate()
      .first(gapColumns);
    return row ?? null;
  }

  async close(id: number, { state, by, at, ...facts }: GapOutcome): Promise<void> {
    await this.db('wishes')
      .where({ id })
      .update({
        state,
        settled_by: by,
        settled_at: at,
        lesson: facts.vocabularyKind ?? null,
        lesson_id: facts.vocabularyId ?? null,
        answer: facts.answer ?? null,
        item_id: facts.itemId ?? null,
        merged_into: facts.mergedInto ?? null,
      });
  }

  async reopen(id: number): Promise<void> {
    await this.db('wishes').where({ id }).update({
      state: 'open',
      settled_by: null,
      settled_at: null,
      lesson: null,
      lesson_id: null,
      answer: null,
      item_id: null,
      merged_into: null,
    });
  }

  /** Moves gaps that were merged into this one to the new target. */
  async moveMerged(from: number, into: number): Promise<void> {
    await this.db('wishes').where({ merged_into: from }).update({ merged_into: into });
  }

  /** Addresses with open proposals that were merged into a closed gap. */
  async mergedOutcomes(): Promise<MergedOutcome[]> {
    const { rows } = await this.db.raw<{ rows: MergedOutcome[] }>(
      `select merged.text as url, other.state, other.answer, other.item_id as "itemId", other.settled_by as "settledBy"
       from wishes as merged join wishes as other on other.id = merged.merged_into
       where merged.kind = 'proposal' and merged.state = 'merged' and other.state in ('added', 'declined')
         and exists (select from proposed_services as open
           where open.normalised_url = merged.text and open.state = 'open')
       order by merged.id`,
    );
    return rows;
  }

  async hasOpenProposals(url: string): Promise<boolean> {
    const row: unknown = await this.db('proposed_services')
      .where({ normalised_url: url, state: 'open' })
      .first('id');
    return row !== undefined;
  }

  /** Deletes open searches past their retention and without alerts. */
  async deleteStale(): Promise<void> {
    await this.db.raw(
      `delete from wishes where kind = 'search' and state = 'open'
         and not exists (select from zero_result_searches as searched
           where searched.language = wishes.language and searched.text = wishes.text)
         and not exists (select from wish_watchers where wish_id = wishes.id)
         and not exists (select from wishes as merged where merged.merged_into = wishes.id)`,
    );
  }
}
