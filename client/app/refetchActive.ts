/** Asks the server again for everything that the screen shows. */
import type { ApolloClient } from '@apollo/client';

/** Never rejects: what cannot be read again says so where it stands. */
export async function readAgain(client: ApolloClient): Promise<void> {
  await client.refetchQueries({ include: 'active' }).catch((failure: unknown) => {
    console.info('Not everything could be read again', failure);
  });
}
