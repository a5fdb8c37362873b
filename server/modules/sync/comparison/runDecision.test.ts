import type { SyncedItem } from '../../catalogue/items/items.rows.ts';
import { buildMergeBase, newItemFromBookmark, type MergeBase } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { decideForBookmark, type BookmarkState } from './runDecision.ts';

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
const mergeBase: MergeBase = buildMergeBase(7, bookmark, 'raindrop', before);

const whole: BookmarkState = { bookmark, item, mergeBase, isBusy: false, isRecreated: false };
const decideOn = (given: Partial<BookmarkState>) =>
  decideForBookmark({ ...whole, ...given }, { source: 'raindrop', readStartedAt: readSince, now });

test.each<[string, Partial<BookmarkState>, object]>([
  ['a bookmark without an item', { item: null, mergeBase: null }, { kind: 'add', freed: null }],
  [
    'one that says what was agreed',
    {},
    { kind: 'update', reasons: [], differences: [], mergeBase: null, changes: {} },
  ],
  [
    'an item of ours with the same id and page',
    { mergeBase: null },
    { kind: 'update', reasons: ['adopted'], mergeBase: { title: 'Painter' } },
  ],
  [
    'an item of ours with the same id and another page',
    { mergeBase: null, item: { ...item, normalisedUrl: 'other.example.com' } },
    { kind: 'add', freed: { id: 7 } },
  ],
  [
    'an item that was deleted while its bookmark lives',
    { item: { ...item, removedAt: before } },
    { kind: 'leave' },
  ],
  [
    'a deleted item of ours with the same id and page',
    { mergeBase: null, item: { ...item, removedAt: before } },
    { kind: 'leave' },
  ],
  [
    'an item that was deleted after its bookmark had gone, and the bookmark is back',
    { item: { ...item, removedAt: before }, mergeBase: { ...mergeBase, goneAt: before } },
    {
      kind: 'update',
      reasons: ['restored'],
      changes: { removedAt: null },
      mergeBase: { goneAt: null, agreedAt: now },
    },
  ],
  [
    'a bookmark that was gone and is back',
    { mergeBase: { ...mergeBase, goneAt: before } },
    { kind: 'update', reasons: ['returned'], changes: {}, mergeBase: { goneAt: null } },
  ],
  [
    'a bookmark that was elsewhere and is back',
    { mergeBase: { ...mergeBase, movedAt: before } },
    { kind: 'update', reasons: [], mergeBase: { movedAt: null } },
  ],
  [
    'a bookmark under another id',
    { bookmark: { ...bookmark, id: 9 }, isRecreated: true },
    { kind: 'update', reasons: ['rebound'], changes: { bookmarkId: 9 } },
  ],
  [
    'an item about which an admin is deciding',
    { isBusy: true, bookmark: { ...bookmark, title: 'X' } },
    { kind: 'leave' },
  ],
  [
    'an item about which an admin has decided since the run began',
    { mergeBase: { ...mergeBase, agreedAt: readSince }, bookmark: { ...bookmark, title: 'X' } },
    { kind: 'leave' },
  ],
  [
    'a change in the service',
    { bookmark: { ...bookmark, title: 'X' } },
    { kind: 'update', reasons: [], differences: [{ type: 'title_changed' }], mergeBase: null },
  ],
])('%s', (_what, given, expected) => {
  expect(decideOn(given)).toMatchObject(expected);
});
