// What helps to choose a service, over GraphQL.
import { limits } from '../../limits.ts';
import { readId } from '../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const choosing: Resolvers = {
  Query: {
    knowledgeItems: (_root, { ids }, { viewer, services }) =>
      services.knowledge.items(viewer, ids.map(readId)),
  },
  KnowledgeItem: {
    usedBy: async (item, _args, { loaders }) =>
      (await loaders.usedBy(item.id)).slice(0, limits.lists.companies),
    colleagues: (item, _args, { loaders }) => loaders.colleaguesOfItem(item.id),
    casesToChooseBy: (item, _args, { loaders }) => loaders.casesToChooseBy(item.id),
    expertsToAsk: (item, _args, { loaders }) => loaders.expertsToAsk(item.id),
    concepts: (item, _args, { loaders }) => loaders.conceptsOfItem(item.id),
    alternatives: (item, _args, { loaders }) => loaders.alternatives(item),
    linkCheck: (item, _args, { loaders }) => loaders.linkCheckOf(item),
  },
  CompanyUse: {
    company: ({ companyKey }, _args, { loaders }) =>
      companyKey === null ? null : loaders.companyByKey.load(companyKey),
  },
};
