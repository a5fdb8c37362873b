import type { SyncedItem } from '../../catalogue/items/items.rows.ts';
import { buildMergeBase, newItemFromBookmark, type MergeBase } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { changesFromProvider, mergeBaseAfterKeep } from './resolution.ts';
import type { InconsistencyType } from '../inconsistencies.ts';

const then = new Date('2026-01-01T00:00:00Z');
const bookmark: Bookmark = {
  id: 1,
  title: 'Painter',
  excerpt: 'Draws',
  note: '',
  link: 'https://painter.example.com/',
  tags: ['image'],
  type: 'link',
  source: 'painter.example.com',
  cover: '',
  createdAt: then,
};
const item: SyncedItem = {
  id: 7,
  ...newItemFromBookmark(bookmark),
  removedAt: null,
  mergedInto: null,
  createdAt: then,
  updatedAt: then,
};
const base: MergeBase = buildMergeBase(7, bookmark, 'raindrop', then);

const of = (type: InconsistencyType, field: '' | 'excerpt' | 'note' = '') => ({
  type,
  field,
});

test('accepts an address of Raindrop as written, with its page and media source', () => {
  const link = 'https://www.other.example.com/?utm_source=x';
  expect(changesFromProvider(of('source_url_changed'), link, item, base)).toEqual({
    item: {
      sourceUrl: link,
      normalisedUrl: 'other.example.com',
      mediaSource: 'other.example.com',
    },
    mergeBase: { link, mediaSource: 'other.example.com' },
  });
});

test('keeps a custom media source when the address changes', () => {
  const uploaded = { ...item, mediaSource: 'up.example.com' };
  const changes = changesFromProvider(
    of('source_url_changed'),
    'https://b.example.com/',
    uploaded,
    {
      ...base,
      mediaSource: 'up.example.com',
    },
  );
  expect(changes.item).not.toHaveProperty('mediaSource');
  expect(changes.mergeBase).not.toHaveProperty('mediaSource');
});

test('stores Raindrop’s answer as the merge base after a write', () => {
  const answered = {
    ...bookmark,
    title: 'Painter (trimmed)',
    excerpt: '',
    note: 'Рисует',
    tags: ['other'],
    source: 's',
    link: 'https://l.example.com',
  };
  expect(mergeBaseAfterKeep(of('title_changed'), answered, base)).toEqual({
    title: 'Painter (trimmed)',
  });
  expect(mergeBaseAfterKeep(of('description_changed', 'excerpt'), answered, base)).toEqual({
    excerpt: '',
    excerptLanguage: null,
  });
  expect(mergeBaseAfterKeep(of('description_changed', 'note'), answered, base)).toEqual({
    note: 'Рисует',
    noteLanguage: 'ru',
  });
  expect(mergeBaseAfterKeep(of('tags_changed'), answered, base)).toEqual({ tags: ['other'] });
  expect(mergeBaseAfterKeep(of('source_url_changed'), answered, base)).toEqual({
    link: 'https://l.example.com',
    mediaSource: 's',
  });
});
