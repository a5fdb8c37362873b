import { makeOffer, makeOffers } from './offers.ts';
import type { BookmarkPlace, Inconsistency } from '../inconsistencies.ts';

const row = (type: Inconsistency['type'], bookmarkPlace: BookmarkPlace, newValue = 'x') => ({
  type,
  bookmarkPlace,
  newValue,
});
const keep = 'keep_current_update_raindrop';

test.each([
  ['title_changed', 'service', true, 'updated', null, true],
  ['title_changed', 'service', false, 'unchanged', 'noService', false],
  ['title_changed', 'gone', true, 'unchanged', 'bookmarkGone', false],
  ['title_changed', 'file', true, 'unchanged', 'notInService', true],
  ['title_changed', 'none', false, 'unchanged', 'notInService', true],
  ['media_source_changed', 'service', true, 'unchanged', 'setByService', true],
] as const)(
  'keeping a %s of a bookmark in %s',
  (type, place, has, bookmark, reason, isPossible) => {
    expect(makeOffer(row(type, place), keep, has)).toEqual({
      action: keep,
      bookmark,
      reason,
      isPossible,
    });
  },
);

test.each([
  ['service', true, 'trashed', null],
  ['service', false, 'unchanged', 'noService'],
  ['gone', true, 'unchanged', 'bookmarkGone'],
  ['file', true, 'unchanged', 'notInService'],
] as const)('deleting what has a bookmark in %s', (place, has, bookmark, reason) => {
  const offer = makeOffer(row('link_broken', place), 'delete', has);
  expect(offer).toEqual({ action: 'delete', bookmark, reason, isPossible: true });
});

test.each([
  ['trashed', 'gone', true, 'restored', null],
  ['absent', 'gone', true, 'unchanged', 'bookmarkGone'],
  ['trashed', 'gone', false, 'unchanged', 'noService'],
  ['trashed', 'service', true, 'unchanged', null],
] as const)('keeping an item whose bookmark is %s', (as, place, has, bookmark, reason) => {
  const offer = makeOffer(row('item_removed', place, as), 'keep_item', has);
  expect(offer).toEqual({ action: 'keep_item', bookmark, reason, isPossible: true });
});

test('there is one offer for each action', () => {
  expect(makeOffers(row('link_broken', 'service'), true).map((one) => one.action)).toEqual([
    'ignore',
    'delete',
  ]);
});
