import fc from '../../../server/testing/fastCheck.ts';
import { dataClasses, serviceStages } from '../../enums/generated.ts';
import {
  changeState,
  defaultState,
  readCatalogueUrl,
  isCut,
  searchedText,
  searchVariables,
  writeCatalogueUrl,
  type CatalogueState,
} from './catalogueUrl.ts';

const read = (query: string) => readCatalogueUrl(new URLSearchParams(query));

const full: CatalogueState = {
  search: 'концепт арт',
  tags: ['images', 'game dev'],
  concepts: ['voiceover', '3d'],
  sort: 'none',
  page: 3,
  verified: true,
  usedHere: true,
  addedLately: true,
  allowedFor: ['source_code', 'staff_data'],
  stages: ['pilot', 'adopted'],
  exact: true,
  category: 'create',
  subcategory: 'images',
};

test('the default state has an empty address', () => {
  expect(writeCatalogueUrl(defaultState)).toBe('');
  expect(read('')).toEqual(defaultState);
});

test('restores a full state from its address', () => {
  const address = writeCatalogueUrl(full);
  expect(address).toContain('tags=images,game+dev');
  expect(address).toContain('concepts=voiceover,3d');
  expect(address).toContain('page=3');
  expect(address).toContain('used=1&new=1&allowed=source_code,staff_data&stage=pilot,adopted');
  expect(read(address)).toEqual(full);
});

test('drops forbidden characters', () => {
  expect(read('search=%00&tags=%00,a%00b&concepts=%00')).toEqual({
    ...defaultState,
    tags: ['a b'],
  });
});

test('restores any state from its address', () => {
  const key = fc.stringMatching(/^[a-z-]{1,12}$/);
  const states = fc.record({
    search: fc.string({ maxLength: 60 }).map((text) => text.trim()),
    tags: fc.uniqueArray(fc.stringMatching(/^[a-zа-я0-9#&+ ]{1,12}$/), { maxLength: 5 }),
    concepts: fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,60}$/), { maxLength: 4 }),
    sort: fc.constantFrom('desc', 'asc', 'none', 'used', 'colleagues', 'newest'),
    page: fc.integer({ min: 1, max: 10_001 }),
    verified: fc.boolean(),
    usedHere: fc.boolean(),
    addedLately: fc.boolean(),
    allowedFor: fc.subarray([...dataClasses]),
    stages: fc.subarray([...serviceStages]),
    exact: fc.boolean(),
    category: key,
    subcategory: fc.option(key),
  });
  fc.assert(
    fc.property(states, (given) => {
      const tags = [...new Set(given.tags.map((tag) => tag.trim()).filter(Boolean))];
      const state = { ...given, tags, exact: given.exact && given.search !== '' } as CatalogueState;
      expect(read(writeCatalogueUrl(state))).toEqual(state);
    }),
  );
});

// Not `fc.webQueryParameters`, which rarely produces known names and enumerates Unicode first.
const queries = fc
  .array(
    fc.tuple(
      fc.constantFrom('search', 'cat', 'sub', 'tags', 'concepts', 'sortBy', 'sortOrder', 'page'),
      fc.oneof(
        fc.string(),
        fc.stringMatching(/^[а-яё%+#&= ]{0,9}$/),
        fc.integer().map(String),
        fc.constantFrom('%', '%ff', '%F0%9F%92%A9', '1e9', '-0', 'none', 'asc', 'title'),
      ),
    ),
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

test('reads a valid state from any address', () => {
  fc.assert(
    fc.property(queries, (query) => {
      const state = read(query);
      expect(Number.isSafeInteger(state.page)).toBe(true);
      expect(state.page).toBeGreaterThanOrEqual(1);
      expect(['desc', 'asc', 'none', 'used', 'colleagues', 'newest']).toContain(state.sort);
    }),
  );
});

test.each([
  ['page=0', defaultState],
  ['page=-2', defaultState],
  ['page=1.5', defaultState],
  ['page=10002', defaultState],
  ['page=abc', defaultState],
  ['sortBy=price&sortOrder=up', defaultState],
  ['verified=yes', defaultState],
  ['used=yes&new=2', defaultState],
  ['allowed=everything,,', defaultState],
  ['exact=1', defaultState],
  ['sub=images', defaultState],
  ['cat=<b>', defaultState],
  ['tags=,,', defaultState],
  ['concepts=,', defaultState],
  [`concepts=${'a'.repeat(61)}`, defaultState],
  ['unknown=1', defaultState],
])('%s falls back to the default', (query, state) => {
  expect(read(query)).toEqual(state);
});

test('counts repeated tags once, and cuts a long text', () => {
  expect(read('tags=a, a,b').tags).toEqual(['a', 'b']);
  expect(read('concepts=a,a,b,c,d,e').concepts).toEqual(['a', 'b', 'c', 'd']);
  expect(read(`search=${'я'.repeat(300)}`).search).toHaveLength(200);
});

test('a new search, filter or order starts at the first page; the wizard keeps it', () => {
  expect(changeState(full, { sort: 'asc' }).page).toBe(1);
  expect(changeState(full, { tags: [] }).page).toBe(1);
  expect(changeState(full, { concepts: [] }).page).toBe(1);
  expect(changeState(full, { page: 4 }).page).toBe(4);
  expect(changeState(full, { category: 'learn', subcategory: null }).page).toBe(3);
});

test('sends pages from 0 and the language of the text', () => {
  expect(searchVariables({ ...defaultState, search: 'музыка' }, 3, 'en')).toMatchObject({
    page: 2,
    perPage: 12,
    search: 'музыка',
    language: 'ru',
    // Match reasons are in the language of the page.
    reader: 'en',
    sortBy: 'likes',
    sortOrder: 'desc',
  });
});

test('cuts a text to the limit, and a long address after its path', () => {
  const tail = '?utm_source='.padEnd(300, 'x');
  expect(searchedText(` https://midjourney.com/app${tail} `)).toBe('https://midjourney.com/app');
  expect(searchedText('https://midjourney.com/?a=b')).toBe('https://midjourney.com/?a=b');
  expect(searchedText('слово '.repeat(50))).toHaveLength(200);
  expect(isCut('слово '.repeat(50))).toBe(true);
  expect(isCut(`${'я'.repeat(200)}   `)).toBe(false);
  expect(isCut(`https://midjourney.com/app${tail}`)).toBe(false);
});
