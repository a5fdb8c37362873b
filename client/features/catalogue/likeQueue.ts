/** Queue of likes: shown at once, sent one call at a time per item, rolled back when refused. */
import type { ApolloClient } from '@apollo/client';
import { refetchUse } from '../../items/refetch.ts';
import {
  CardAfterUnlikeDocument,
  LikeKnowledgeDocument,
  UnlikeKnowledgeDocument,
} from '../../generated.ts';

interface LikeInfo {
  isLiked: boolean;
  likesCount: number;
}

export interface LikeIntent {
  isLiked: boolean;
  /** Deletes the own use cases of the item with the like. */
  withUseCases?: boolean;
}

export interface LikeOutcome {
  /** State on the server. */
  isLiked: boolean;
  /** The refused last intent with its error; null when all is as wanted. */
  failure: { intent: LikeIntent; error: unknown } | null;
}

interface QueueEntry {
  confirmed: LikeInfo;
  intent: LikeIntent;
  /** Id of the optimistic layer over the confirmed values. */
  layer: string;
}

const queues = new WeakMap<ApolloClient, Map<string, QueueEntry>>();

const queueOf = (client: ApolloClient): Map<string, QueueEntry> => {
  const known = queues.get(client) ?? new Map<string, QueueEntry>();
  queues.set(client, known);
  return known;
};

let layers = 0;
const nextLayer = (): string => `like ${(layers += 1)}`;

/** Intent that has not reached the server; undefined when there is none. */
export const pendingLike = (client: ApolloClient, itemId: string): boolean | undefined =>
  queues.get(client)?.get(itemId)?.intent.isLiked;

const writeLike = (cache: ApolloClient['cache'], itemId: string, like: LikeInfo): void => {
  cache.modify({
    id: cache.identify({ __typename: 'KnowledgeItem', id: itemId }),
    fields: { isLiked: () => like.isLiked, likesCount: () => like.likesCount },
  });
};

/** Shows the intent as an optimistic layer, in place of an earlier one. */
function show(client: ApolloClient, itemId: string, line: QueueEntry): void {
  const { confirmed, intent, layer } = line;
  const step = intent.isLiked ? 1 : -1;
  const likesCount = confirmed.likesCount + (intent.isLiked === confirmed.isLiked ? 0 : step);
  line.layer = nextLayer();
  client.cache.batch({
    removeOptimistic: layer,
    optimistic: line.layer,
    update: (cache) => writeLike(cache, itemId, { isLiked: intent.isLiked, likesCount }),
  });
}

/** Refetches counts, experts and progress, which change with the use cases. */
const refresh = (client: ApolloClient, id: string): Promise<void> =>
  client
    .query({ query: CardAfterUnlikeDocument, variables: { id }, fetchPolicy: 'network-only' })
    .then(
      () => undefined,
      (failure: unknown) => console.info('The counts of an item could not be read again', failure),
    );

async function send(client: ApolloClient, id: string, intent: LikeIntent): Promise<LikeInfo> {
  if (intent.isLiked) {
    const { data } = await client.mutate({ mutation: LikeKnowledgeDocument, variables: { id } });
    return data!.likeKnowledge;
  }
  const withUseCases = intent.withUseCases ?? false;
  const variables = { id, withUseCases };
  const { data } = await client.mutate({ mutation: UnlikeKnowledgeDocument, variables });
  if (withUseCases) await refresh(client, id);
  return data!.unlikeKnowledge;
}

async function drain(client: ApolloClient, id: string, line: QueueEntry): Promise<LikeOutcome> {
  try {
    while (line.intent.isLiked !== line.confirmed.isLiked) {
      line.confirmed = await send(client, id, line.intent);
      writeLike(client.cache, id, line.confirmed);
      show(client, id, line);
    }
    void refetchUse(client, id);
    return { isLiked: line.confirmed.isLiked, failure: null };
  } catch (error) {
    const { intent, confirmed } = line;
    const isAsWanted = intent.isLiked === confirmed.isLiked;
    return { isLiked: confirmed.isLiked, failure: isAsWanted ? null : { intent, error } };
  } finally {
    queueOf(client).delete(id);
    client.cache.removeOptimistic(line.layer);
  }
}

/**
 * Shows the intent at once and sends it; resolves when the queue of the item is empty. Resolves to null when
 * an earlier call is running: that call sends the intent too.
 */
export async function requestLike(
  client: ApolloClient,
  item: LikeInfo & { id: string },
  intent: LikeIntent,
): Promise<LikeOutcome | null> {
  const waiting = queueOf(client).get(item.id);
  if (waiting) {
    waiting.intent = intent;
    show(client, item.id, waiting);
    return null;
  }
  const confirmed = { isLiked: item.isLiked, likesCount: item.likesCount };
  const line = { confirmed, intent, layer: nextLayer() };
  queueOf(client).set(item.id, line);
  show(client, item.id, line);
  return drain(client, item.id, line);
}
