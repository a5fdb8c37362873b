/** GraphQL calls for screens that load no GraphQL client. */
import type { TypedDocumentString } from './generated.ts';
import { CallFailed, restCall } from './restCall.ts';

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
