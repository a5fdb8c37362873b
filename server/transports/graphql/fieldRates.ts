// Rate limits of root fields, for GraphQL and REST; a field that is not listed is a read or a write.
import type { ApolloServerPlugin } from '@apollo/server';
import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { getRefusalHeaders, type RateHeaders, type RateKind } from '../http/rateLimits.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Context } from './context.ts';

/** Starting a sign-in counts as a write; completing one can be used to guess. The developer sign-in has no secret to guess. */
const kinds: Record<string, RateKind> = {
  completeSignIn: 'signIn',
  checkTelegramLogin: 'signIn',
  validateToken: 'signIn',
  signInPreview: 'signIn',
  signInAsDeveloper: 'read',
  signOut: 'read',
  analyzeUseCase: 'analyze',
  suggestTagNames: 'analyze',
  requestAccess: 'mail',
  requestAccessForLoadout: 'mail',
  reportItem: 'complaint',
  proposeService: 'proposal',
  askExpert: 'ask',
  writeClientLog: 'log',
  testSetup: 'setUp',
};

type Fragments = Map<string, FragmentDefinitionNode>;

/** Names of the root fields with repetitions. */
const fieldsOf = ({ selections }: SelectionSetNode, fragments: Fragments): string[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });

/** Calls of an operation by kind. Each root field counts, so that aliases do not bypass a limit. */
function callsOf(
  operation: 'query' | 'mutation' | 'subscription',
  selections: SelectionSetNode,
  fragments: Fragments,
): Map<RateKind, number> {
  const calls = new Map<RateKind, number>();
  for (const field of fieldsOf(selections, fragments)) {
    const kind = kinds[field] ?? (operation === 'query' ? 'read' : 'write');
    calls.set(kind, (calls.get(kind) ?? 0) + 1);
  }
  return calls;
}

/** The calls of a document with one operation. */
export const callsOfDocument = (
  operation: OperationDefinitionNode,
  { definitions }: DocumentNode,
): Map<RateKind, number> => {
  const fragments: Fragments = new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  return callsOf(operation.operation, operation.selectionSet, fragments);
};

/** Counts every operation before it runs, except calls that the transport has counted, and sets the rate limit headers. */
export const rateLimit: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, contextValue, response }) {
        if (!operation) return;
        const { viewer, ip, services, counted } = contextValue;
        const say = (headers: RateHeaders) => {
          for (const [name, value] of Object.entries(headers))
            response.http.headers.set(name.toLowerCase(), value);
        };
        for (const [kind, calls] of callsOfDocument(operation, document)) {
          const paid = Math.min(calls, counted.get(kind) ?? 0);
          counted.set(kind, (counted.get(kind) ?? 0) - paid);
          if (paid === calls) continue;
          try {
            say(await services.rateLimits.take(kind, { viewer, ip }, calls - paid));
          } catch (error) {
            if (error instanceof DomainError) say(getRefusalHeaders(error));
            throw error;
          }
        }
      },
    };
  },
};
