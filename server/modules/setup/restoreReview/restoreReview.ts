// Review of a restored backup: what it would bring back to life waits until an admin confirms it.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';

/**
 * Kinds of access that a backup may revive, in the order in which they are confirmed: a company's domain, a person's account, an
 * invitation as admin, a connected Telegram, an API token, an address of feeds, a webhook.
 */
export const restoreKinds = [
  'domain',
  'person',
  'invitation',
  'telegram',
  'token',
  'feed',
  'webhook',
] as const;

export type RestoreKind = (typeof restoreKinds)[number];

/** How many of each kind wait. */
export type RestoreCounts = Record<RestoreKind, number>;

/** One thing that does not work until it is confirmed. */
export interface RestoreReview {
  id: number;
  kind: RestoreKind;
  /** What it is called: a person, a token, an address. */
  name: string;
  /** Whose it is: an address or a name; the company of a domain. */
  owner: string | null;
  /** Whether confirming it lets somebody act as an admin. */
  grantsAdmin: boolean;
  createdAt: Date | null;
  lastUsedAt: Date | null;
}

/** Why an account is closed that waits for its confirmation. */
export const unconfirmedReason = 'Restored from a backup, not confirmed yet';
/** The same of one that was rejected. */
export const rejectedReason = 'Restored from a backup, rejected';

export const noCounts = (): RestoreCounts => ({
  domain: 0,
  person: 0,
  invitation: 0,
  telegram: 0,
  token: 0,
  feed: 0,
  webhook: 0,
});

export const restoreFilter = z.object({
  kind: z.enum(restoreKinds).nullable(),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
export type RestoreFilter = z.input<typeof restoreFilter>;

/** Ids of what is decided together. */
export const restoreIds = z.array(z.string()).min(1).max(limits.page.perPageMax);
