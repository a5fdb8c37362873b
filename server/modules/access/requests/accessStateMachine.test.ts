// State machine of access requests: every pair of statuses and every actor.
import {
  accessActors,
  accessDecisions,
  accessStatuses,
  addWorkingDays,
  nextStatus,
  type AccessAction,
} from './accessStateMachine.ts';

const acts: AccessAction[] = [...accessDecisions, 'answer', 'withdraw', 'expire'];

/** All allowed transitions as `from → to: actor act`. */
const may = [
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
];

test('every actor can do exactly what is listed', () => {
  const found = accessStatuses.flatMap((from) =>
    accessActors.flatMap((actor) =>
      acts.flatMap((act) => {
        const to = nextStatus(from, act, actor);
        return to === null ? [] : [`${from} → ${to}: ${actor} ${act}`];
      }),
    ),
  );
  expect(found.toSorted()).toEqual(may.toSorted());
});

test('a due date is three working days later', () => {
  for (const [from, to] of [
    ['2026-11-23T10:20:30', '2026-11-26T10:20:30'],
    ['2026-11-25T10:20:30', '2026-11-30T10:20:30'],
    ['2026-11-27T22:04:00', '2026-12-02T22:04:00'],
    ['2026-11-28T03:08:00', '2026-12-03T00:00:00'],
    ['2026-11-29T23:59:59', '2026-12-03T00:00:00'],
    ['2026-11-30T00:00:00', '2026-12-03T00:00:00'],
  ])
    expect([from, addWorkingDays(new Date(`${from}Z`), 3)]).toEqual([from, new Date(`${to}Z`)]);
});
