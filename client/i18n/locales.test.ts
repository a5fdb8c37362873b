import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages, namespaces, type Language } from './languages.ts';
import { translations } from '../testing/texts.ts';

type Tree = { [key: string]: string | Tree };

const flatten = (tree: Tree, before = ''): Array<[string, string]> =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value]] : flatten(value, `${before}${key}.`),
  );
const words = (language: Language, namespace: string) =>
  flatten(translations[language]?.[namespace] as Tree);
const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(pluralSuffix, '');
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((m) => m[1]).sort();

test('has a file for each namespace and language', () => {
  const folder = join(process.cwd(), 'client/i18n/locales');
  expect(
    readdirSync(folder)
      .flatMap((language) =>
        readdirSync(join(folder, language)).map((file) => `${language}/${file}`),
      )
      .toSorted(),
  ).toEqual(
    languages
      .flatMap((language) => namespaces.map((namespace) => `${language}/${namespace}.json`))
      .toSorted(),
  );
});

describe.each(namespaces)('texts of %s', (namespace) => {
  const ru = words('ru', namespace);
  const en = words('en', namespace);

  test('have the same keys in both languages', () => {
    const keys = (all: Array<[string, string]>) =>
      [...new Set(all.map(([key]) => stem(key)))].sort();
    expect(keys(en)).toEqual(keys(ru));
  });

  test('are never empty', () => {
    expect([...ru, ...en].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('use the same placeholders in both languages', () => {
    const named = (all: Array<[string, string]>) =>
      new Map(all.map(([key, text]) => [stem(key), placeholders(text)]));
    expect(Object.fromEntries(named(en))).toEqual(Object.fromEntries(named(ru)));
  });

  test.each([
    ['ru', ru],
    ['en', en],
  ] as const)('have every plural form of %s', (language, all) => {
    const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const keys = new Set(all.map(([key]) => key));
    const plurals = [
      ...new Set(all.filter(([key]) => pluralSuffix.test(key)).map(([key]) => stem(key))),
    ];
    for (const key of plurals) {
      const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) =>
        keys.has(`${key}_${form}`),
      );
      expect([key, ...forms.sort()]).toEqual([key, ...expected]);
    }
  });
});
