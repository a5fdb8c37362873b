// The source watch over GraphQL.
import type { RuleChangeKey } from '../../../modules/access/sourceWatch/sourceWatch.store.ts';
import { parseId } from '../../../shared/ids.ts';
import type { MutationConfirmSourceArgs, Resolvers } from '../generated.ts';
import { toFacts } from './dataRules.ts';

const toKey = ({ changeId, itemId, company, tier }: MutationConfirmSourceArgs): RuleChangeKey => ({
  changeId: parseId(changeId),
  itemId: parseId(itemId),
  companyKey: company,
  tier,
});

export const sourceWatch: Resolvers = {
  Query: {
    changedSources: (_root, window, { viewer, services }) =>
      services.changedSources.page(viewer, window),
  },
  Mutation: {
    confirmSource: (_root, named, { viewer, services }) =>
      services.changedSources.confirm(viewer, toKey(named)),
    undoSourceConfirmation: (_root, named, { viewer, services }) =>
      services.changedSources.undo(viewer, toKey(named)),
  },
  ChangedSource: {
    changeId: ({ changeId }) => String(changeId),
    itemId: ({ itemId }) => String(itemId),
    company: async ({ companyKey }, _args, { loaders }) =>
      (await loaders.companyByKey.load(companyKey))!,
    facts: (source) => toFacts(source),
  },
};
