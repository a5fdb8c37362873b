import { planForItem } from './inconsistencyDetection.service.ts';
import type { Difference, Inconsistency } from '../inconsistencies.ts';

const difference: Difference = {
  type: 'title_changed',
  field: '',
  oldValue: 'A',
  newValue: 'B',
  changedOnBothSides: false,
};

const row = (given: Partial<Inconsistency> = {}): Inconsistency => ({
  id: 1,
  itemId: 7,
  ...difference,
  status: 'new',
  bookmarkPlace: 'service',
  resolution: null,
  writtenBack: null,
  notWrittenReason: null,
  error: null,
  errorReason: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  resolvedAt: null,
  resolvedBy: null,
  canUndo: false,
  ...given,
});

/** Raised, refreshed and closed inconsistencies, by new value or id. */
const outcome = (differences: Difference[], rows: Inconsistency[]) => {
  const plan = planForItem({ itemId: 7, differences }, rows);
  return [
    plan.raised.map((one) => one.newValue),
    plan.refreshed.map((one) => one.open.id),
    plan.closed.map((one) => one.id),
  ];
};

const broken: Difference = {
  ...difference,
  type: 'link_broken',
  oldValue: 'https://a.example.com',
  newValue: '404',
};
const removed: Difference = {
  ...difference,
  type: 'item_removed',
  oldValue: null,
  newValue: 'trashed',
};
const tags: Difference = {
  ...difference,
  type: 'tags_changed',
  oldValue: ['a'],
  newValue: ['a', 'b'],
};

test.each<[string, Difference[], Inconsistency[], unknown[]]>([
  ['a difference that is new', [difference], [], [['B'], [], []]],
  ['one that is open already', [difference], [row()], [[], [], []]],
  [
    'one with another value of the service',
    [{ ...difference, newValue: 'C' }],
    [row()],
    [[], [1], []],
  ],
  ['one with another value of ours', [{ ...difference, oldValue: 'C' }], [row()], [[], [1], []]],
  [
    'one that both sides have changed now',
    [{ ...difference, changedOnBothSides: true }],
    [row()],
    [[], [1], []],
  ],
  ['one that went away', [], [row()], [[], [], [1]]],
  ['one whose value was ignored', [difference], [row({ status: 'ignored' })], [[], [], []]],
  [
    'one whose other value was ignored',
    [difference],
    [row({ status: 'ignored', newValue: 'C' })],
    [['B'], [], []],
  ],
  [
    'one that came back to an ignored value',
    [difference],
    [row({ id: 2, newValue: 'C' }), row({ status: 'ignored' })],
    [[], [], [2]],
  ],
  ['one of another type', [difference], [row({ type: 'tags_changed' })], [['B'], [], [1]]],
  [
    'one of the other description',
    [{ ...difference, field: 'note' }],
    [row({ field: 'excerpt' })],
    [['B'], [], [1]],
  ],
  ['tags in another order', [{ ...tags, newValue: ['b', 'a'] }], [row({ ...tags })], [[], [], []]],
  [
    'ignored tags in another order',
    [{ ...tags, newValue: ['b', 'a'] }],
    [row({ ...tags, status: 'ignored' })],
    [[], [], []],
  ],
  [
    'a broken link that was ignored',
    [{ ...broken, newValue: '500' }],
    [row({ ...broken, status: 'ignored' })],
    [[], [], []],
  ],
  [
    'a broken link after another was ignored',
    [broken],
    [row({ ...broken, status: 'ignored', oldValue: 'https://b.example.com' })],
    [['404'], [], []],
  ],
  [
    'a removal after another was ignored',
    [removed],
    [row({ ...removed, status: 'ignored' })],
    [['trashed'], [], []],
  ],
])('%s', (_what, differences, rows, expected) => {
  expect(outcome(differences, rows)).toEqual(expected);
});
