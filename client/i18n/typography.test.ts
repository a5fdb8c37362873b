import { createInstance } from 'i18next';
import { translations } from '../testing/texts.ts';
import { joinShortWords, typographyPlugin } from './typography.ts';
import type { Language } from './languages.ts';

const visible = (text: string) => text.replaceAll('\u00A0', '_');

test.each([
  ['Поиск по каталогу', 'Поиск по_каталогу'],
  ['В каталоге и на странице', 'В_каталоге и_на_странице'],
  ['Loadout — каталог', 'Loadout_— каталог'],
  ['Не удалось снять отметку', 'Не_удалось снять отметку'],
  ['(в скобках) «о цитате»', '(в_скобках) «о_цитате»'],
  ['слово заслон повод', 'слово заслон повод'],
  ['', ''],
])('%p', (text, expected) => {
  expect(visible(joinShortWords(text))).toBe(expected);
});

test('is applied to Russian texts of the interface, not to English ones', async () => {
  const words = createInstance();
  await words.use(typographyPlugin).init({
    resources: translations,
    lng: 'ru',
    defaultNS: 'common',
    postProcess: ['typography'],
  });
  expect(visible(words.t('skipToContent'))).toBe('К_содержимому');
  await words.changeLanguage('en');
  expect(visible(words.t('skipToContent'))).toBe('Skip to content');
});

type Tree = { [key: string]: string | Tree };
const textsOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
const all = (language: Language) =>
  Object.values(translations[language]!).flatMap((namespace) => textsOf(namespace as Tree));

test('no Russian string leaves a short preposition at the end of a line', () => {
  const short = /(?:^|[\s(«])(?:а|в|во|и|к|ко|о|об|с|со|у|до|за|из|на|не|ни|но|от|по) \S/iu;
  const texts = all('ru');
  expect(texts.filter((text) => short.test(text)).length).toBeGreaterThan(50);
  expect(texts.map(joinShortWords).filter((text) => short.test(text))).toEqual([]);
});

test('no Russian sentence ends with a date: its «г.» has a full stop already', () => {
  expect(all('ru').filter((text) => /\{\{date\}\}\./.test(text))).toEqual([]);
});

test('uses quotation marks and apostrophes of the language', () => {
  expect(all('ru').filter((text) => /["'“”]/.test(text))).toEqual([]);
  expect(all('en').filter((text) => /["'«»]/.test(text))).toEqual([]);
});

test('uses one name per concept: data rules, and duplicates', () => {
  const others = /правил[а-я]* (?:для|о) данных|двойник/iu;
  expect(all('ru').filter((text) => others.test(text))).toEqual([]);
});

test('closes each quotation mark', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  expect(all('ru').filter((text) => count(text, '«') !== count(text, '»'))).toEqual([]);
  expect(all('en').filter((text) => count(text, '“') !== count(text, '”'))).toEqual([]);
});
