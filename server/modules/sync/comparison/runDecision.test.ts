import type { SyncedItem } from '../../catalogue/items/syncedItems.ts';
import { buildMergeBase, newItemFromBookmark, type MergeBase } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { decideForBookmark, type BookmarkCase } from './runDecision.ts';

const before = new Date('2026-01-01T00:00:00Z');
const readSince = new Date('2026-02-01T00:00:00Z');
const now = new Date('2026-02-01T00:01:00Z');

const bookmark: Bookmark = {
  id: 1,
  title: 'Painter',
  excerpt: 'Draws',
  note: '',
  link: 'https://painter.example.com/',
  tags: [],
  type: 'link',
  source: 'painter.example.com',
  cover: '',
  createdAt: before,
};
const item: SyncedItem = {
  id: 7,
  ...newItemFromBookmark(bookmark),
  removedAt: null,
  mergedInto: null,
  createdAt: before,
  updatedAt: before,
};
const agreement: MergeBase = buildMergeBase(7, bookmark, 'raindrop', before);

const whole: BookmarkCase = { bookmark, item, agreement, isBusy: false, isRebound: false };
const decideOn = (given: Partial<BookmarkCase>) =>
  decideForBookmark({ ...whole, ...given }, { source: 'raindrop', readSince, now });

test.each<[string, Partial<BookmarkCase>, object]>([
  ['a bookmark without an item', { item: null, agreement: null }, { what: 'add', freed: null }],
  [
    'one that says what was agreed',
    {},
    { what: 'settle', as: [], differences: [], agreement: null, changes: {} },
  ],
  [
    'an item of ours with the same id and page',
    { agreement: null },
    { what: 'settle', as: ['adopted'], agreement: { title: 'Painter' } },
  ],
  [
    'an item of ours with the same id and another page',
    { agreement: null, item: { ...item, normalisedUrl: 'other.example.com' } },
    { what: 'add', freed: { id: 7 } },
  ],
  [
    'an item that was deleted while its bookmark lives',
    { item: { ...item, removedAt: before } },
    { what: 'leave' },
  ],
  [
    'a deleted item of ours with the same id and page',
    { agreement: null, item: { ...item, removedAt: before } },
    { what: 'leave' },
  ],
  [
    'an item that was deleted after its bookmark had gone, and the bookmark is back',
    { item: { ...item, removedAt: before }, agreement: { ...agreement, goneAt: before } },
    {
      what: 'settle',
      as: ['restored'],
      changes: { removedAt: null },
      agreement: { goneAt: null, agreedAt: now },
    },
  ],
  [
    'a bookmark that was gone and is back',
    { agreement: { ...agreement, goneAt: before } },
    { what: 'settle', as: ['returned'], changes: {}, agreement: { goneAt: null } },
  ],
  [
    'a bookmark that was elsewhere and is back',
    { agreement: { ...agreement, movedAt: before } },
    { what: 'settle', as: [], agreement: { movedAt: null } },
  ],
  [
    'a bookmark under another id',
    { bookmark: { ...bookmark, id: 9 }, isRebound: true },
    { what: 'settle', as: ['rebound'], changes: { bookmarkId: 9 } },
  ],
  [
    'an item about which an admin is deciding',
    { isBusy: true, bookmark: { ...bookmark, title: 'X' } },
    { what: 'leave' },
  ],
  [
    'an item about which an admin has decided since the run began',
    { agreement: { ...agreement, agreedAt: readSince }, bookmark: { ...bookmark, title: 'X' } },
    { what: 'leave' },
  ],
  [
    'a change in the service',
    { bookmark: { ...bookmark, title: 'X' } },
    { what: 'settle', as: [], differences: [{ type: 'title_changed' }], agreement: null },
  ],
])('%s', (_what, given, expected) => {
  expect(decideOn(given)).toMatchObject(expected);
});
