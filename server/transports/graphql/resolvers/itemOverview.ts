// What helps to choose a service, over GraphQL.
import type { Concept } from '../../../modules/catalogue/items/items.ts';
import { limits } from '../../../config/limits.ts';
import { readId } from '../../../shared/ids.ts';
import type { Context } from '../context.ts';
import type { Resolvers } from '../generated.ts';

/** Concepts by their ids, in that order; what has gone since is left out. */
const namedConcepts = async (ids: readonly string[], { loaders }: Context): Promise<Concept[]> => {
  const found = await Promise.all(ids.map((id) => loaders.conceptById.load(id)));
  return found.filter((concept) => concept !== null);
};

export const choosing: Resolvers = {
  Query: {
    knowledgeItems: (_root, { ids }, { viewer, services }) =>
      services.knowledge.items(viewer, ids.map(readId)),
  },
  KnowledgeItem: {
    usedBy: async (item, _args, { loaders }) =>
      (await loaders.usedBy(item.id)).slice(0, limits.lists.companies),
    colleagues: (item, _args, { loaders }) => loaders.colleaguesOfItem.load(item.id),
    recommendedUseCases: (item, _args, { loaders }) => loaders.recommendedUseCases.load(item.id),
    expertsToAsk: (item, _args, { loaders }) => loaders.expertsToAsk.load(item.id),
    concepts: async (item, _args, context) =>
      namedConcepts(
        (await context.loaders.conceptsOfItem(item.id)).slice(0, limits.lists.conceptsOfItem),
        context,
      ),
    alternatives: (item, _args, { loaders }) => loaders.alternatives(item),
    linkCheck: (item, _args, { loaders }) => loaders.linkCheckOf(item),
  },
  CompanyUse: {
    company: ({ companyKey }, _args, { loaders }) =>
      companyKey === null ? null : loaders.companyByKey.load(companyKey),
  },
  Difference: {
    concept: async ({ concept }, _args, context) =>
      (await namedConcepts(concept === null ? [] : [concept], context))[0] ?? null,
  },
};
