/** Badge tones of access request states. */
import type { BadgeTone } from '../../design/Badge.tsx';
import type { AccessRequestStatus } from '../../generated.ts';

export const statusTones: Record<AccessRequestStatus, BadgeTone> = {
  requested: 'info',
  needs_answer: 'warning',
  approved: 'info',
  granted: 'success',
  declined: 'danger',
  expired: 'neutral',
  revoked: 'danger',
  withdrawn: 'neutral',
};
