// Access requests over GraphQL.
import { parseId } from '../../../shared/ids.ts';
import { approvalStatus, verdictOfClass } from '../../../modules/access/dataRules/dataRules.ts';
import { pageTier } from '../../../modules/access/dataRules/dataRules.module.ts';
import { requesterActions } from '../../../modules/access/requests/accessApprovers.ts';
import { isWaitingForApprover } from '../../../modules/access/requests/accessStateMachine.ts';
import type { Resolvers } from '../generated.ts';

const present = <Value>(found: readonly (Value | null | Error)[]): Value[] =>
  found.flatMap((one) => {
    if (one instanceof Error) throw one;
    return one ?? [];
  });

export const access: Resolvers = {
  Query: {
    myAccessRequests: (_root, _args, { viewer, services }) => services.accessRequests.own(viewer),
    accessRequestsToDecide: (_root, { statuses }, { viewer, services }) =>
      services.accessWorkflow.list(viewer, statuses ?? null),
    accessRequestToDecide: (_root, { id }, { viewer, services }) =>
      services.accessWorkflow.one(viewer, parseId(id)),
    accessRequestsToDecideCount: (_root, _args, { viewer, services }) =>
      services.accessWorkflow.countWaiting(viewer),
    accessApprovers: (_root, _args, { viewer, services }) =>
      services.accessWorkflow.approvers(viewer),
  },
  Mutation: {
    requestAccess: (
      _root,
      { input: { idempotencyKey, knowledgeItemId, ...wanted } },
      { viewer, services },
    ) =>
      services.accessRequests.request(viewer, {
        ...wanted,
        ...(knowledgeItemId ? { itemId: parseId(knowledgeItemId) } : {}),
        idempotencyKey: idempotencyKey && String(idempotencyKey),
      }),
    decideAccessRequest: (_root, { id, ...decision }, { viewer, services }) =>
      services.accessWorkflow.decide(viewer, parseId(id), decision),
    undoAccessDecision: (_root, { id, expectedVersion }, { viewer, services }) =>
      services.accessWorkflow.undo(viewer, parseId(id), expectedVersion),
    withdrawAccessRequest: (_root, { id, expectedVersion }, { viewer, services }) =>
      services.accessWorkflow.withdraw(viewer, parseId(id), expectedVersion),
    answerAccessRequest: (_root, { id, ...given }, { viewer, services }) =>
      services.accessWorkflow.answer(viewer, parseId(id), given),
    setAccessApprovers: (_root, { company, people, expectedPeople }, { viewer, services }) =>
      services.accessWorkflow.setApprovers(viewer, company, {
        people: people.map(parseId),
        expectedPeople: expectedPeople?.map(parseId),
      }),
  },
  KnowledgeItem: {
    myAccessRequest: (item, _args, { loaders }) => loaders.openAccessOfItem(item),
    approvalStatus: async (item, _args, { viewer, loaders }) => {
      const rule = viewer.kind === 'member' ? await loaders.ruleOfItem(item, null, pageTier) : null;
      const status = approvalStatus(rule);
      if (status !== 'not_decided') return status;
      const request = await loaders.openAccessOfItem(item);
      return request && request.status !== 'granted' ? 'under_review' : status;
    },
  },
  AccessRequest: {
    isPending: ({ status }) => isWaitingForApprover(status),
    actions: (request, _args, { viewer }) => requesterActions(request, viewer),
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
  },
  AccessRequestToDecide: {
    requester: ({ request: { userId } }, _args, { loaders }) =>
      userId === null ? null : loaders.userById.load(userId),
    dataVerdicts: async ({ request: { itemId, dataClasses }, companyKey }, _args, { loaders }) => {
      if (itemId === null || companyKey === null) return [];
      const rule = await loaders.ruleInCompany(itemId, companyKey);
      return rule === null ? [] : dataClasses.map((dataClass) => verdictOfClass(rule, dataClass));
    },
    decidedBy: ({ request: { decidedBy } }, _args, { loaders }) =>
      decidedBy === null ? null : loaders.userById.load(decidedBy),
  },
  CompanyApprovers: {
    company: async ({ companyKey }, _args, { loaders }) =>
      present([await loaders.companyByKey.load(companyKey)])[0]!,
    people: async ({ userIds }, _args, { loaders }) =>
      present(await loaders.userById.loadMany(userIds)),
    rulesContacts: async ({ companyKey }, _args, { loaders }) =>
      (await loaders.ruleContactsOfCompany.load(companyKey)).slice(0, 3).map(({ owner }) => owner),
  },
};
