// Use cases by many keys, for one request.
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { readAcrossRequests, type PlacedRow } from '../../database/readAcrossRequests.ts';
import type { Viewer } from '../accounts/accounts.ts';
import type { CasesOfExperts } from './casesOfExperts.search.ts';
import type { Expert } from './experts.ts';
import type { SeenUseCase, UseCase } from './useCases.ts';

const likedStatement = {
  name: 'use_cases_liked',
  text: `
    select place::integer, use_case_id as id
    from unnest($1::integer[], $2::text[]) with ordinality as asked (reader, ids, place)
    join use_case_likes on user_id = reader and use_case_id = any(ids::integer[])`,
};

/** One for the whole process: which of some cases somebody likes. */
export function likedUseCases(db: Knex) {
  const read = readAcrossRequests<readonly [number, string], PlacedRow & { id: number }>(
    db,
    likedStatement,
    [],
  );
  return async (userId: number, ids: readonly number[]): Promise<Set<number>> =>
    new Set(ids.length > 0 ? (await read([userId, `{${ids.join()}}`])).map(({ id }) => id) : []);
}

interface Options {
  casesOfExperts: CasesOfExperts;
  liked: ReturnType<typeof likedUseCases>;
  viewer: Viewer;
}

export function useCasesLoaders({ casesOfExperts, liked, viewer }: Options) {
  const viewerId = viewer.kind === 'member' ? viewer.user.id : 0;
  async function casesOf(experts: readonly Expert[]): Promise<UseCase[][]> {
    const kept = experts.map(casesOfExperts.keptOf);
    const missing = experts.filter((_expert, place) => kept[place] === undefined);
    const read = missing.length > 0 ? await casesOfExperts.read(missing) : [];
    return kept.map((cases) => cases ?? read.shift()!);
  }
  return {
    /** Whether the viewer likes a case. */
    isUseCaseLiked: new DataLoader<number, boolean>(async (ids) => {
      const likedIds = await liked(viewerId, ids);
      return ids.map((id) => likedIds.has(id));
    }),

    /** Cases of an expert for an item, most liked first, at most 20, with whether the viewer likes them. The item is one that the viewer can see. */
    useCasesOfExpert: new DataLoader<Expert, SeenUseCase[]>(
      async (experts) => {
        const found = await casesOf(experts);
        const likedIds = await liked(
          viewerId,
          found.flatMap((cases) => cases.map(({ id }) => id)),
        );
        return found.map((cases) =>
          cases.map((useCase) => ({ ...useCase, isLiked: likedIds.has(useCase.id) })),
        );
      },
      { maxBatchSize: 500 },
    ),
  };
}
