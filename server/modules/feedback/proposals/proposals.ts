// Proposed services: types and input validation. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledText, optionalText } from '../../../shared/validation.ts';
import { addressField } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

const proposalStates = ['open', 'added', 'declined'] as const;
export type ProposalState = (typeof proposalStates)[number];

export interface ProposedService {
  id: number;
  /** Null for a deleted account. */
  userId: number | null;
  address: string;
  normalisedUrl: string;
  comment: string | null;
  state: ProposalState;
  /** The reason of the admin who declined it. */
  declineReason: string | null;
  /** The item that was added. */
  itemId: number | null;
  decidedBy: number | null;
  createdAt: Date;
  closedAt: Date | null;
}

/** A stored proposal, or the existing item. */
export type ProposalOutcome =
  { proposal: ProposedService; knownId: null } | { proposal: null; knownId: number };

export const proposalInput = z.strictObject({
  address: addressField,
  comment: optionalText(limits.text.proposalComment),
});
export type ProposalInput = z.input<typeof proposalInput>;

export const declineInput = z.strictObject({ reason: filledText(limits.text.proposalAnswer) });
