// Audit of operations made with an API token, for every transport.
import { getDirective } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Allowance } from './allowDirective.ts';
import { mapFields } from './mapFields.ts';

interface Told {
  id?: unknown;
  itemId?: unknown;
  knowledgeItemId?: unknown;
  intoId?: unknown;
  changeId?: unknown;
  company?: unknown;
  isDryRun?: unknown;
  input?: Told | null;
}

/** The id of the subject of a mutation: its `id`, else that of the item, tag, change or company. */
function toldId({ input, ...told }: Told): string | null {
  const { id, itemId, knowledgeItemId, intoId, changeId, company } = told;
  const first = id ?? itemId ?? knowledgeItemId ?? intoId ?? changeId ?? company;
  if (typeof first === 'string' || typeof first === 'number') return String(first);
  return input ? toldId(input) : null;
}

/**
 * Wraps every mutation that requires a signed-in caller, and records successful ones by a token, except dry runs. Mutations for
 * visitors, such as a sign-in, are not recorded: they may name other people.
 */
export const recordTokenActions = (schema: GraphQLSchema): GraphQLSchema =>
  mapFields(schema, (field, name, typeName) => {
    if (typeName !== 'Mutation') return;
    const allowance = getDirective(schema, field, 'allow')?.[0] as Allowance | undefined;
    if (allowance?.role === 'VISITOR') return;
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (source, args: Told, context, info) => {
      const act = async (): Promise<unknown> => resolve(source, args, context, info);
      if (args.isDryRun === true) return act();
      return context.services.apiTokens.recorded(context.viewer, name, toldId(args), act);
    };
  });
