import type { SyncedItem } from '../../catalogue/items/items.rows.ts';
import { buildMergeBase, newItemFromBookmark, type MergeBase } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { mergeBaseFromItem, threeWayMerge } from './threeWayMerge.ts';

const then = new Date('2026-01-01T00:00:00Z');

const bookmark: Bookmark = {
  id: 1,
  title: 'Painter',
  excerpt: 'Draws pictures',
  note: '',
  link: 'https://painter.example.com/',
  tags: ['image', 'text'],
  type: 'link',
  source: 'painter.example.com',
  cover: 'https://painter.example.com/cover.png',
  createdAt: then,
};

const item: SyncedItem = {
  id: 7,
  ...newItemFromBookmark(bookmark),
  tags: [...bookmark.tags],
  removedAt: null,
  mergedInto: null,
  createdAt: then,
  updatedAt: then,
};
const base: MergeBase = buildMergeBase(7, bookmark, 'raindrop', then);

/** Inconsistencies in short: type, old and new value, and whether both sides changed. */
const differencesOf = (
  agreed: MergeBase,
  ours: SyncedItem,
  theirs: Bookmark,
  source: 'raindrop' | 'file' = 'raindrop',
) =>
  threeWayMerge(agreed, ours, theirs, source).differences.map((one) => [
    one.type,
    one.oldValue,
    one.newValue,
    one.changedOnBothSides,
  ]);

describe('each field on three sides', () => {
  // The merge base, the value in Raindrop, the value in the catalogue, and the result.
  const sides = [
    ['nobody changed', 'A', 'A', 'A', 'nothing'],
    ['only we changed', 'A', 'A', 'C', 'nothing'],
    ['only the service changed', 'A', 'B', 'A', 'difference'],
    ['both changed alike', 'A', 'B', 'B', 'agreed'],
    ['both changed', 'A', 'B', 'C', 'both'],
  ] as const;

  const fields = [
    {
      type: 'title_changed',
      values: { A: 'Painter', B: 'Painter Two', C: 'Our Painter' },
      agreed: (value: string) => ({ title: value }),
      theirs: (value: string) => ({ title: value }),
      ours: (value: string) => ({ titleEn: value }),
    },
    {
      type: 'image_url_changed',
      values: { A: 'https://a.example.com/a.png', B: '', C: 'https://a.example.com/c.png' },
      agreed: (value: string) => ({ cover: value }),
      theirs: (value: string) => ({ cover: value }),
      ours: (value: string) => ({ imageUrl: value || null }),
    },
    {
      type: 'source_url_changed',
      values: {
        A: 'https://a.example.com/',
        B: 'https://a.example.com/b',
        C: 'https://a.example.com/c',
      },
      agreed: (value: string) => ({ link: value, mediaSource: 'a.example.com' }),
      theirs: (value: string) => ({ link: value, source: 'a.example.com' }),
      ours: (value: string) => ({ sourceUrl: value, mediaSource: 'a.example.com' }),
    },
  ] as const;

  describe.each(fields)('$type', ({ type, values, agreed, theirs, ours }) => {
    it.each(sides)('when %s', (_what, a, b, c, outcome) => {
      const before = { ...base, ...agreed(values[a]) };
      const { differences, mergeBase, hasAgreed } = threeWayMerge(
        before,
        { ...item, ...ours(values[c]) },
        { ...bookmark, ...theirs(values[b]) },
        'raindrop',
      );
      const isDifference = outcome === 'difference' || outcome === 'both';
      expect(differences.map((one) => one.type)).toEqual(isDifference ? [type] : []);
      expect(differences.every((one) => one.changedOnBothSides === (outcome === 'both'))).toBe(
        true,
      );
      expect(hasAgreed).toBe(outcome === 'agreed');
      expect(mergeBase).toEqual(outcome === 'agreed' ? { ...before, ...agreed(values[b]) } : null);
    });
  });

  it.each([
    ['nobody changed', ['a', 'b'], ['b', 'a'], ['a', 'b'], null],
    ['only we changed', ['a', 'b'], ['a', 'b'], ['a'], null],
    ['only the service changed', ['a', 'b'], ['a', 'c'], ['b', 'a'], false],
    ['both changed alike', ['a', 'b'], ['a', 'c'], ['c', 'a'], null],
    ['both changed', ['a', 'b'], ['a', 'c'], ['a', 'd'], true],
    ['the service has none left', ['a'], [], ['a'], false],
  ])('tags, when %s', (_what, agreed, theirs, ours, both) => {
    const found = differencesOf(
      { ...base, tags: agreed },
      { ...item, tags: ours },
      { ...bookmark, tags: theirs },
    );
    expect(found).toEqual(both === null ? [] : [['tags_changed', ours, theirs, both]]);
  });
});

