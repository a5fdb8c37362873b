// Loaders of use cases and their likes for one request.
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import type { Expert } from '../catalogue/items/items.module.ts';
import { useCasesOfExperts } from './experts.queries.ts';
import type { UseCaseWithLike } from './useCases.ts';

const likedStatement = {
  name: 'use_cases_liked',
  text: `
    select use_case_id as id from use_case_likes where user_id = $1 and use_case_id = any($2)`,
};

interface Options {
  db: Knex;
  viewer: Viewer;
}

export function useCasesLoaders({ db, viewer }: Options) {
  const viewerId = viewer.kind === 'member' ? viewer.user.id : 0;
  async function liked(ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0 || viewerId === 0) return new Set();
    const rows = await runPrepared<{ id: number }>(db, likedStatement, [viewerId, ids]);
    return new Set(rows.map(({ id }) => id));
  }
  return {
    /** Whether the viewer likes a use case. */
    isUseCaseLiked: new DataLoader<number, boolean>(async (ids) => {
      const likedIds = await liked(ids);
      return ids.map((id) => likedIds.has(id));
    }),

    /** Use cases of an expert about a visible item, most liked first, with the likes of the viewer. */
    useCasesOfExpert: new DataLoader<Expert, UseCaseWithLike[]>(
      async (experts) => {
        const found = await useCasesOfExperts(db, experts);
        const likedIds = await liked(found.flatMap((cases) => cases.map(({ id }) => id)));
        return found.map((cases) =>
          cases.map((useCase) => ({ ...useCase, isLiked: likedIds.has(useCase.id) })),
        );
      },
      { maxBatchSize: 500 },
    ),
  };
}
