/** Apollo client of the signed-in screens. */
import { ApolloClient, ApolloLink, HttpLink, type DocumentNode } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { NEVER } from 'rxjs';
import type { FirstAnswer } from '../browser/pageData.ts';
import type { CurrentUser } from '../browser/currentUser.ts';
import { isRefusedFor } from '../browser/graphqlFailure.ts';
import { announceSignedOut, requireReauthentication } from '../browser/signedOut.ts';
import { MeDocument } from '../generated.ts';
import { createCache } from './cache.ts';
import { firstDocuments } from './firstQueries.ts';
import { uploadLink } from './uploadLink.ts';

const isUnauthenticated = (error: unknown): boolean =>
  (CombinedGraphQLErrors.is(error) &&
    error.errors.some((one) => one.extensions?.['code'] === 'UNAUTHENTICATED')) ||
  (ServerError.is(error) && error.statusCode === 401);

/**
 * Raises one signed-out event for an unauthenticated call, and never answers it: the screen is about to unmount, and its
 * error would cover the message of the ended session. Other network failures are logged.
 */
const errorLink = new ErrorLink(({ error, operation }) => {
  if (isUnauthenticated(error)) {
    if (isRefusedFor(error, 'reauthenticationRequired')) requireReauthentication();
    announceSignedOut('ended');
    return NEVER;
  }
  if (!CombinedGraphQLErrors.is(error)) {
    const ended = error instanceof DOMException && error.name === 'AbortError';
    if (!ended) console.error(`No usable answer to ${operation.operationName}`, error);
  }
  return undefined;
});

/** Sends the language of the page. */
const languageLink = new SetContextLink(({ headers }) => ({
  headers: { ...(headers as object), 'accept-language': document.documentElement.lang },
}));

/** Creates a client whose cache contains the signed-in person and the answers that came with the page. */
export function createApolloClient(
  user: CurrentUser | null,
  firstPage: readonly FirstAnswer[] = [],
): ApolloClient {
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([
      errorLink,
      languageLink,
      uploadLink,
      new HttpLink({ uri: '/graphql', credentials: 'same-origin' }),
    ]),
  });
  if (user) primeUser(client, user);
  for (const answer of firstPage) primeAnswer(client, answer);
  // Answers that came with the page are not requested again.
  client.prioritizeCacheValues = firstPage.length > 0;
  return client;
}

/** Ends the preference for the cache after the first screen. */
export function endFirstPage(client: ApolloClient): void {
  client.prioritizeCacheValues = false;
}

function primeAnswer(client: ApolloClient, { name, variables, data }: FirstAnswer): void {
  const query = (firstDocuments as Record<string, DocumentNode | undefined>)[name];
  if (query) client.writeQuery({ query, variables, data });
}

function primeUser(client: ApolloClient, user: CurrentUser): void {
  client.writeQuery({
    query: MeDocument,
    data: {
      me: {
        ...user,
        __typename: 'CurrentUser',
        company: user.company && { ...user.company, __typename: 'Company' },
        progress: { ...user.progress, __typename: 'Progress' },
        telegramLink: user.telegramLink
          ? { ...user.telegramLink, __typename: 'TelegramLink' }
          : null,
      },
    },
  });
}
