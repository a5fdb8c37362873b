/** Apollo client: its normalised cache, its links, and uploads as GraphQL multipart requests with their progress. */
import {
  ApolloClient,
  ApolloLink,
  HttpLink,
  InMemoryCache,
  type DocumentNode,
} from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { NEVER, Observable } from 'rxjs';
import { print } from '@apollo/client/utilities';
import type { FirstAnswer } from '../browser/pageData.ts';
import type { CurrentUser } from '../browser/currentUser.ts';
import { isRefusedFor } from '../browser/graphqlFailure.ts';
import { announceSignedOut, requireReauthentication } from '../browser/signedOut.ts';
import { MeDocument } from '../generated.ts';
import { firstDocuments } from './firstQueries.ts';

/** Context of an operation with files. */
interface UploadContext {
  /** Bytes that have left, of all. */
  onUpload?: (sent: number, total: number) => void;
  /** Ends the upload. */
  signal?: AbortSignal;
}

/** The files among the variables by their paths, and the variables with null in their places. */
function extractFiles(value: unknown, path: string, files: Map<string, File>): unknown {
  if (value instanceof File) {
    files.set(path, value);
    return null;
  }
  if (Array.isArray(value))
    return value.map((one, place) => extractFiles(one, `${path}.${place}`, files));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, extractFiles(one, `${path}.${name}`, files)]),
  );
}

function formOf(operations: object, files: ReadonlyMap<string, File>): FormData {
  const form = new FormData();
  const named = [...files].map(([path, file], place) => ({ name: String(place), path, file }));
  form.append('operations', JSON.stringify(operations));
  form.append(
    'map',
    JSON.stringify(Object.fromEntries(named.map((one) => [one.name, [one.path]]))),
  );
  for (const { name, file } of named) form.append(name, file, file.name);
  return form;
}

/** The answer of the API; null for a page of a proxy. */
function readAnswer(text: string): ApolloLink.Result | null {
  try {
    const answer: unknown = JSON.parse(text);
    const isAnswer =
      typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer);
    return isAnswer ? (answer as ApolloLink.Result) : null;
  } catch {
    return null;
  }
}

/** A fetch would not say how far an upload is. */
function send(
  form: FormData,
  headers: Record<string, string>,
  { onUpload, signal }: UploadContext,
): Observable<ApolloLink.Result> {
  return new Observable((observer) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/graphql');
    request.setRequestHeader('accept', 'application/graphql-response+json, application/json');
    for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text);
    request.upload.addEventListener('progress', ({ loaded, total }) => onUpload?.(loaded, total));
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText);
      if (!answer) {
        const { status, responseText: bodyText } = request;
        const response = new Response(null, { status });
        observer.error(new ServerError(`The upload ended with ${status}`, { response, bodyText }));
        return;
      }
      observer.next(answer);
      observer.complete();
    });
    request.addEventListener('error', () => observer.error(new TypeError('The upload broke off')));
    const abort = () => {
      request.abort();
      observer.error(signal?.reason);
    };
    if (signal?.aborted) {
      abort();
      return undefined;
    }
    signal?.addEventListener('abort', abort, { once: true });
    request.send(form);
    return () => {
      signal?.removeEventListener('abort', abort);
      request.abort();
    };
  });
}

/** Passes operations without files on. */
const uploadLink = new ApolloLink((operation, forward) => {
  const files = new Map<string, File>();
  const variables = extractFiles(operation.variables, 'variables', files);
  if (files.size === 0) return forward(operation);
  const { headers = {}, ...context } = operation.getContext() as UploadContext & {
    headers?: Record<string, string>;
  };
  const { operationName, query } = operation;
  return send(formOf({ operationName, query: print(query), variables }, files), headers, context);
});

/** A fresh cache; one per client. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      // Values without an identity: the newer one is merged into the older.
      KnowledgeItem: {
        fields: {
          likes: { merge: true },
          experts: { merge: false },
          partnerBadges: { merge: false },
          usedBy: { merge: false },
          expertsToAsk: { merge: false },
          alternatives: { merge: false },
          linkCheck: { merge: true },
          dataRules: { merge: false },
          loadouts: { merge: false },
        },
      },
      // Services and colleagues of a loadout have no identity.
      Loadout: {
        fields: {
          items: { merge: false },
          progress: { merge: true },
          dataClasses: { merge: false },
          undecidedItems: { merge: false },
          colleagues: { merge: false },
        },
      },
      ItemStage: { fields: { history: { merge: false } } },
      LoadoutPage: { keyFields: false },
      CurrentUser: { fields: { progress: { merge: true } } },
      // Experts belong to one item: the same person has other numbers elsewhere.
      Expert: { keyFields: false },
      Company: { keyFields: ['key'] },
      PartnerBadge: { keyFields: ['key'] },
      TagInfo: { keyFields: ['tag'] },
      KnowledgePage: { keyFields: false },
      ItemMatch: { keyFields: false },
      ItemReasons: { keyFields: false },
      // Another search quotes another part of the same use case.
      QuotedUseCase: { keyFields: false },
      Suggestion: { keyFields: false },
      // The count of a tag depends on the filters.
      TagCount: { keyFields: false },
      DemoAccount: { keyFields: ['email'] },
      Query: {
        fields: {
          likedKnowledge: { merge: false },
          tags: { merge: false },
          takenLoadouts: { merge: false },
          // The filters and an empty list ask for parts of the same counts.
          filterCounts: { merge: true },
          knowledgeItem: {
            read: (existing, { args, toReference }) =>
              existing ?? toReference({ __typename: 'KnowledgeItem', id: args?.['id'] as string }),
          },
        },
      },
    },
  });
}

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
