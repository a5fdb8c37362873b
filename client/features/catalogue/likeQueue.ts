/**
 * Marking an item as used: shown at once, sent one call at a time for an item, so that quick
 * presses settle on the last intention; taken back when the server refuses.
 */
import type { ApolloClient } from '@apollo/client';
import { readUseAgain } from '../../items/refetchUse.ts';
import {
  CardAfterUnlikeDocument,
  LikeKnowledgeDocument,
  UnlikeKnowledgeDocument,
} from '../../generated.ts';

interface LikeInfo {
  isLiked: boolean;
  likesCount: number;
}

export interface LikeWish {
  isLiked: boolean;
  /** Deletes the own use cases of the item with the like. */
  withUseCases?: boolean;
}

export interface LikeOutcome {
  /** What the server holds now. */
  isLiked: boolean;
  /** What was wanted last and refused, with the reason; null when all is as wanted. */
  failure: { wish: LikeWish; error: unknown } | null;
}

interface Line {
  confirmed: LikeInfo;
  wish: LikeWish;
  /** The name of what lies over the confirmed values. */
  layer: string;
}

const lines = new WeakMap<ApolloClient, Map<string, Line>>();

const splitLines = (client: ApolloClient): Map<string, Line> => {
  const known = lines.get(client) ?? new Map<string, Line>();
  lines.set(client, known);
  return known;
};

let layers = 0;
const nextLayer = (): string => `like ${(layers += 1)}`;

/** The intention that is still on its way to the server; undefined when there is none. */
export const wishedLike = (client: ApolloClient, itemId: string): boolean | undefined =>
  lines.get(client)?.get(itemId)?.wish.isLiked;

const writeLike = (cache: ApolloClient['cache'], itemId: string, like: LikeInfo): void => {
  cache.modify({
    id: cache.identify({ __typename: 'KnowledgeItem', id: itemId }),
    fields: { isLiked: () => like.isLiked, likesCount: () => like.likesCount },
  });
};

/** Lays the intention over the confirmed values, in place of an earlier one. */
function show(client: ApolloClient, itemId: string, line: Line): void {
  const { confirmed, wish, layer } = line;
  const step = wish.isLiked ? 1 : -1;
  const likesCount = confirmed.likesCount + (wish.isLiked === confirmed.isLiked ? 0 : step);
  line.layer = nextLayer();
  client.cache.batch({
    removeOptimistic: layer,
    optimistic: line.layer,
    update: (cache) => writeLike(cache, itemId, { isLiked: wish.isLiked, likesCount }),
  });
}

/** Counts, experts and the progress change with the use cases; without an answer they are only late. */
const refresh = (client: ApolloClient, id: string): Promise<void> =>
  client
    .query({ query: CardAfterUnlikeDocument, variables: { id }, fetchPolicy: 'network-only' })
    .then(
      () => undefined,
      (failure: unknown) => console.info('The counts of an item could not be read again', failure),
    );

async function send(client: ApolloClient, id: string, wish: LikeWish): Promise<LikeInfo> {
  if (wish.isLiked) {
    const { data } = await client.mutate({ mutation: LikeKnowledgeDocument, variables: { id } });
    return data!.likeKnowledge;
  }
  const withUseCases = wish.withUseCases ?? false;
  const variables = { id, withUseCases };
  const { data } = await client.mutate({ mutation: UnlikeKnowledgeDocument, variables });
  if (withUseCases) await refresh(client, id);
  return data!.unlikeKnowledge;
}

async function work(client: ApolloClient, id: string, line: Line): Promise<LikeOutcome> {
  try {
    while (line.wish.isLiked !== line.confirmed.isLiked) {
      line.confirmed = await send(client, id, line.wish);
      writeLike(client.cache, id, line.confirmed);
      show(client, id, line);
    }
    void readUseAgain(client, id);
    return { isLiked: line.confirmed.isLiked, failure: null };
  } catch (error) {
    const { wish, confirmed } = line;
    const isAsWanted = wish.isLiked === confirmed.isLiked;
    return { isLiked: confirmed.isLiked, failure: isAsWanted ? null : { wish, error } };
  } finally {
    splitLines(client).delete(id);
    client.cache.removeOptimistic(line.layer);
  }
}

/**
 * Shows the wish at once and brings it to the server; answers when all is settled. Answers null when
 * an earlier call is still under way: that one takes the wish along and answers for it.
 */
export async function wishLike(
  client: ApolloClient,
  item: LikeInfo & { id: string },
  wish: LikeWish,
): Promise<LikeOutcome | null> {
  const waiting = splitLines(client).get(item.id);
  if (waiting) {
    waiting.wish = wish;
    show(client, item.id, waiting);
    return null;
  }
  const confirmed = { isLiked: item.isLiked, likesCount: item.likesCount };
  const line = { confirmed, wish, layer: nextLayer() };
  splitLines(client).set(item.id, line);
  show(client, item.id, line);
  return work(client, item.id, line);
}
