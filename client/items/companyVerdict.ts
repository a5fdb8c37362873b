/** Verdict of a company about a service as a whole. */
import type { ServiceRulesFragment } from '../generated.ts';

/** Verdict about the service as a whole. */
export type CompanyVerdict = 'approved' | 'restricted' | 'not_allowed' | 'checked' | 'undecided';

/** The company's rule decides, without one its approval. A due review suspends a yes. */
export function companyVerdict(
  isApproved: boolean,
  rules: ServiceRulesFragment['dataRules'],
): CompanyVerdict {
  const status = rules?.status ?? null;
  if (status === 'not_allowed') return status;
  if (rules?.decisionState === 'being_checked' || status === 'under_review') return 'checked';
  if (status === 'restricted' || status === 'approved') return status;
  return isApproved ? 'approved' : 'undecided';
}
