import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
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

test('the browser’s own English, of whatever country, is English: in the page, the cookie and what is kept', async () => {
  localStorage.removeItem(languageKey);
  const spoken = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'ru']);
  expect(await start('six')).toBe('English of six');
  spoken.mockRestore();
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('language=en');
  expect(document.cookie).not.toContain('en-US');
  expect([i18next.language, localStorage.getItem(languageKey)]).toEqual(['en', 'en']);
});

test('a language that the catalogue does not speak becomes Russian', async () => {
  localStorage.removeItem(languageKey);
  const first = jest.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const all = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'fr']);
  expect(await start('seven')).toBe('words of seven');
  first.mockRestore();
  all.mockRestore();
  expect(document.documentElement.lang).toBe('ru');
});

test('a change in another tab is followed', async () => {
  await start('eight');
  window.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'en' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(i18next.t('product')).toBe('English of eight');
});
