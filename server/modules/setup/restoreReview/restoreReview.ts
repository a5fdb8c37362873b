// Restore review: access that a restored backup grants again is suspended until an admin confirms it.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';

/** Kinds of access that a backup may revive, in the order of their confirmation. */
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

export type RestoreCounts = Record<RestoreKind, number>;

/** Access that is suspended until it is confirmed. */
export interface RestoreReview {
  id: number;
  kind: RestoreKind;
  /** Name of the person or token, or an address. */
  name: string;
  /** Address or name of the owner; the company of a domain. */
  owner: string | null;
  /** True when a confirmation grants admin rights. */
  grantsAdmin: boolean;
  createdAt: Date | null;
  lastUsedAt: Date | null;
}

/** Reason for disabling an account that awaits its confirmation. */
export const unconfirmedReason = 'Restored from a backup, not confirmed yet';
/** Reason for disabling a rejected account. */
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

export const restoreIds = z.array(z.string()).min(1).max(limits.page.perPageMax);
