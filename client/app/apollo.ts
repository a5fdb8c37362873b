/** The client of POST /graphql for the screens behind the sign-in. */
import { ApolloClient, ApolloLink, HttpLink, type DocumentNode } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { NEVER } from 'rxjs';
import type { FirstAnswer } from '../browser/pageData.ts';
import type { CurrentUser } from '../browser/currentUser.ts';
import { isRefusedFor } from '../browser/graphqlFailure.ts';
import { announceSignedOut, keepReauthentication } from '../browser/signedOut.ts';
import { MeDocument } from '../generated.ts';
import { createCache } from './cache.ts';
import { firstDocuments } from './firstQueries.ts';

const isUnauthenticated = (error: unknown): boolean =>
  (CombinedGraphQLErrors.is(error) &&
    error.errors.some((one) => one.extensions?.['code'] === 'UNAUTHENTICATED')) ||
  (ServerError.is(error) && error.statusCode === 401);

/**
 * Refused as nobody: one signed-out event, and no answer. The screen that asked goes, and would say at the sign-in what it could
 * not do, over the message of the ended session. No answer at all: a line in the console.
 */
const watchErrors = new ErrorLink(({ error, operation }) => {
  if (isUnauthenticated(error)) {
    if (isRefusedFor(error, 'reauthenticationRequired')) keepReauthentication();
    announceSignedOut('ended');
    return NEVER;
  }
  if (!CombinedGraphQLErrors.is(error)) {
    const ended = error instanceof DOMException && error.name === 'AbortError';
    if (!ended) console.error(`No usable answer to ${operation.operationName}`, error);
  }
  return undefined;
});

/** Answers come in the language of the page at the moment of the call. */
const sayLanguage = new SetContextLink(({ headers }) => ({
  headers: { ...(headers as object), 'accept-language': document.documentElement.lang },
}));

/** A client whose cache already knows the signed-in person, and what came with the page. */
export function createApolloClient(
  user: CurrentUser | null,
  firstPage: readonly FirstAnswer[] = [],
): ApolloClient {
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([
      watchErrors,
      sayLanguage,
      new HttpLink({ uri: '/graphql', credentials: 'same-origin' }),
    ]),
  });
  if (user) primeUser(client, user);
  for (const answer of firstPage) primeAnswer(client, answer);
  // What has just come with the page is not asked again.
  client.prioritizeCacheValues = firstPage.length > 0;
  return client;
}

/** The first screen has asked: from here on the server is asked as each screen wishes. */
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
