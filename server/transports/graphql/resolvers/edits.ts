// Resolvers of edits, history, duplicates, merges and tags.
import type { HistoryChange } from '../../../modules/sync/edits/itemHistory.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

const asText = (value: HistoryChange['before']): string | null =>
  typeof value === 'string' ? value : null;
const asTags = ({ field }: HistoryChange, value: HistoryChange['before']): string[] | null =>
  field === 'tags' && Array.isArray(value) ? value.map(String) : null;
const asTasks = ({ field }: HistoryChange, value: HistoryChange['before']): string[] | null =>
  field !== 'tags' && Array.isArray(value) ? value.map(String) : null;

const nullWhereNone = (error: unknown): null => {
  if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
  throw error;
};

export const curation: Resolvers = {
  Query: {
    itemHistory: (_root, { itemId, page, perPage }, { viewer, services }) =>
      services.edits.history(viewer, parseId(itemId), { page, perPage }),
    itemProblems: (_root, { problem = null, ...filter }, { viewer, services }) =>
      services.itemProblems.list(viewer, { problem, ...filter }),
    duplicates: (_root, { first }, { loaders }) => loaders.duplicates(first),
    unnamedTags: (_root, { first }, { viewer, services }) =>
      services.tagNames.unnamed(viewer, first),
    tagDuplicates: (_root, { first }, { viewer, services }) =>
      services.tagNames.duplicates(viewer, first),
    merges: (_root, _args, { viewer, services }) => services.merges.recent(viewer),
  },
  Mutation: {
    editKnowledge: (_root, { id, expectedUpdatedAt, ...input }, { viewer, services }) =>
      services.edits.edit(viewer, parseId(id), input, expectedUpdatedAt),
    revertChange: (_root, { changeId }, { viewer, services }) =>
      services.edits.revertChange(viewer, parseId(changeId)),
    lookUpService: (_root, { address }, { viewer, services }) =>
      services.additions.lookUp(viewer, address),
    addKnowledge: (_root, { proposalId, gapId, ...input }, { viewer, services }) =>
      services.additions.add(viewer, {
        ...input,
        proposalId: proposalId == null ? null : parseId(proposalId),
        gapId: gapId == null ? null : parseId(gapId),
      }),
    renameTag: (_root, { id, ...names }, { viewer, services }) =>
      services.tagging.rename(viewer, parseId(id), names),
    mergeTags: (_root, { fromIds, intoId }, { viewer, services }) =>
      services.tagging.merge(viewer, fromIds.map(parseId), parseId(intoId)),
    mergeExactTagDuplicates: (_root, _args, { viewer, services }) =>
      services.tagging.mergeExactDuplicates(viewer),
    undoTagChange: (_root, { changeId }, { viewer, services }) =>
      services.tagging.undo(viewer, parseId(changeId)),
    nameTags: (_root, { rows }, { viewer, services }) =>
      services.tagNames.saveNames(
        viewer,
        rows.map((row) => ({ ...row, id: parseId(row.id) })),
      ),
    suggestTagNames: (_root, { ids }, { viewer, services }) =>
      services.tagNames.suggest(viewer, ids.map(parseId)),
    mergeKnowledge: (_root, { keptId, mergedId, ...input }, { viewer, services }) =>
      services.merges.merge(viewer, [parseId(keptId), parseId(mergedId)], input),
    mergeIdenticalDuplicates: (_root, _args, { viewer, services }) =>
      services.merges.mergeIdentical(viewer),
    undoMerge: (_root, { id }, { viewer, services }) => services.merges.undo(viewer, parseId(id)),
  },
  TagChange: {
    tag: ({ tagId }, _args, { viewer, services }) => services.knowledge.tag(viewer, tagId),
  },
  TagNamingRow: {
    id: ({ tagId }) => tagId,
  },
  ServiceDraft: {
    existingItem: ({ knownId }, _args, { viewer, services }) =>
      knownId === null ? null : services.knowledge.item(viewer, knownId),
  },
  AddKnowledgeResult: {
    item: ({ itemId }, _args, { viewer, services }) => services.knowledge.item(viewer, itemId),
  },
  ItemProblemPage: {
    items: async ({ items }, _args, { loaders }) => {
      const loaded = await Promise.all(
        items.map(async ({ itemId, problems }) => ({
          item: await loaders.itemById.load(itemId),
          problems,
        })),
      );
      return loaded.flatMap(({ item, problems }) => (item ? [{ item, problems }] : []));
    },
  },
  DuplicateGroup: {
    items: async ({ itemIds }, _args, { loaders }) =>
      (await Promise.all(itemIds.map((id) => loaders.itemById.load(id)))).filter(
        (item) => item !== null,
      ),
  },
  Merge: {
    keptItem: async ({ keptId }, _args, { viewer, services }) =>
      services.knowledge.item(viewer, keptId).catch(nullWhereNone),
    mergedBy: ({ mergedBy }, _args, { loaders }) =>
      mergedBy ? loaders.userById.load(mergedBy) : null,
  },
  MergeRuleConflict: {
    keptVerdict: ({ kept }) => kept,
    otherVerdict: ({ other }) => other,
  },
  MergeOutcome: {
    merge: ({ mergeId }, _args, { viewer, services }) => services.merges.one(viewer, mergeId),
    item: ({ keptId }, _args, { viewer, services }) => services.knowledge.item(viewer, keptId),
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
    beforeTasks: (change) => asTasks(change, change.before),
    afterTasks: (change) => asTasks(change, change.after),
  },
};
