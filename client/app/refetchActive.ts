/** Refetch of all queries that the screen shows. */
import type { ApolloClient } from '@apollo/client';

/** Never rejects: each query shows its own failure. */
export async function refetchActive(client: ApolloClient): Promise<void> {
  await client.refetchQueries({ include: 'active' }).catch((failure: unknown) => {
    console.info('Not everything could be read again', failure);
  });
}
