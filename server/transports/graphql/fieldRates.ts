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

/** Beginning a sign-in is a write; ending one is what is guessed at. The developer sign-in has nothing to guess. */
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

/** Names of the root fields, as often as they are asked for. */
const fieldsOf = ({ selections }: SelectionSetNode, fragments: Fragments): string[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });

/** Calls of an operation by kind: every root field is one, so an alias is no way around a limit. */
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

/**
 * Counts every operation before it runs, but for what the transport has counted already, and says in the headers of the answer
 * how the caller stands.
 */
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
