// What admins change in the catalogue over GraphQL: services in place, and their history.
import type { HistoryChange } from '../../domain/sync/edit/history.ts';
import { parseId } from '../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

const asText = (value: HistoryChange['before']): string | null =>
  typeof value === 'string' ? value : null;
const asTags = ({ field }: HistoryChange, value: HistoryChange['before']): string[] | null =>
  field === 'tags' && Array.isArray(value) ? value.map(String) : null;

export const curation: Resolvers = {
  Query: {
    itemHistory: (_root, { itemId, page, perPage }, { viewer, services }) =>
      services.edits.history(viewer, parseId(itemId), { page, perPage }),
  },
  Mutation: {
    editKnowledge: (_root, { id, expectedUpdatedAt, ...input }, { viewer, services }) =>
      services.edits.edit(viewer, parseId(id), input, expectedUpdatedAt),
    bringBack: (_root, { changeId }, { viewer, services }) =>
      services.edits.bringBack(viewer, parseId(changeId)),
  },
  KnowledgeEdit: {
    item: ({ itemId }, _args, { viewer, services }) => services.knowledge.item(viewer, itemId),
  },
  HistoryEntry: {
    actor: (entry, _args, { loaders }) =>
      entry.actorId ? loaders.userById.load(entry.actorId) : null,
  },
  HistoryChange: {
    before: ({ before }) => asText(before),
    after: ({ after }) => asText(after),
    beforeTags: (change) => asTags(change, change.before),
    afterTags: (change) => asTags(change, change.after),
  },
};
