/** Refetches of what the screen shows: of everything, or of who uses a service after an own like or use case. */
import type { ApolloClient } from '@apollo/client';

/** Fields that change with an own like or use case. */
const itemFields = ['usedBy', 'colleagues', 'recommendedUseCases', 'expertsToAsk'] as const;

/** Called after the server's answer. Never rejects: the older values stay. */
export async function refetchUse(client: ApolloClient, itemId: string): Promise<void> {
  await client
    .refetchQueries({
      updateCache: (cache) => {
        cache.modify<Record<(typeof itemFields)[number], unknown>>({
          id: cache.identify({ __typename: 'KnowledgeItem', id: itemId })!,
          fields: Object.fromEntries(
            itemFields.map((field) => [
              field,
              (value: unknown, { INVALIDATE }: { INVALIDATE: unknown }) =>
                value === undefined ? value : INVALIDATE,
            ]),
          ),
        });
      },
    })
    .catch((failure: unknown) => {
      console.info('Who uses a service could not be read again', failure);
    });
}

/** Never rejects: each query shows its own failure. */
export async function refetchActive(client: ApolloClient): Promise<void> {
  await client.refetchQueries({ include: 'active' }).catch((failure: unknown) => {
    console.info('Not everything could be read again', failure);
  });
}