describe('texts in one language', () => {
  it('compares the title in the language of the merge base', () => {
    const translated = { ...item, titleRu: 'Рисовалка' };
    expect(differencesOf(base, translated, bookmark)).toEqual([]);
    expect(differencesOf(base, translated, { ...bookmark, title: 'Живописец' })).toEqual([
      ['title_changed', 'Painter', 'Живописец', false],
    ]);
  });

  it('agree when the other language has the same text already', () => {
    const { differences, mergeBase } = threeWayMerge(
      base,
      { ...item, titleRu: 'Рисовалка' },
      { ...bookmark, title: 'Рисовалка' },
      'raindrop',
    );
    expect(differences).toEqual([]);
    expect(mergeBase).toMatchObject({ title: 'Рисовалка', titleLanguage: 'ru' });
  });

  it('ignore our own translation of the description', () => {
    expect(differencesOf(base, { ...item, descriptionRu: 'Рисует картинки' }, bookmark)).toEqual(
      [],
    );
  });

  it('accept a note that is no catalogue text', () => {
    const { differences, mergeBase, hasAgreed } = threeWayMerge(
      base,
      item,
      { ...bookmark, note: 'My remark' },
      'raindrop',
    );
    expect(differences).toEqual([]);
    expect(mergeBase).toMatchObject({ note: 'My remark', noteLanguage: null });
    expect(hasAgreed).toBe(false);
  });

  it.each([
    ['is new', '', null, 'Рисует', null, ['', 'Рисует', false]],
    ['is new where we have translated', '', null, 'Рисует', 'Чертит', ['Чертит', 'Рисует', true]],
    ['is new and says what we say', '', null, 'Рисует', 'Рисует', null],
    ['is changed', 'Рисует', 'ru', 'Чертит', 'Рисует', ['Рисует', 'Чертит', false]],
    ['is gone', 'Рисует', 'ru', '', 'Рисует', ['Рисует', '', false]],
    ['became a remark', 'Рисует', 'ru', 'My remark', 'Рисует', ['Рисует', '', false]],
    ['stayed, and we changed ours', 'Рисует', 'ru', 'Рисует', 'Чертит', null],
  ] as const)(
    'when the note in the other language %s',
    (_what, note, noteLanguage, theirs, ours, expected) => {
      const found = threeWayMerge(
        { ...base, note, noteLanguage },
        { ...item, descriptionRu: ours },
        { ...bookmark, note: theirs },
        'raindrop',
      );
      expect(
        found.differences.map((one) => [
          one.type,
          one.field,
          one.oldValue,
          one.newValue,
          one.changedOnBothSides,
        ]),
      ).toEqual(expected ? [['description_changed', 'note', ...expected]] : []);
    },
  );

  it('keeps excerpt and note apart', () => {
    const agreed = { ...base, note: 'Рисует', noteLanguage: 'ru' as const };
    const found = threeWayMerge(
      agreed,
      { ...item, descriptionRu: 'Рисует' },
      { ...bookmark, excerpt: 'Paints', note: 'Пишет маслом' },
      'raindrop',
    );
    expect(found.differences.map((one) => one.field)).toEqual(['excerpt', 'note']);
  });
});

describe('the media source', () => {
  const moved = { ...bookmark, link: 'https://other.example.com/', source: 'other.example.com' };

  it('is no inconsistency beside that of its address', () => {
    expect(differencesOf(base, item, moved)).toEqual([
      ['source_url_changed', 'https://painter.example.com/', 'https://other.example.com/', false],
    ]);
  });

  it('is one when it is independent of the address', () => {
    expect(differencesOf(base, item, { ...bookmark, source: 'up.example.com' })).toEqual([
      ['media_source_changed', 'painter.example.com', 'up.example.com', false],
    ]);
  });
});

describe('an export file', () => {
  const agreed = { ...base, note: 'Рисует', noteLanguage: 'ru' as const };
  const ours = { ...item, descriptionRu: 'Рисует' };

  it('has no types, no sources and no meaning where it is empty', () => {
    const fromFile = {
      ...bookmark,
      type: 'link',
      source: 'files.example.com',
      excerpt: '',
      note: '',
      cover: '',
      tags: [],
    };
    expect(
      differencesOf(
        { ...agreed, type: 'video' },
        { ...ours, mediaType: 'video' },
        fromFile,
        'file',
      ),
    ).toEqual([]);
  });

  it('counts where it is filled', () => {
    expect(
      differencesOf(agreed, ours, { ...bookmark, title: 'Other', tags: ['x'] }, 'file'),
    ).toHaveLength(2);
  });

  it('never removes an item of Raindrop, but Raindrop takes over an item of a file', () => {
    expect(threeWayMerge(base, item, bookmark, 'file').mergeBase).toBeNull();
    const fromFile = { ...base, source: 'file' as const };
    expect(threeWayMerge(fromFile, item, bookmark, 'raindrop').mergeBase).toEqual(base);
  });

  it('leaves fields that Raindrop fills, unless we have a value of our own', () => {
    const fromFile = { ...base, source: 'file' as const };
    const provider = { ...bookmark, type: 'article', source: 'up.example.com' };
    const filled = threeWayMerge(fromFile, item, provider, 'raindrop');
    expect(filled).toMatchObject({
      differences: [],
      filled: { mediaType: 'article', mediaSource: 'up.example.com' },
      mergeBase: { type: 'article', mediaSource: 'up.example.com', source: 'raindrop' },
    });
    const own = threeWayMerge(fromFile, { ...item, mediaType: 'video' }, provider, 'raindrop');
    expect(own.differences.map((one) => one.type)).toEqual(['media_type_changed']);
  });
});

describe('an item without a merge base', () => {
  it('uses its own values, in the language of the bookmark if it has one', () => {
    const ours = {
      ...item,
      titleRu: 'Рисовалка',
      titleEn: 'Painter',
      descriptionRu: 'Рисует',
      descriptionEn: 'Paints',
    };
    const agreed = mergeBaseFromItem(ours, bookmark, 'raindrop', then);
    expect(agreed).toMatchObject({
      title: 'Painter',
      titleLanguage: 'en',
      excerpt: 'Paints',
      excerptLanguage: 'en',
    });
    expect(differencesOf(agreed, ours, bookmark)).toEqual([
      ['description_changed', 'Paints', 'Draws pictures', false],
    ]);
  });

  it('is compared in its only language', () => {
    const ours = { ...item, titleRu: 'Painter', titleEn: null };
    const agreed = mergeBaseFromItem(ours, bookmark, 'raindrop', then);
    expect(agreed).toMatchObject({ title: 'Painter', titleLanguage: 'ru' });
    expect(differencesOf(agreed, ours, bookmark)).toEqual([]);
  });
});
