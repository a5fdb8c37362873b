// Requests for access over GraphQL.
import { parseId } from '../../../shared/ids.ts';
import { ownActsOf } from '../../../modules/access/requests/accessApprovers.ts';
import { waitsForDecision } from '../../../modules/access/requests/accessStateMachine.ts';
import type { Resolvers } from '../generated.ts';

const present = <Value>(found: readonly (Value | null | Error)[]): Value[] =>
  found.flatMap((one) => {
    if (one instanceof Error) throw one;
    return one ?? [];
  });

export const access: Resolvers = {
  Query: {
    myAccessRequests: (_root, _args, { viewer, services }) => services.access.own(viewer),
    accessRequestsToDecide: (_root, { statuses }, { viewer, services }) =>
      services.accessRequestsToDecide.list(viewer, statuses ?? null),
    accessRequestToDecide: (_root, { id }, { viewer, services }) =>
      services.accessRequestsToDecide.one(viewer, parseId(id)),
    accessRequestsToDecideCount: (_root, _args, { viewer, services }) =>
      services.accessRequestsToDecide.countWaiting(viewer),
    accessApprovers: (_root, _args, { viewer, services }) =>
      services.accessRequestsToDecide.approvers(viewer),
  },
  Mutation: {
    requestAccess: (
      _root,
      { input: { idempotencyKey, knowledgeItemId, ...wanted } },
      { viewer, services },
    ) =>
      services.access.request(viewer, {
        ...wanted,
        ...(knowledgeItemId ? { itemId: parseId(knowledgeItemId) } : {}),
        idempotencyKey: idempotencyKey && String(idempotencyKey),
      }),
    decideAccessRequest: (_root, { id, ...decision }, { viewer, services }) =>
      services.accessRequestsToDecide.decide(viewer, parseId(id), decision),
    withdrawAccessRequest: (_root, { id, expectedVersion }, { viewer, services }) =>
      services.accessRequestsToDecide.withdraw(viewer, parseId(id), expectedVersion),
    answerAccessRequest: (_root, { id, ...given }, { viewer, services }) =>
      services.accessRequestsToDecide.answer(viewer, parseId(id), given),
    setAccessApprovers: (_root, { company, people, expectedPeople }, { viewer, services }) =>
      services.accessRequestsToDecide.setApprovers(viewer, company, {
        people: people.map(parseId),
        expectedPeople: expectedPeople?.map(parseId),
      }),
  },
  KnowledgeItem: {
    myAccessRequest: (item, _args, { loaders }) => loaders.openAccessOfItem(item),
  },
  AccessRequest: {
    isPending: ({ status }) => waitsForDecision(status),
    actions: (request, _args, { viewer }) => ownActsOf(request, viewer),
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
  },
  AccessRequestToDecide: {
    requester: ({ request: { userId } }, _args, { loaders }) =>
      userId === null ? null : loaders.userById.load(userId),
    decidedBy: ({ request: { decidedBy } }, _args, { loaders }) =>
      decidedBy === null ? null : loaders.userById.load(decidedBy),
  },
  CompanyApprovers: {
    company: async ({ companyKey }, _args, { loaders }) =>
      present([await loaders.companyByKey.load(companyKey)])[0]!,
    people: async ({ userIds }, _args, { loaders }) =>
      present(await loaders.userById.loadMany(userIds)),
  },
};
