// Which rate a root field falls under, for both doors: what is not named here is a read or a write.
import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import type { RateKind } from '../http/rateLimits.ts';
import { DomainError } from '../shared/domainError.ts';
import type { Context } from './context.ts';

/** Beginning a sign-in is a write; ending one is what is guessed at. The developer sign-in has nothing to guess. */
const kinds: Record<string, RateKind> = {
  completeGoogleSignIn: 'signIn',
  completeTelegramSignIn: 'signIn',
  checkTelegramLogin: 'signIn',
  validateToken: 'signIn',
  signInAsDeveloper: 'read',
  signOut: 'read',
  analyzeUseCase: 'analyze',
  requestAccess: 'mail',
  reportItem: 'complaint',
  writeClientLog: 'log',
};

type Fragments = Map<string, FragmentDefinitionNode>;

/** Names of the root fields, as often as they are asked for. */
const fieldsOf = ({ selections }: SelectionSetNode, fragments: Fragments): string[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });

/** How many calls of which kind an operation is: a query is one read however much it asks, since its cost is limited. */
export function callsOf(
  operation: 'query' | 'mutation' | 'subscription',
  selections: SelectionSetNode,
  fragments: Fragments,
): Map<RateKind, number> {
  const calls = new Map<RateKind, number>();
  for (const field of fieldsOf(selections, fragments)) {
    const kind = kinds[field] ?? (operation === 'query' ? 'read' : 'write');
    calls.set(kind, kind === 'read' ? 1 : (calls.get(kind) ?? 0) + 1);
  }
  return calls;
}

/** Counts every operation before it runs, and says in the headers of the answer how the caller stands. */
export const rateLimit: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, contextValue, response }) {
        if (!operation) return;
        const fragments: Fragments = new Map(
          document.definitions
            .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
            .map((fragment) => [fragment.name.value, fragment]),
        );
        const { viewer, ip, services } = contextValue;
        const { headers } = response.http;
        for (const [kind, calls] of callsOf(
          operation.operation,
          operation.selectionSet,
          fragments,
        )) {
          try {
            const standing = await services.rateLimits.take(kind, { viewer, ip }, calls);
            for (const [name, value] of Object.entries(standing))
              headers.set(name.toLowerCase(), value);
          } catch (error) {
            if (error instanceof DomainError && error.retryAfter !== undefined) {
              headers.set('retry-after', String(error.retryAfter));
              headers.set('ratelimit', `"${error.reason}";r=0;t=${error.retryAfter}`);
            }
            throw error;
          }
        }
      },
    };
  },
};
