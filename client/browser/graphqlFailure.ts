/** The words of a refused GraphQL call (specification, section 8). */
import { CombinedGraphQLErrors } from '@apollo/client/errors';

/**
 * The server's own message; `network` when no usable answer came; `unknown` when the server gave no
 * message.
 */
export function graphqlFailureText(
  failure: unknown,
  words: { network: string; unknown: string },
): string {
  if (!CombinedGraphQLErrors.is(failure)) return words.network;
  return failure.errors[0]?.message.trim() || words.unknown;
}

/** Whether somebody else was faster (CONFLICT). */
export const isConflict = (failure: unknown): boolean =>
  CombinedGraphQLErrors.is(failure) &&
  failure.errors.some((error) => error.extensions?.['code'] === 'CONFLICT');
