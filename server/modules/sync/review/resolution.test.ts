import type { SyncedItem } from '../../catalogue/items/syncedItems.ts';
import { buildMergeBase, newItemFromBookmark, type MergeBase } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import {
  mergeBaseAfterKeep,
  pickCurrent,
  changesFromProvider,
  catalogueValueFor,
  providerValueFor,
} from './resolution.ts';
import { actionsFor, inconsistencyTypes, sameValue, type SideValue } from '../inconsistencies.ts';

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

const of = (type: (typeof inconsistencyTypes)[number], field: '' | 'excerpt' | 'note' = '') => ({
  type,
  field,
});

test.each<[ReturnType<typeof of>, SideValue, object, object]>([
  [
    of('title_changed'),
    'Painter Two',
    { titleEn: 'Painter Two' },
    { title: 'Painter Two', titleLanguage: 'en' },
  ],
  [
    of('title_changed'),
    'Рисовалка',
    { titleRu: 'Рисовалка', titleEn: null },
    { title: 'Рисовалка', titleLanguage: 'ru' },
  ],
  [
    of('description_changed', 'excerpt'),
    'Paints',
    { descriptionEn: 'Paints' },
    { excerpt: 'Paints', excerptLanguage: 'en' },
  ],
  [
    of('description_changed', 'excerpt'),
    'Рисует',
    { descriptionRu: 'Рисует', descriptionEn: null },
    { excerpt: 'Рисует', excerptLanguage: 'ru' },
  ],
  [
    of('description_changed', 'excerpt'),
    '',
    { descriptionEn: null },
    { excerpt: '', excerptLanguage: null },
  ],
  [
    of('description_changed', 'note'),
    'Рисует',
    { descriptionRu: 'Рисует' },
    { note: 'Рисует', noteLanguage: 'ru' },
  ],
  [of('description_changed', 'note'), '', {}, { note: '', noteLanguage: null }],
  [of('tags_changed'), ['a', 'b'], { tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
  [of('media_type_changed'), 'video', { mediaType: 'video' }, { type: 'video' }],
  [
    of('media_source_changed'),
    'up.example.com',
    { mediaSource: 'up.example.com' },
    { mediaSource: 'up.example.com' },
  ],
  [
    of('image_url_changed'),
    'https://a.example.com/a.png',
    { imageUrl: 'https://a.example.com/a.png' },
    { cover: 'https://a.example.com/a.png' },
  ],
  [of('image_url_changed'), null, { imageUrl: null }, { cover: '' }],
  [
    of('source_url_changed'),
    'https://www.other.example.com/?utm_source=x',
    {
      sourceUrl: 'https://www.other.example.com/?utm_source=x',
      normalisedUrl: 'other.example.com',
      mediaSource: 'other.example.com',
    },
    { link: 'https://www.other.example.com/?utm_source=x', mediaSource: 'other.example.com' },
  ],
])(
  'to use the service’s word of %j, %j, changes the item and the agreement',
  (kind, value, itemChanges, agreementChanges) => {
    expect(changesFromProvider(kind, value, item, base)).toEqual({
      item: itemChanges,
      mergeBase: agreementChanges,
    });
  },
);

test('a media source of its own stays when the address changes', () => {
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

test.each<[ReturnType<typeof of>, SideValue, object, object]>([
  [of('title_changed'), 'X', { title: 'Painter' }, { title: 'X' }],
  [of('description_changed', 'excerpt'), 'X', { excerpt: 'Draws' }, { excerpt: 'X' }],
  [of('description_changed', 'note'), 'Икс', { note: '' }, { note: 'Икс' }],
  [of('tags_changed'), ['x'], { tags: ['image'] }, { tags: ['x'] }],
  [of('media_type_changed'), 'video', { type: 'link' }, { type: 'video' }],
  [
    of('image_url_changed'),
    'https://x.example.com/',
    { cover: '' },
    { cover: 'https://x.example.com/' },
  ],
  [
    of('source_url_changed'),
    'https://x.example.com/',
    { link: 'https://painter.example.com/' },
    { link: 'https://x.example.com/' },
  ],
  [of('media_source_changed'), 'x.example.com', {}, {}],
])(
  'to keep ours against %j, %j, writes one field, and to undo it the same field',
  (kind, value, ours, theirs) => {
    const written = catalogueValueFor(kind, value, item, base);
    expect(written).toEqual(ours);
    expect(providerValueFor(written, value)).toEqual(theirs);
  },
);

test('the agreement after a write is what the service answered', () => {
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

test('what stood there before is remembered field by field', () => {
  expect(pickCurrent({ a: 1, b: 'two', c: null }, { a: 5, c: null })).toEqual({ a: 1, c: null });
});

test('every type takes the two actions of the specification', () => {
  const keepOrUse = ['use_raindrop', 'keep_current_update_raindrop'];
  const actions = Object.fromEntries(inconsistencyTypes.map((type) => [type, actionsFor(type)]));
  expect(actions).toEqual({
    title_changed: keepOrUse,
    description_changed: keepOrUse,
    tags_changed: keepOrUse,
    media_type_changed: keepOrUse,
    media_source_changed: keepOrUse,
    image_url_changed: keepOrUse,
    source_url_changed: keepOrUse,
    link_broken: ['ignore', 'delete'],
    item_removed: ['delete_item', 'keep_item'],
  });
});

test.each<[SideValue, SideValue, boolean]>([
  ['a', 'a', true],
  ['a', 'b', false],
  [null, null, true],
  [null, '', false],
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a', 'b'], false],
  [['a', 'c'], ['a', 'b'], false],
  [[], [], true],
  ['a', ['a'], false],
])('%j and %j say the same: %s', (one, other, expected) => {
  expect(sameValue(one, other)).toBe(expected);
});
