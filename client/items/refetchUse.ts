/** After an own like or use case: who uses a service, and for what, is asked anew where a screen shows it. */
import type { ApolloClient } from '@apollo/client';

/** What an own act changes around a service beside its numbers. */
const around = ['usedBy', 'colleagues', 'recommendedUseCases', 'expertsToAsk'] as const;

/** Called with the server's answer to the act. Never rejects: without a new answer the older one stands there. */
export async function readUseAgain(client: ApolloClient, itemId: string): Promise<void> {
  await client
    .refetchQueries({
      updateCache: (cache) => {
        cache.modify<Record<(typeof around)[number], unknown>>({
          id: cache.identify({ __typename: 'KnowledgeItem', id: itemId })!,
          fields: Object.fromEntries(
            around.map((field) => [
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
