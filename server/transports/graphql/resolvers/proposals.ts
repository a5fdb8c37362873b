// Proposed services over GraphQL.
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

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
