// Resolvers of catalogue gaps, search alerts and proposed services.
import { mayReopen } from '../../../modules/feedback/catalogueGaps/catalogueGaps.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const catalogueGaps: Resolvers = {
  Query: {
    catalogueGaps: (_root, given, { viewer, services }) =>
      services.catalogueGaps.list(viewer, given),
    mySearchAlerts: (_root, _args, { viewer, services }) => services.searchAlerts.own(viewer),
  },
  Mutation: {
    declineCatalogueGap: (_root, { id, reason }, { viewer, services }) =>
      services.catalogueGaps.decline(viewer, parseId(id), { reason }),
    mergeCatalogueGap: (_root, { id, intoId }, { viewer, services }) =>
      services.catalogueGaps.merge(viewer, parseId(id), parseId(intoId)),
    reopenCatalogueGap: (_root, { id }, { viewer, services }) =>
      services.catalogueGaps.reopen(viewer, parseId(id)),
    addSearchAlert: (_root, given, { viewer, services }) =>
      services.searchAlerts.subscribe(viewer, given),
    removeSearchAlert: async (_root, { id }, { viewer, services }) => {
      await services.searchAlerts.unsubscribe(viewer, parseId(id));
      return { success: true };
    },
  },
  CatalogueGap: {
    refusedItem: ({ aboutItemId }, _args, { loaders }) =>
      aboutItemId === null ? null : loaders.itemById.load(aboutItemId),
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    closedBy: ({ closedBy }, _args, { loaders }) =>
      closedBy === null ? null : loaders.userById.load(closedBy),
    canReopen: (gap) => mayReopen(gap),
  },
  SearchAlert: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
  },
};

export const proposals: Resolvers = {
  Query: {
    myProposals: (_root, _args, { viewer, services }) => services.proposals.own(viewer),
    proposals: (_root, { state }, { viewer, services }) =>
      services.proposals.list(viewer, state ?? null),
    proposalsCount: (_root, { state }, { viewer, services }) =>
      services.proposals.count(viewer, state ?? null),
  },
  Mutation: {
    proposeService: (_root, given, { viewer, services }) =>
      services.proposals.propose(viewer, given),
    declineProposal: (_root, { id, reason }, { viewer, services }) =>
      services.proposals.decline(viewer, parseId(id), { reason }),
  },
  ProposalOutcome: {
    existingItem: ({ knownId }, _args, { loaders }) =>
      knownId === null ? null : loaders.itemById.load(knownId),
  },
  ProposedService: {
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    proposer: ({ userId }, _args, { loaders }) =>
      userId === null ? null : loaders.userById.load(userId),
    decidedBy: ({ decidedBy }, _args, { loaders }) =>
      decidedBy === null ? null : loaders.userById.load(decidedBy),
    existingItem: async ({ normalisedUrl }, _args, { loaders }) =>
      (await loaders.itemsByAddress.load(normalisedUrl))[0] ?? null,
  },
};
