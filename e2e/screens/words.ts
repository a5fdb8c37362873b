// The product's own words, so that a journey finds what it looks for in either language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { namespaces, type Language } from '../../client/i18n/languages.ts';

export type { Language };

const locales = join(import.meta.dirname, '../../client/i18n/locales');

type Words = Record<string, unknown>;

const read = (language: Language, namespace: string): Words =>
  JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')) as Words;

const bundle = (language: Language): Record<string, Words> =>
  Object.fromEntries(
    namespaces.map((namespace): [string, Words] => [namespace, read(language, namespace)]),
  );

const i18n = createInstance({
  resources: { ru: bundle('ru'), en: bundle('en') },
  lng: 'ru',
  ns: namespaces,
  defaultNS: 'dashboard',
  fallbackNS: ['common', 'guest'],
  interpolation: { escapeValue: false },
});
await i18n.init();

/** The text of a key, for example `useCases.save` or `common:actions.retry`; throws for a key that there is not. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

export const wordsIn = (language: Language): Translate => {
  // The keys come from tables here, so that the compiler cannot know them; the check below does.
  const t = i18n.getFixedT(language) as unknown as (key: string, values: object) => string;
  return (key, values = {}) => {
    const text = t(key, values);
    if (text === key) throw new Error(`There are no words for ${key}`);
    return text;
  };
};

const leaves = (words: Words, prefix = ''): string[] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value as Words, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );

/** Every key that has a dot in it: none may ever be read on a screen. */
export const keyNames: string[] = namespaces
  .flatMap((namespace) => leaves(read('en', namespace)))
  .filter((key) => key.includes('.'));
