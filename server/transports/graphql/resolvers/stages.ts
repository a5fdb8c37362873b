// Stages of services over GraphQL.
import { isAdmin } from '../../../modules/people/accounts/accounts.module.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const stages: Resolvers = {
  Query: {
    pilotsToDecide: (_root, _args, { viewer, services }) => services.stages.waiting(viewer),
  },
  Mutation: {
    setStage: (_root, { itemId, company, input }, { viewer, services }) =>
      services.stages.set(viewer, { itemId: parseId(itemId), company }, input),
    undoStage: (_root, { id, expectedVersion }, { viewer, services }) =>
      services.stages.undo(viewer, parseId(id), expectedVersion),
    joinPilot: (_root, { id }, { viewer, services }) => services.stages.join(viewer, parseId(id)),
    leavePilot: (_root, { id }, { viewer, services }) => services.stages.leave(viewer, parseId(id)),
  },
  KnowledgeItem: {
    stage: (item, { company }, { loaders }) => loaders.stageOf(item, company),
    mayDecideStage: (_item, _args, { viewer, loaders }) =>
      isAdmin(viewer) ||
      (viewer.kind === 'member' && viewer.company !== null
        ? loaders.decidesRules(viewer.company.key)
        : false),
  },
  ItemStage: {
    knowledgeItem: ({ itemId }, _args, { loaders }) => loaders.itemById.load(itemId),
    company: async ({ companyKey }, _args, { loaders }) =>
      (await loaders.companyByKey.load(companyKey))!,
    decidedBy: ({ decidedBy }, _args, { loaders }) =>
      decidedBy === null ? null : loaders.userById.load(decidedBy),
    mayJoin: (stage, _args, { viewer, services }) => services.stages.mayJoin(viewer, stage),
    mayDecide: ({ companyKey }, _args, { loaders }) => loaders.decidesRules(companyKey),
    history: ({ id }, _args, { loaders }) => loaders.stageChanges.load(id),
  },
  StageChange: {
    from: ({ before }) => before.stage,
    to: ({ after }) => after.stage,
    questionRu: ({ after }) => after.questionRu,
    questionEn: ({ after }) => after.questionEn,
    endsOn: ({ after }) => after.endsOn,
    reasonRu: ({ after }) => after.reasonRu,
    reasonEn: ({ after }) => after.reasonEn,
    at: ({ changedAt }) => changedAt,
    by: ({ changedBy }, _args, { loaders }) =>
      changedBy === null ? null : loaders.userById.load(changedBy),
    isUndo: ({ undoes }) => undoes !== null,
  },
};
