// Access requests: types, input validation, and their words in mails and bot messages.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledName, filledText, optionalText } from '../../../shared/validation.ts';
import { type DataClass, dataClasses } from '../dataRules/dataRules.ts';
import { accessDecisions, type AccessStatus } from './accessStateMachine.ts';

export const subscriptionTypes = ['basic', 'pro', 'enterprise'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

/** What a decision replaced, so that it can be undone. */
export interface BeforeDecision {
  version: number;
  status: AccessStatus;
  word: string | null;
  answer: string | null;
  expiresAt: Date | null;
  decidedBy: number | null;
}

export interface AccessRequest {
  id: number;
  /** Null for a deleted account. */
  userId: number | null;
  /** Null for a removed item. */
  itemId: number | null;
  /** Id of the first request of the batch; null for a single request. */
  batchId: number | null;
  service: string;
  subscriptionType: SubscriptionType;
  features: string;
  needsTesting: boolean;
  dataClasses: DataClass[];
  state: 'queued' | 'sent' | 'failed';
  status: AccessStatus;
  /** Incremented with each status change. */
  version: number;
  createdAt: Date;
  sentAt: Date | null;
  /** Deadline for the decision. */
  dueAt: Date;
  statusChangedAt: Date;
  decidedBy: number | null;
  /** The approver's reason or question. */
  decisionMessage: string | null;
  /** The person's answer to the question. */
  answer: string | null;
  expiresAt: Date | null;
  /** Null unless the last change was a decision. */
  beforeDecision: BeforeDecision | null;
}

/** Plan and features are required (specification, section 5). */
export const accessRequestInput = z.strictObject({
  service: filledName(limits.bookmark.title),
  itemId: z.int().optional(),
  subscriptionType: z.enum(subscriptionTypes),
  features: filledText(limits.text.accessFeatures),
  needsTesting: z.boolean().default(false),
  dataClasses: z
    .array(z.enum(dataClasses))
    .max(dataClasses.length)
    .default([])
    .transform((given) => dataClasses.filter((one) => given.includes(one))),
  idempotencyKey: optionalText(200),
});

export type AccessRequestInput = z.input<typeof accessRequestInput>;

/** Several items with the same text. */
export const severalAccessInput = accessRequestInput
  .omit({ service: true, itemId: true })
  .extend({ itemIds: z.array(z.int()).min(1).max(limits.lists.loadoutItems) });

export type SeveralAccessInput = z.input<typeof severalAccessInput>;

/** Decisions that need a reason or a question. */
const needsText = new Set<string>(['ask', 'decline', 'revoke']);
const hasExpiry = new Set<string>(['grant', 'renew']);

export const decisionInput = z
  .strictObject({
    decision: z.enum(accessDecisions),
    expectedVersion: z.int().min(0),
    message: optionalText(limits.text.accessWord),
    expiresAt: z
      .date()
      .nullish()
      .transform((value) => value ?? null),
  })
  .refine(({ decision, message }) => message !== null || !needsText.has(decision), {
    message: 'Write the reason or the question',
    path: ['message'],
    params: { code: 'required' },
  })
  .refine(({ decision, expiresAt }) => expiresAt === null || hasExpiry.has(decision), {
    message: 'Only granted or renewed access has an expiry',
    path: ['expiresAt'],
    params: { code: 'invalid' },
  });
export type DecisionInput = z.input<typeof decisionInput>;

export const answerInput = z.strictObject({
  expectedVersion: z.int().min(0),
  answer: filledText(limits.text.accessWord),
});
export type AnswerInput = z.input<typeof answerInput>;

export interface ApproverLookup {
  companiesOf(userId: number): Promise<string[]>;
  isApprover(userId: number, companyKey: string): Promise<boolean>;
  /** Also locks the appointment until the end of the transaction. */
  lockApprover(userId: number, companyKey: string): Promise<boolean>;
}

export interface CompanyApprovers {
  companyKey: string;
  userIds: number[];
}

const people = z
  .array(z.int())
  .max(limits.lists.approversOfCompany)
  .transform((given) => [...new Set(given)].toSorted((one, other) => one - other));

/** The new approvers, and those that the admin saw. */
export const approversInput = z.strictObject({
  people,
  expectedPeople: people.optional(),
});

/** The item in the mail. */
export interface RequestedService {
  itemId: number;
  title: string;
  sourceUrl: string;
}

export type BilingualText = readonly [ru: string, en: string];

const plans: Record<SubscriptionType, BilingualText> = {
  basic: ['базовая', 'basic'],
  pro: ['расширенная', 'pro'],
  enterprise: ['корпоративная', 'enterprise'],
};

const classes: Record<DataClass, BilingualText> = {
  public_material: ['открытые материалы', 'public material'],
  source_code: ['исходный код', 'source code'],
  unreleased_art: ['неопубликованный арт и билды', 'unreleased art and builds'],
  player_data: ['данные игроков', 'player data'],
  staff_data: ['данные сотрудников', 'staff data'],
  partner_material: ['материалы партнёров и под NDA', 'partner and NDA material'],
};

export const planName = (plan: SubscriptionType): BilingualText => plans[plan];

/** Null when the person named no data. */
export const dataClassNames = (given: readonly DataClass[]): BilingualText | null => {
  const list = (at: 0 | 1) => given.map((one) => classes[one][at]).join(', ');
  return given.length === 0 ? null : [list(0), list(1)];
};

const formats = (['ru', 'en-GB'] as const).map(
  (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** A deadline in UTC. Midnight is shown as the minute before, as on the page, to make the last day clear. */
export const deadlineText = (at: Date): BilingualText => {
  const isMidnight = at.getUTCHours() === 0 && at.getUTCMinutes() === 0;
  const last = isMidnight ? at.getTime() - 60_000 : at;
  const [ru = '', en = ''] = formats.map((format) => `${format.format(last)} UTC`);
  return [ru, en];
};
