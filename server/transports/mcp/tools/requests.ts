// MCP tools request_access, report_item and propose_service: requests of an agent for its person.
import { z } from 'zod';
import { subscriptionTypes } from '../../../modules/access/requests/accessRequests.ts';
import { complaintTypes } from '../../../modules/feedback/complaints/complaints.ts';
import { dataClasses } from '../../../modules/access/dataRules/dataRules.ts';
import { limits } from '../../../config/limits.ts';
import {
  AskForAccessDocument,
  type AskForAccessMutation,
  SuggestServiceDocument,
  ReadServiceTitleDocument,
  ReportServiceDocument,
} from '../generated.ts';
import { language, tool } from '../tool.ts';
import { dataClass, named, serviceId, toNamed, webAddress } from './toolSchemas.ts';

type Standing = AskForAccessMutation['result'];

/** Fields of an access request in the tool. */
const wished = z.object({
  subscription: z.enum(subscriptionTypes),
  purpose: z.string(),
  needs_testing: z.boolean(),
  data: z.array(dataClass),
});

const toWished = (request: Standing): z.output<typeof wished> => ({
  subscription: request.subscriptionType,
  purpose: request.features,
  needs_testing: request.needsTesting,
  data: request.dataClasses,
});

/** True for equal requests, regardless of the order of data classes and of surrounding spaces. */
const isSame = (one: z.output<typeof wished>, other: z.output<typeof wished>): boolean =>
  one.subscription === other.subscription &&
  one.purpose.trim() === other.purpose.trim() &&
  one.needs_testing === other.needs_testing &&
  dataClasses.every((name) => one.data.includes(name) === other.data.includes(name));

export const requestAccess = tool({
  name: 'request_access',
  description:
    'Asks those who grant access to a service. `existing_request`: an earlier request stands as it says; what was sent now was not taken.',
  input: z.strictObject({
    id: serviceId,
    subscription: z.enum(subscriptionTypes),
    purpose: z.string().min(1).max(limits.text.accessFeatures),
    needs_testing: z.boolean().default(false),
    data: z.array(dataClass).default([]),
  }),
  output: z.object({
    request_id: z.string(),
    status: z.string(),
    due_at: z.string(),
    existing_request: wished.optional(),
  }),
  writes: true,
  names: {
    knowledgeItemId: 'id',
    subscriptionType: 'subscription',
    features: 'purpose',
    needsTesting: 'needs_testing',
    dataClasses: 'data',
  },
  async run(input, { ask }) {
    const { titleEn, titleRu } = await ask(ReadServiceTitleDocument, { id: input.id });
    const request = await ask(AskForAccessDocument, {
      input: {
        service: titleEn ?? titleRu ?? '',
        knowledgeItemId: input.id,
        subscriptionType: input.subscription,
        features: input.purpose,
        needsTesting: input.needs_testing,
        dataClasses: input.data,
      },
    });
    const existing = toWished(request);
    return {
      request_id: request.id,
      status: request.status,
      due_at: request.dueAt,
      ...(isSame(existing, input) ? {} : { existing_request: existing }),
    };
  },
});

export const reportService = tool({
  name: 'report_service',
  description: 'Reports what is wrong with a service to the admins.',
  input: z.strictObject({
    id: serviceId,
    kind: z.enum(complaintTypes),
    comment: z.string().max(limits.text.complaintComment).optional(),
  }),
  output: z.object({ report_id: z.string(), status: z.string() }),
  writes: true,
  forServices: true,
  names: { knowledgeItemId: 'id', complaintType: 'kind' },
  async run({ id, kind, comment }, { ask }) {
    const report = await ask(ReportServiceDocument, {
      input: { knowledgeItemId: id, complaintType: kind, comment: comment ?? null },
    });
    return { report_id: report.id, status: report.status };
  },
});

export const proposeService = tool({
  name: 'propose_service',
  description: 'Proposes a missing service; an existing one is answered as `known`.',
  input: z.strictObject({
    address: webAddress,
    comment: z.string().max(limits.text.proposalComment).optional().describe('Why'),
    language,
  }),
  output: z.object({
    proposal_id: z.string().optional(),
    state: z.string().optional(),
    known: named.optional(),
  }),
  writes: true,
  forServices: true,
  async run({ address, comment }, { ask, language }) {
    const { proposal, existingItem: known } = await ask(SuggestServiceDocument, {
      address,
      comment: comment ?? null,
    });
    return {
      ...(proposal ? { proposal_id: proposal.id, state: proposal.state } : {}),
      ...(known ? { known: toNamed(language, known) } : {}),
    };
  },
});
