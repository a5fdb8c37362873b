import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { startI18n } from './i18n.ts';
import { loadTexts } from './loadTexts.ts';
import { languageKey, translationLifetimeMs, type Language } from './languages.ts';

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

test('caches a translation in the browser, for this build only', async () => {
  expect(await start('one')).toBe('words of one');
  expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ i18nVersion: 'one' });
});

test('does not use cached texts of an older build', async () => {
  localStorage.setItem(
    key,
    JSON.stringify({ product: 'old', i18nStamp: Date.now(), i18nVersion: 'one' }),
  );
  expect(await start('two')).toBe('words of two');
});

test('sends no request within seven days of the same build', async () => {
  const young = Date.now() - translationLifetimeMs + 60_000;
  localStorage.setItem(
    key,
    JSON.stringify({ product: 'kept', i18nStamp: young, i18nVersion: 'three' }),
  );
  expect(await start('three')).toBe('kept');
  expect(server.callsTo('/locales/ru/common.json')).toEqual([]);
});

test('requests again after seven days', async () => {
  const old = Date.now() - translationLifetimeMs - 60_000;
  localStorage.setItem(
    key,
    JSON.stringify({ product: 'kept', i18nStamp: old, i18nVersion: 'four' }),
  );
  expect(await start('four')).toBe('words of four');
});

test('prefers the language of local storage, for the page and the server', async () => {
  localStorage.setItem(languageKey, 'en');
  expect(await start('five')).toBe('English of five');
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('language=en');
});

test('treats any English of the browser as English: in the page, the cookie and the storage', async () => {
  localStorage.removeItem(languageKey);
  const spoken = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'ru']);
  expect(await start('six')).toBe('English of six');
  spoken.mockRestore();
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('language=en');
  expect(document.cookie).not.toContain('en-US');
  expect([i18next.language, localStorage.getItem(languageKey)]).toEqual(['en', 'en']);
});

test('replaces an unsupported language by Russian', async () => {
  localStorage.removeItem(languageKey);
  const first = jest.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const all = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'fr']);
  expect(await start('seven')).toBe('words of seven');
  first.mockRestore();
  all.mockRestore();
  expect(document.documentElement.lang).toBe('ru');
});

test('follows a change in another tab', async () => {
  await start('eight');
  window.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'en' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(i18next.t('product')).toBe('English of eight');
});

describe('section 9, missing translations', () => {
  const words = (language: string) => () => ({
    product: `product ${language}`,
    account: {
      unread_one: `{{count}} one ${language}`,
      unread_few: `{{count}} few ${language}`,
      unread_many: `{{count}} many ${language}`,
      unread_other: `{{count}} other ${language}`,
    },
  });
  let isThere: Record<string, boolean>;
  const open = () => {
    const answer = (language: string) => () =>
      isThere[language] ? words(language)() : 'no connection';
    server.close();
    server = openFakeServer({
      'GET /locales/ru/common.json': answer('ru'),
      'GET /locales/en/common.json': answer('en'),
    });
  };
  const said = () => [i18next.t('product'), i18next.t('account.unread', { count: 3 })];
  let build = 0;
  const begin = async (language: Language) => {
    localStorage.clear();
    localStorage.setItem(languageKey, language);
    build += 1;
    for (const one of ['ru', 'en']) i18next.removeResourceBundle(one, 'common');
    await startI18n({ build: `missing ${build}`, language: 'ru' });
  };

  test('falls back from English to Russian with its plural forms, and from Russian to English', async () => {
    isThere = { ru: true, en: false };
    open();
    await begin('en');
    expect(said()).toEqual(['product ru', '3 few ru']);
    expect(document.documentElement.lang).toBe('ru');
    isThere = { ru: false, en: true };
    await begin('ru');
    expect(said()).toEqual(['product en', '3 other en']);
    expect(document.documentElement.lang).toBe('en');
  });

  test('are loaded when the connection is back', async () => {
    isThere = { ru: true, en: false };
    open();
    await begin('en');
    isThere['en'] = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(said()).toEqual(['product en', '3 other en']));
    expect(document.documentElement.lang).toBe('en');
  });

  test('are requested again at once after a dropped request', async () => {
    isThere = { ru: true, en: true };
    let asked = 0;
    server.close();
    server = openFakeServer({
      'GET /locales/en/common.json': () => ((asked += 1) === 1 ? 'no connection' : words('en')()),
    });
    await begin('en');
    expect(said()).toEqual(['product en', '3 other en']);
  });

  test('keep the language after a failed choice, and load when it is chosen again', async () => {
    isThere = { ru: true, en: false };
    open();
    await begin('ru');
    await i18next.changeLanguage('en');
    expect([said()[0], i18next.resolvedLanguage]).toEqual(['product ru', 'ru']);
    isThere['en'] = true;
    await i18next.changeLanguage('en');
    expect([said()[0], i18next.resolvedLanguage]).toEqual(['product en', 'en']);
  });

  test('do not start the page without any texts, and never show keys', async () => {
    isThere = { ru: false, en: false };
    open();
    await expect(begin('en')).rejects.toThrow('No words came for the page');
    expect(i18next.t('screens.dashboard')).toBe('');
    isThere = { ru: true, en: true };
    await begin('ru');
    await expect(loadTexts('guest')).rejects.toThrow('No words came: guest');
  });
});
