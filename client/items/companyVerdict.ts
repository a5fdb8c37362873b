/** What a company says of a service as a whole, for its page and beside others. Pure. */
import type { ServiceRulesFragment } from '../generated.ts';

/** What the company says of the service as a whole. */
export type Said = 'approved' | 'restricted' | 'not_allowed' | 'checked' | 'undecided';

/** The rule of the company decides; without one its approval does. A review that is due takes a yes back. */
export function saidOf(isApproved: boolean, rules: ServiceRulesFragment['dataRules']): Said {
  const status = rules?.status ?? null;
  if (status === 'not_allowed') return status;
  if (rules?.decisionState === 'being_checked' || status === 'under_review') return 'checked';
  if (status === 'restricted' || status === 'approved') return status;
  return isApproved ? 'approved' : 'undecided';
}
