// Reports over GraphQL.
import { parseId } from '../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const complaints: Resolvers = {
  Query: {
    complaints: (_root, filter, { viewer, services }) => services.complaints.list(viewer, filter),
    complaintsCount: async (_root, { status }, { viewer, services }) => ({
      count: await services.complaints.count(viewer, status ?? null),
    }),
    myComplaints: (_root, _args, { viewer, services }) => services.complaints.own(viewer),
  },
  Mutation: {
    reportItem: (_root, { input: { knowledgeItemId, ...report } }, { viewer, ip, services }) =>
      services.complaints.report(viewer, ip, { ...report, itemId: parseId(knowledgeItemId) }),
    setComplaintStatus: (_root, { id, ...change }, { viewer, services }) =>
      services.complaints.setStatus(viewer, parseId(id), change),
  },
  Complaint: {
    knowledgeItemId: (complaint) => complaint.itemId,
    reporter: (complaint, _args, { loaders }) => loaders.userById.load(complaint.userId),
    handledBy: (complaint, _args, { loaders }) =>
      complaint.handledBy === null ? null : loaders.userById.load(complaint.handledBy),
    knowledgeItem: (complaint, _args, { loaders }) => loaders.itemById.load(complaint.itemId),
  },
};
