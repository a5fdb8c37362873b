// Complaints over GraphQL.
import { parseId } from '../../../shared/ids.ts';
import type { ComplaintFixInput, Resolvers } from '../generated.ts';

/** The given fields only: an action refuses a field that it does not take. */
const toFix = ({ otherId, changeId, ...given }: ComplaintFixInput) =>
  Object.fromEntries(
    Object.entries({
      ...given,
      otherId: otherId == null ? null : parseId(otherId),
      changeId: changeId == null ? null : parseId(changeId),
    }).filter(([, value]) => value != null),
  );

export const complaints: Resolvers = {
  Query: {
    complaints: (_root, filter, { viewer, services }) => services.complaints.list(viewer, filter),
    complaintsCount: async (_root, { status }, { viewer, services }) => ({
      count: await services.complaints.count(viewer, status ?? null),
    }),
    complaintGroups: (_root, { type }, { viewer, services }) =>
      services.complaintReview.list(viewer, type ?? null),
    complaintGroup: (_root, { knowledgeItemId, type }, { viewer, services }) =>
      services.complaintReview.one(viewer, { itemId: parseId(knowledgeItemId), type }),
    myComplaints: (_root, _args, { viewer, services }) => services.complaints.own(viewer),
  },
  Mutation: {
    reportItem: (_root, { input: { knowledgeItemId, ...report } }, { viewer, ip, services }) =>
      services.complaints.report(viewer, ip, { ...report, itemId: parseId(knowledgeItemId) }),
    setComplaintStatus: (_root, { id, ...change }, { viewer, services }) =>
      services.complaints.setStatus(viewer, parseId(id), change),
    applyComplaintFix: (_root, { knowledgeItemId, type, fix }, { viewer, services }) =>
      services.complaintReview.applyFix(
        viewer,
        { itemId: parseId(knowledgeItemId), type },
        toFix(fix),
      ),
    undoComplaintFix: (_root, { id }, { viewer, services }) =>
      services.complaintReview.undo(viewer, parseId(id)),
  },
  AppliedFix: {
    at: ({ appliedAt }) => appliedAt,
    by: ({ appliedBy }, _args, { loaders }) =>
      appliedBy === null ? null : loaders.userById.load(appliedBy),
  },
  ComplaintFix: {
    otherItem: ({ otherId }, _args, { loaders }) =>
      otherId === null ? null : loaders.itemById.load(otherId),
  },
  ComplaintGroup: {
    complaintType: ({ type }) => type,
    count: ({ complaints }) => complaints.length,
    knowledgeItem: ({ itemId }, _args, { loaders }) => loaders.itemById.load(itemId),
  },
  Complaint: {
    appliedFix: ({ cureId }, _args, { loaders }) =>
      cureId === null ? null : loaders.complaintCure.load(cureId),
    knowledgeItemId: (complaint) => complaint.itemId,
    reporter: ({ userId }, _args, { loaders }) =>
      userId === null ? null : loaders.userById.load(userId),
    handledBy: (complaint, _args, { loaders }) =>
      complaint.handledBy === null ? null : loaders.userById.load(complaint.handledBy),
    knowledgeItem: (complaint, _args, { loaders }) => loaders.itemById.load(complaint.itemId),
  },
};
