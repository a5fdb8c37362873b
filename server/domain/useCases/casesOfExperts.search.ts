// The use cases of the experts whom cards name, kept in this process beside the cards and read anew with them.
import type { Knex } from 'knex';
import { keyColumn } from '../../database/keyColumns.ts';
import { runPrepared } from '../../database/prepared.ts';
import { createByteCache } from '../../shared/byteCache.ts';
import { limits } from '../../limits.ts';
import type { Expert } from './experts.ts';
import { findExperts } from './experts.search.ts';
import type { UseCase } from './useCases.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from './useCases.rows.ts';

const casesStatement = {
  name: 'use_cases_of_experts',
  text: `
    select found.*
    from unnest($1::integer[], $2::integer[]) as expert (item_id, user_id)
    cross join lateral (
      select ${useCaseColumns.join(', ')} from use_cases
      where item_id = expert.item_id and user_id = expert.user_id and deleted_at is null
      order by likes_count desc, created_at desc, id desc limit ${limits.lists.useCasesOfExpert}
    ) as found`,
};

const nameOf = ({ itemId, userId }: Pick<Expert, 'itemId' | 'userId'>): string =>
  `${itemId}:${userId}`;

/** Bytes that cases take, roughly: their texts, and what their fields cost. */
const sizeOf = (cases: readonly UseCase[]): number =>
  cases.reduce(
    (bytes, { descriptionRu, descriptionEn }) =>
      bytes + 300 + 2 * ((descriptionRu?.length ?? 0) + (descriptionEn?.length ?? 0)),
    200,
  );

interface Options {
  db: Knex;
  /** Bytes of cases kept in memory; those of the experts least asked for go first. */
  bytes: number;
}

/**
 * The version of a card changes with each case of its item (migration 0003), and a new card has experts of its own. So what
 * is kept for the very expert of a card is as good as the card.
 */
export function createCasesOfExperts({ db, bytes }: Options) {
  const ofCards = new WeakSet<Expert>();
  const kept = createByteCache<Expert, UseCase[]>({ bytes, sizeOf });
  return {
    /** Experts of each item for its card, best first, at most so many. */
    async topExperts(itemIds: readonly number[], most: number): Promise<Expert[]> {
      const experts = await findExperts(db, itemIds, most);
      for (const expert of experts) ofCards.add(expert);
      return experts;
    },

    /** The cases that are kept; undefined when they have to be read. */
    keptOf: (expert: Expert): UseCase[] | undefined => kept.get(expert),

    /** The cases of each expert for their item, most liked first, at most 20. */
    async read(experts: readonly Expert[]): Promise<UseCase[][]> {
      const asked = [...new Map(experts.map((expert) => [nameOf(expert), expert])).values()];
      const rows = await runPrepared<UseCaseRow>(db, casesStatement, [
        keyColumn(asked.map(({ itemId }) => itemId)),
        keyColumn(asked.map(({ userId }) => userId)),
      ]);
      const lists = Map.groupBy(rows.map(toUseCase), nameOf);
      return experts.map((expert) => {
        const cases = lists.get(nameOf(expert)) ?? [];
        if (ofCards.has(expert)) kept.set(expert, cases);
        return cases;
      });
    },

    /** How many experts' cases are kept, and their size in bytes. */
    get kept(): { count: number; bytes: number } {
      return { count: kept.size, bytes: kept.calculatedSize };
    },
  };
}

export type CasesOfExperts = ReturnType<typeof createCasesOfExperts>;
