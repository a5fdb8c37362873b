// Requests for access to a service: what a person asks for, and how it is told to those who grant it.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledText, optionalText } from '../../../shared/validation.ts';
import { dataClasses, type DataClass } from '../dataRules/dataRules.ts';
import { accessDecisions, type AccessStatus } from './accessStateMachine.ts';

export const subscriptionTypes = ['basic', 'pro', 'enterprise'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

export interface AccessRequest {
  id: number;
  /** Null when the account is deleted. */
  userId: number | null;
  /** Null when the service has gone. */
  itemId: number | null;
  service: string;
  subscriptionType: SubscriptionType;
  features: string;
  needsTesting: boolean;
  dataClasses: DataClass[];
  /** How far its mail has come. */
  state: 'queued' | 'sent' | 'failed';
  status: AccessStatus;
  /** One more with each step. */
  version: number;
  createdAt: Date;
  sentAt: Date | null;
  /** By when an approver should have taken the next step. */
  dueAt: Date;
  statusChangedAt: Date;
  decidedBy: number | null;
  /** What whoever decided has written: a reason, or a question. */
  decisionMessage: string | null;
  /** What the person has answered to the question. */
  answer: string | null;
  expiresAt: Date | null;
}

/** Subscription type and features are required (specification, section 5). */
export const accessRequestInput = z.strictObject({
  service: filledText(limits.bookmark.title),
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

/** Without a word nobody knows why, or what is asked. */
const needsMessage = new Set<string>(['ask', 'decline', 'revoke']);
const endsSomeDay = new Set<string>(['grant', 'renew']);

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
  .refine(({ decision, message }) => message !== null || !needsMessage.has(decision), {
    message: 'Say why, or what you ask',
    path: ['message'],
    params: { code: 'required' },
  })
  .refine(({ decision, expiresAt }) => expiresAt === null || endsSomeDay.has(decision), {
    message: 'Only what is granted ends some day',
    path: ['expiresAt'],
    params: { code: 'invalid' },
  });
export type DecisionInput = z.input<typeof decisionInput>;

export const answerInput = z.strictObject({
  expectedVersion: z.int().min(0),
  answer: filledText(limits.text.accessWord),
});
export type AnswerInput = z.input<typeof answerInput>;

/** Whether somebody was chosen to decide for a company, for rooms where those people decide something else as well. */
export interface ChosenPeople {
  isChosen(userId: number, companyKey: string): Promise<boolean>;
  /** The same, and it stays so until the end of the transaction: whoever takes the choice back waits for it. */
  holdChosen(userId: number, companyKey: string): Promise<boolean>;
}

/** People who decide for one company. */
export interface CompanyApprovers {
  companyKey: string;
  userIds: number[];
}

const people = z
  .array(z.int())
  .max(limits.lists.approversOfCompany)
  .transform((given) => [...new Set(given)].toSorted((one, other) => one - other));

/** Who shall decide, and whom the admin has seen chosen. */
export const approversInput = z.strictObject({
  people,
  expectedPeople: people.optional(),
});

/** An item as the mail names it. */
export interface RequestedService {
  itemId: number;
  /** The catalogue's own title. */
  title: string;
  sourceUrl: string;
}
