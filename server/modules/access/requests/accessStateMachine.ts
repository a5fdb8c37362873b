// State machine of the access request workflow: transitions by status, action and actor. Pure.

export const accessStatuses = [
  'requested',
  'needs_answer',
  'approved',
  'granted',
  'declined',
  'expired',
  'revoked',
  'withdrawn',
] as const;
export type AccessStatus = (typeof accessStatuses)[number];

/** A person has at most one request per item with one of these. */
export const openStatuses = ['requested', 'needs_answer', 'approved', 'granted'] as const;
/** Requests with one of these are deleted after a while. */
export const closedStatuses = ['declined', 'expired', 'revoked', 'withdrawn'] as const;
/** An approver must act next. */
export const waitingStatuses = ['requested', 'approved'] as const;

export const accessActors = ['requester', 'approver', 'system'] as const;
export type AccessActor = (typeof accessActors)[number];

/** In the order of the buttons. */
export const accessDecisions = ['approve', 'grant', 'ask', 'decline', 'renew', 'revoke'] as const;
export type AccessDecision = (typeof accessDecisions)[number];
/** In the order of the buttons. */
const requesterActionNames = ['answer', 'withdraw'] as const;
export type RequesterAction = (typeof requesterActionNames)[number];
export type AccessAction = AccessDecision | RequesterAction | 'expire';

interface Transition {
  act: AccessAction;
  from: readonly AccessStatus[];
  to: AccessStatus;
  by: readonly AccessActor[];
}

const transitions: readonly Transition[] = [
  { act: 'approve', from: ['requested', 'needs_answer'], to: 'approved', by: ['approver'] },
  { act: 'ask', from: ['requested'], to: 'needs_answer', by: ['approver'] },
  {
    act: 'decline',
    from: ['requested', 'needs_answer', 'approved'],
    to: 'declined',
    by: ['approver'],
  },
  { act: 'answer', from: ['needs_answer'], to: 'requested', by: ['requester'] },
  // A merge withdraws the second request of a person for the kept item.
  {
    act: 'withdraw',
    from: ['requested', 'needs_answer', 'approved'],
    to: 'withdrawn',
    by: ['requester', 'system'],
  },
  { act: 'withdraw', from: ['granted'], to: 'withdrawn', by: ['system'] },
  { act: 'grant', from: ['approved'], to: 'granted', by: ['approver'] },
  { act: 'renew', from: ['granted', 'expired'], to: 'granted', by: ['approver'] },
  { act: 'revoke', from: ['granted'], to: 'revoked', by: ['approver'] },
  { act: 'expire', from: ['granted'], to: 'expired', by: ['system'] },
];

/** The status after an action; null when this actor may not take it. */
export const nextStatus = (
  from: AccessStatus,
  act: AccessAction,
  actor: AccessActor,
): AccessStatus | null =>
  transitions.find(
    (step) => step.act === act && step.from.includes(from) && step.by.includes(actor),
  )?.to ?? null;

export const decisionsFrom = (from: AccessStatus): AccessDecision[] =>
  accessDecisions.filter((act) => nextStatus(from, act, 'approver') !== null);

export const requesterActionsFrom = (from: AccessStatus): RequesterAction[] =>
  requesterActionNames.filter((act) => nextStatus(from, act, 'requester') !== null);

export const isWaitingForApprover = (status: AccessStatus): boolean =>
  waitingStatuses.some((one) => one === status);

const isWeekend = (at: Date): boolean => at.getUTCDay() % 6 === 0;

/**
 * The same time of day, `days` working days later. A period that begins on a Saturday or Sunday (UTC) starts on Monday,
 * so that a later start never ends earlier.
 */
export function addWorkingDays(from: Date, days: number): Date {
  const at = new Date(from);
  if (isWeekend(at)) at.setUTCHours(0, 0, 0, 0);
  while (isWeekend(at)) at.setUTCDate(at.getUTCDate() + 1);
  for (let left = days; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1);
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}
