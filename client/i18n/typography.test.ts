import { createInstance } from 'i18next';
import { translations } from '../testing/words.ts';
import { joinShortWords, typographyPlugin } from './typography.ts';

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

test('Russian words of the interface get it, English ones do not', async () => {
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
