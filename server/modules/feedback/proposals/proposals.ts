// The words of services that employees propose. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledText, optionalText } from '../../../shared/validation.ts';
import { addressField } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

const proposalStates = ['open', 'added', 'declined'] as const;
export type ProposalState = (typeof proposalStates)[number];

export interface ProposedService {
  id: number;
  /** Null when the account is deleted. */
  userId: number | null;
  address: string;
  normalisedUrl: string;
  comment: string | null;
  state: ProposalState;
  /** What the admin who declined it has written. */
  declineReason: string | null;
  /** The service that it became. */
  itemId: number | null;
  decidedBy: number | null;
  createdAt: Date;
  closedAt: Date | null;
}

/** What a proposal has come to: one that is stored, or the service that is there already. */
export type ProposalOutcome =
  { proposal: ProposedService; knownId: null } | { proposal: null; knownId: number };

export const proposalInput = z.strictObject({
  address: addressField,
  comment: optionalText(limits.text.proposalComment),
});
export type ProposalInput = z.input<typeof proposalInput>;

export const declineInput = z.strictObject({ reason: filledText(limits.text.proposalAnswer) });
