// Requests for access to a service: what a person asks for, and how it is told to those who grant it.
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { filledText, text } from '../../shared/input.ts';

const subscriptionTypes = ['basic', 'pro', 'enterprise'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

export interface AccessRequest {
  id: number;
  userId: number;
  service: string;
  subscriptionType: SubscriptionType;
  features: string;
  needsTesting: boolean;
  state: 'queued' | 'sent' | 'failed';
  createdAt: Date;
  sentAt: Date | null;
}

/** Subscription type and features are required (specification, section 5). */
export const accessRequestInput = z.strictObject({
  service: filledText(limits.bookmark.title),
  subscriptionType: z.enum(subscriptionTypes),
  features: filledText(limits.text.accessFeatures),
  needsTesting: z.boolean().default(false),
  idempotencyKey: text(200).nullish(),
});

export type AccessRequestInput = z.input<typeof accessRequestInput>;

/** An item as the mail names it. */
export interface RequestedService {
  itemId: number;
  /** The catalogue's own title. */
  title: string;
  sourceUrl: string;
}
