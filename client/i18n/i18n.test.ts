import i18next from 'i18next';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { startI18n } from './i18n.ts';
import { languageKey, translationLifetimeMs } from './languages.ts';

const key = 'loadout.words.ru-common';
let server: FakeServer;

beforeEach(() => {
  server = openFakeServer({
    'GET /locales/ru/common.json': ({ query }) => ({ product: `words of ${query.get('v')}` }),
    'GET /locales/en/common.json': ({ query }) => ({ product: `English of ${query.get('v')}` }),
  });
  localStorage.setItem(languageKey, 'ru');
});

afterEach(() => {
  server.close();
  i18next.off('languageChanged');
  document.cookie = 'language=; Max-Age=0';
});

const start = async (build: string) => {
  await startI18n({ build, language: 'ru' });
  return i18next.t('product');
};

test('a translation is kept in the browser, for this build only', async () => {
  expect(await start('one')).toBe('words of one');
  expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ i18nVersion: 'one' });
});

test('a new build does not see the words of the old one', async () => {
  localStorage.setItem(
    key,
    JSON.stringify({ product: 'old', i18nStamp: Date.now(), i18nVersion: 'one' }),
  );
  expect(await start('two')).toBe('words of two');
});

test('within seven days and the same build nothing is asked', async () => {
  const young = Date.now() - translationLifetimeMs + 60_000;
  localStorage.setItem(
    key,
    JSON.stringify({ product: 'kept', i18nStamp: young, i18nVersion: 'three' }),
  );
  expect(await start('three')).toBe('kept');
  expect(server.callsTo('/locales/ru/common.json')).toEqual([]);
});

test('after seven days it is asked again', async () => {
  const old = Date.now() - translationLifetimeMs - 60_000;
  localStorage.setItem(
    key,
    JSON.stringify({ product: 'kept', i18nStamp: old, i18nVersion: 'four' }),
  );
  expect(await start('four')).toBe('words of four');
});

test('the language of local storage wins, is named to the page and to the server', async () => {
  localStorage.setItem(languageKey, 'en');
  expect(await start('five')).toBe('English of five');
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('language=en');
});
