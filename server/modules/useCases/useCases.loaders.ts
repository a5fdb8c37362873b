// Loaders of use cases and their likes for one request.
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { runPrepared } from '../../database/preparedStatements.ts';
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
  return {
    /** True when the viewer likes a use case. */
    isUseCaseLiked: new DataLoader<number, boolean>(async (ids) => {
      if (viewerId === 0) return ids.map(() => false);
      const rows = await runPrepared<{ id: number }>(db, likedStatement, [viewerId, ids]);
      const liked = new Set(rows.map(({ id }) => id));
      return ids.map((id) => liked.has(id));
    }),

    /** Use cases of an expert about a visible item, most liked first, with the likes of the viewer. */
    useCasesOfExpert: new DataLoader<Expert, UseCaseWithLike[]>(
      (experts) => useCasesOfExperts(db, experts, viewerId),
      { maxBatchSize: 500 },
    ),
  };
}
