import type { Language } from './languages.ts';
import { namespaces } from './languages.ts';
import { startTestWords, translations } from '../testing/words.ts';

const counts = [0, 1, 2, 5, 11, 21, 22, 25, 101, 111, 1.5];

type Tree = { [key: string]: string | Tree };
const flatten = (tree: Tree, before = ''): Array<[string, string]> =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value]] : flatten(value, `${before}${key}.`),
  );

/** The forms of every word with a plural: `dashboard:results` → `{ one, few, many, other }`. */
function pluralsOf(language: Language): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const namespace of namespaces) {
    for (const [key, text] of flatten(translations[language]![namespace] as Tree)) {
      const [, stem, form] = /^(.*)_(one|few|many|other)$/.exec(key) ?? [];
      if (!stem || !form) continue;
      const name = `${namespace}:${stem}`;
      found.set(name, { ...found.get(name), [form]: text });
    }
  }
  return found;
}

/** What stands in the place of the other values of a sentence. */
const others = {
  names: 'А',
  title: 'Б',
  type: 'В',
  kinds: 'Г',
  filter: 'Д',
  service: 'Е',
  person: 'Ж',
};

const filled = (text: string, count: number, language: Language) =>
  Object.entries(others)
    .reduce((words, [name, value]) => words.replaceAll(`{{${name}}}`, value), text)
    .replaceAll('{{count, number}}', new Intl.NumberFormat(language).format(count))
    .replaceAll('{{count}}', String(count));

describe.each(['ru', 'en'] as const)('every word with a plural, in %s', (language) => {
  const plurals = pluralsOf(language);

  test('there are such words', () => {
    expect(plurals.size).toBeGreaterThanOrEqual(20);
  });

  test.each([...plurals])('%s', async (key, forms) => {
    const words = await startTestWords(language);
    const rules = new Intl.PluralRules(language);
    const said = counts.map((count) => words.t(key as 'dashboard:results', { count, ...others }));
    expect(said).toEqual(
      counts.map((count) => filled(forms[rules.select(count)]!, count, language)),
    );
    for (const text of said) expect(text).not.toMatch(/\{\{|undefined/);
  });
});

test.each([
  [0, 'Найдено 0 сервисов'],
  [1, 'Найден 1 сервис'],
  [2, 'Найдено 2 сервиса'],
  [5, 'Найдено 5 сервисов'],
  [11, 'Найдено 11 сервисов'],
  [21, 'Найден 21 сервис'],
  [22, 'Найдено 22 сервиса'],
  [25, 'Найдено 25 сервисов'],
  [101, 'Найден 101 сервис'],
  [111, 'Найдено 111 сервисов'],
  [1.5, 'Найдено 1,5 сервиса'],
])('the Russian sentence for %p', async (count, expected) => {
  const words = await startTestWords('ru');
  expect(words.t('dashboard:results', { count })).toBe(expected);
});

test.each([
  [1, '1 service found'],
  [0, '0 services found'],
  [1234.5, '1,234.5 services found'],
])('the English sentence for %p', async (count, expected) => {
  const words = await startTestWords('en');
  expect(words.t('dashboard:results', { count })).toBe(expected);
});

test('the Russian form of one is that of 21 too: it says how many, and speaks of no single one', () => {
  const single = /(?:^|[\s(])(?:он|она|оно|её|ему|ей|им|нём)(?=[\s,.:;]|$)/iu;
  const forms = [...pluralsOf('ru')].flatMap(([key, { one = '' }]) => [[key, one] as const]);
  expect(forms.filter(([, one]) => single.test(one) || !one.includes('{{count'))).toEqual([]);
});
