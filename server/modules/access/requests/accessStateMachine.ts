// THE TABLE of a request for access: from where it may go where, and by whom. Pure.

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

/** Of these a person has one for each service. */
export const openStatuses = ['requested', 'needs_answer', 'approved', 'granted'] as const;
/** With these a request is over, and is forgotten in time. */
export const closedStatuses = ['declined', 'expired', 'revoked', 'withdrawn'] as const;
/** Of these an approver has the next step. */
export const waitingStatuses = ['requested', 'approved'] as const;

export const accessActors = ['requester', 'approver', 'system'] as const;
export type AccessActor = (typeof accessActors)[number];

/** What an approver may do, in the order in which it is offered. */
export const accessDecisions = ['approve', 'grant', 'ask', 'decline', 'renew', 'revoke'] as const;
export type AccessDecision = (typeof accessDecisions)[number];
/** What whoever asked may do, in the order in which it is offered. */
const ownAccessActs = ['answer', 'withdraw'] as const;
export type OwnAccessAction = (typeof ownAccessActs)[number];
export type AccessAct = AccessDecision | OwnAccessAction | 'expire';

interface Step {
  act: AccessAct;
  from: readonly AccessStatus[];
  to: AccessStatus;
  by: readonly AccessActor[];
}

const steps: readonly Step[] = [
  { act: 'approve', from: ['requested', 'needs_answer'], to: 'approved', by: ['approver'] },
  { act: 'ask', from: ['requested'], to: 'needs_answer', by: ['approver'] },
  {
    act: 'decline',
    from: ['requested', 'needs_answer', 'approved'],
    to: 'declined',
    by: ['approver'],
  },
  { act: 'answer', from: ['needs_answer'], to: 'requested', by: ['requester'] },
  // Who stands in the place of a service that was merged has asked once.
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

/** Where an act leads; null where this actor may not do it from there. */
export const stepOf = (
  from: AccessStatus,
  act: AccessAct,
  actor: AccessActor,
): AccessStatus | null =>
  steps.find((step) => step.act === act && step.from.includes(from) && step.by.includes(actor))
    ?.to ?? null;

/** What an approver may do with a request now. */
export const decisionsFrom = (from: AccessStatus): AccessDecision[] =>
  accessDecisions.filter((act) => stepOf(from, act, 'approver') !== null);

/** What whoever asked may do with the own request now. */
export const ownActsFrom = (from: AccessStatus): OwnAccessAction[] =>
  ownAccessActs.filter((act) => stepOf(from, act, 'requester') !== null);

/** Whether those who decide have the next step. */
export const waitsForDecision = (status: AccessStatus): boolean =>
  waitingStatuses.some((one) => one === status);

const isWeekend = (at: Date): boolean => at.getUTCDay() % 6 === 0;

/**
 * The same moment of the day, so many working days later. Saturdays and Sundays (UTC) do not count: what begins on one of them
 * begins with Monday, so what begins later never ends earlier.
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
