// Resolvers of the overview of a service.
import { limits } from '../../../config/limits.ts';
import { findUncheckedReason } from '../../../modules/curation/linkChecks/linkChecks.module.ts';
import { readId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const choosing: Resolvers = {
  Query: {
    knowledgeItems: (_root, { ids }, { viewer, services }) =>
      services.knowledge.items(viewer, ids.map(readId)),
  },
  KnowledgeItem: {
    usedBy: async (item, _args, { loaders }) =>
      (await loaders.usedBy(item)).slice(0, limits.lists.companies),
    colleagues: async ({ id }, _args, { loaders }) =>
      (await loaders.itemOverview(id))?.colleagues ?? [],
    recommendedUseCases: async ({ id }, _args, { loaders }) =>
      (await loaders.itemOverview(id))?.cases ?? [],
    expertsToAsk: async ({ id }, _args, { loaders }) =>
      (await loaders.itemOverview(id))?.experts ?? [],
    linkCheck: async ({ id, sourceUrl }, _args, { loaders }) => {
      const check = (await loaders.itemOverview(id))?.linkCheck ?? null;
      // A check of a former address does not apply.
      return check?.url === sourceUrl ? check : null;
    },
    concepts: (item, _args, { loaders }) => loaders.conceptsOfItem(item),
    alternatives: (item, _args, { loaders }) => loaders.alternatives(item),
  },
  LinkCheck: {
    uncheckedReason: (check) => findUncheckedReason(check),
  },
  CompanyUse: {
    company: ({ companyKey }, _args, { loaders }) =>
      companyKey === null ? null : loaders.companyByKey.load(companyKey),
  },
};
