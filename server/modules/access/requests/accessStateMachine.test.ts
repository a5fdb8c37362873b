// State machine of access requests: every pair of statuses and every actor.
import {
  accessActors,
  accessDecisions,
  accessStatuses,
  addWorkingDays,
  closedStatuses,
  decisionsFrom,
  openStatuses,
  requesterActionsFrom,
  nextStatus,
  isWaitingForApprover,
  type AccessAction,
} from './accessStateMachine.ts';

test('treats every status as either open or closed', () => {
  expect([...openStatuses, ...closedStatuses]).toEqual(accessStatuses);
});

const acts: AccessAction[] = [...accessDecisions, 'answer', 'withdraw', 'expire'];

/** `from → to: actor act`, one line for each that may happen. */
const may = new Set([
  'requested → approved: approver approve',
  'requested → needs_answer: approver ask',
  'requested → declined: approver decline',
  'requested → withdrawn: requester withdraw',
  'requested → withdrawn: system withdraw',
  'needs_answer → approved: approver approve',
  'needs_answer → declined: approver decline',
  'needs_answer → requested: requester answer',
  'needs_answer → withdrawn: requester withdraw',
  'needs_answer → withdrawn: system withdraw',
  'approved → granted: approver grant',
  'approved → declined: approver decline',
  'approved → withdrawn: requester withdraw',
  'approved → withdrawn: system withdraw',
  'granted → granted: approver renew',
  'granted → revoked: approver revoke',
  'granted → expired: system expire',
  'granted → withdrawn: system withdraw',
  'expired → granted: approver renew',
]);

test.each(accessStatuses.flatMap((from) => accessStatuses.map((to) => [from, to] as const)))(
  'from %s to %s',
  (from, to) => {
    const words = accessActors.flatMap((actor) =>
      acts.map((act) => ({
        line: `${from} → ${to}: ${actor} ${act}`,
        leads: nextStatus(from, act, actor) === to,
      })),
    );
    expect(words.filter(({ leads }) => leads).map(({ line }) => line)).toEqual(
      words.filter(({ line }) => may.has(line)).map(({ line }) => line),
    );
  },
);

test('offers an approver exactly the allowed decisions', () => {
  expect(Object.fromEntries(accessStatuses.map((from) => [from, decisionsFrom(from)]))).toEqual({
    requested: ['approve', 'ask', 'decline'],
    needs_answer: ['approve', 'decline'],
    approved: ['grant', 'decline'],
    granted: ['renew', 'revoke'],
    declined: [],
    expired: ['renew'],
    revoked: [],
    withdrawn: [],
  });
});

test('offers the requester exactly the allowed actions', () => {
  expect(
    Object.fromEntries(accessStatuses.map((from) => [from, requesterActionsFrom(from)])),
  ).toEqual({
    requested: ['withdraw'],
    needs_answer: ['answer', 'withdraw'],
    approved: ['withdraw'],
    granted: [],
    declined: [],
    expired: [],
    revoked: [],
    withdrawn: [],
  });
  expect(accessStatuses.filter(isWaitingForApprover)).toEqual(['requested', 'approved']);
});

test.each([
  ['2026-11-23T10:20:30', '2026-11-26T10:20:30'],
  ['2026-11-25T10:20:30', '2026-11-30T10:20:30'],
  ['2026-11-27T22:04:00', '2026-12-02T22:04:00'],
  ['2026-11-28T03:08:00', '2026-12-03T00:00:00'],
  ['2026-11-29T23:59:59', '2026-12-03T00:00:00'],
  ['2026-11-30T00:00:00', '2026-12-03T00:00:00'],
])('three working days after %s is %s', (from, to) => {
  expect(addWorkingDays(new Date(`${from}Z`), 3)).toEqual(new Date(`${to}Z`));
});

test('never sets an earlier due date for a later request', () => {
  const due = Array.from({ length: 24 * 14 }, (_, hour) =>
    addWorkingDays(new Date(Date.UTC(2026, 10, 23, hour, 30)), 3).getTime(),
  );
  expect(due).toEqual(due.toSorted((one, other) => one - other));
});
