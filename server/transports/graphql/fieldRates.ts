// Rate limits of root fields, for GraphQL and REST; a field that is not listed is a read or a write.
import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server';
import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FormattedExecutionResult,
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

function setHeaders({ http }: Pick<GraphQLResponse, 'http'>, headers: RateHeaders): void {
  for (const [name, value] of Object.entries(headers)) http.headers.set(name.toLowerCase(), value);
}

/** The root fields with repetitions. */
const fieldsOf = ({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment ? fieldsOf(fragment.selectionSet, fragments) : [];
  });

const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/**
 * Calls of a document with one operation, by kind. Each root field counts, so that aliases do not bypass a limit.
 */
export function callsOfDocument(
  { operation, selectionSet }: OperationDefinitionNode,
  document: DocumentNode,
): Map<RateKind, number> {
  const calls = new Map<RateKind, number>();
  for (const { name } of fieldsOf(selectionSet, fragmentsOf(document))) {
    const kind = kinds[name.value] ?? (operation === 'query' ? 'read' : 'write');
    calls.set(kind, (calls.get(kind) ?? 0) + 1);
  }
  return calls;
}

/** Codes of a root field, or of a whole operation, that was refused. */
const refusals = new Set<unknown>(['INVALID', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT']);

/**
 * Number of calls that would have sent mail and did not run: root fields of a mutation run in order, and a refused
 * one that may not be null ends it.
 */
function refusedMails(
  { selectionSet }: OperationDefinitionNode,
  document: DocumentNode,
  { data, errors = [] }: Pick<FormattedExecutionResult, 'data' | 'errors'>,
): number {
  if (data) return 0;
  const refusal = errors.findLast(
    ({ path, extensions }) =>
      refusals.has(extensions?.['code']) && (path === undefined || path.length === 1),
  );
  if (!refusal) return 0;
  const fields = fieldsOf(selectionSet, fragmentsOf(document));
  const first = fields.findIndex(({ name, alias }) => (alias ?? name).value === refusal.path?.[0]);
  return fields.slice(Math.max(first, 0)).filter(({ name }) => kinds[name.value] === 'mail').length;
}

/**
 * Counts every operation before it runs, except calls that the transport has counted, and sets the rate limit headers. A refused
 * call that would have sent mail is given back.
 */
export const rateLimit: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    /** Calls counted here that would send mail. */
    let mails = 0;
    return {
      async didResolveOperation({ document, operation, contextValue, response }) {
        if (!operation) return;
        const { viewer, ip, services, counted } = contextValue;
        const say = (headers: RateHeaders) => setHeaders(response, headers);
        for (const [kind, calls] of callsOfDocument(operation, document)) {
          const paid = Math.min(calls, counted.get(kind) ?? 0);
          counted.set(kind, (counted.get(kind) ?? 0) - paid);
          if (paid === calls) continue;
          try {
            say(await services.rateLimits.take(kind, { viewer, ip }, calls - paid));
            if (kind === 'mail') mails = calls - paid;
          } catch (error) {
            if (error instanceof DomainError) say(getRefusalHeaders(error));
            throw error;
          }
        }
      },
      async willSendResponse({ document, operation, contextValue, response }) {
        if (mails === 0 || !operation || !document || response.body.kind !== 'single') return;
        const { viewer, ip, services } = contextValue;
        const { singleResult } = response.body;
        let left = Math.min(mails, refusedMails(operation, document, singleResult));
        for (; left > 0; left -= 1)
          setHeaders(response, await services.rateLimits.giveBack('mail', { viewer, ip }));
      },
    };
  },
};
