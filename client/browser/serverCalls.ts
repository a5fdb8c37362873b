/** Calls of the server over REST, and over GraphQL without its client; no timeout (specification, section 7). */
import { announceSignedOut } from './signedOut.ts';
import type { TypedDocumentString } from './generated.ts';

/** A 401 from these says nothing about the session. */
const quietPaths = ['/api/v1/auth/logout', '/api/v1/auth/google/callback'];

/** `fetch` with the session's cookie for a path of this site; a 401 raises the signed-out event. */
export async function ownFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  if (response.status === 401 && !quietPaths.includes(path)) announceSignedOut('ended');
  return response;
}

/** An answer other than a success; `status` 0 when there was no answer at all. */
export class CallFailed extends Error {
  readonly status: number;
  /** Machine-readable, for example `FORBIDDEN`; null when the answer named none. */
  readonly code: string | null;
  /** Finer than the code, for example `restrictedAccess`; null when the answer named none. */
  readonly reason: string | null;

  constructor(message: string, status: number, code: string | null, reason: string | null = null) {
    super(message);
    this.name = 'CallFailed';
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

interface RestCall {
  method?: 'GET' | 'POST';
  body?: Record<string, unknown>;
}

/**
 * Calls a path of this site with the session's cookie and the page's language, and gives the JSON
 * object of the answer. Throws `CallFailed`, with the server's own words when it sent some.
 */
export async function restCall(
  path: string,
  { method = 'POST', body }: RestCall = {},
): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await ownFetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
  } catch (failure) {
    console.error(`No answer from ${path}`, failure);
    throw new CallFailed('', 0, null);
  }
  const answer = await readJson(response);
  if (!response.ok || answer['success'] === false) {
    throw new CallFailed(
      textOf(answer['error']) ?? '',
      response.status,
      textOf(answer['code']),
      textOf(answer['reason']),
    );
  }
  return answer;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!text.startsWith('{')) return {};
  return JSON.parse(text) as Record<string, unknown>;
}

interface Refusal {
  message: string;
  extensions?: { code?: string; reason?: string };
}

/** Asks POST /graphql and gives the data. Throws `CallFailed` for the first error, or when there is no answer. */
export async function graphqlCall<Result, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const answer = await restCall('/graphql', { body: { query: document.toString(), variables } });
  const [error] = (answer['errors'] ?? []) as Refusal[];
  if (error) {
    const { code = null, reason = null } = error.extensions ?? {};
    throw new CallFailed(error.message, 200, code, reason);
  }
  return answer['data'] as Result;
}
