// Marked pseudo-translation: a small dictionary, the rest transliterated.
import type { Language } from '../../server/shared/language.ts';

/** Prefix of every text that the fake translated. */
export const translationMark: Record<Language, string> = {
  ru: '[перевод-заглушка]',
  en: '[stand-in translation]',
};

const pairs: [string, string][] = [
  ['я', 'i'],
  ['мы', 'we'],
  ['команда', 'team'],
  ['отдел', 'department'],
  ['текст', 'text'],
  ['тексты', 'texts'],
  ['перевожу', 'translate'],
  ['перевод', 'translation'],
  ['делаю', 'make'],
  ['делаем', 'make'],
  ['пишу', 'write'],
  ['код', 'code'],
  ['игра', 'game'],
  ['игры', 'games'],
  ['игрок', 'player'],
  ['уровень', 'level'],
  ['картинка', 'picture'],
  ['картинки', 'pictures'],
  ['встреча', 'meeting'],
  ['встречи', 'meetings'],
  ['отчёт', 'report'],
  ['отчёты', 'reports'],
  ['за', 'in'],
  ['в', 'in'],
  ['с', 'with'],
  ['и', 'and'],
  ['для', 'for'],
  ['по', 'by'],
  ['вместо', 'instead'],
  ['теперь', 'now'],
  ['раньше', 'earlier'],
  ['быстрее', 'faster'],
  ['минут', 'minutes'],
  ['час', 'hour'],
  ['часа', 'hours'],
  ['день', 'day'],
  ['неделю', 'week'],
  ['экономлю', 'save'],
  ['экономим', 'save'],
];

const dictionary: Record<Language, Map<string, string>> = {
  ru: new Map(pairs.map(([ru, en]) => [en, ru])),
  en: new Map(pairs),
};

const latin: Record<string, string> = Object.fromEntries(
  [...'абвгдезийклмнопрстуфыэ'].map((letter, index) => [
    letter,
    [...'abvgdeziiklmnoprstufye'][index] ?? '',
  ]),
);
Object.assign(latin, {
  ё: 'yo',
  ж: 'zh',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ь: '',
  ю: 'yu',
  я: 'ya',
});

const transliterated = (word: string): string =>
  [...word].map((letter) => latin[letter] ?? letter).join('');

const translatedWord = (word: string, to: Language): string => {
  const lower = word.toLowerCase();
  const found = dictionary[to].get(lower) ?? (to === 'en' ? transliterated(lower) : lower);
  return lower === word ? found : found.charAt(0).toUpperCase() + found.slice(1);
};

/** The same result in every run: the prefix, replaced words, and unchanged signs and numbers. */
export const pseudoTranslate = (text: string, to: Language): string =>
  `${translationMark[to]} ${text.replaceAll(/\p{Letter}+/gu, (word) => translatedWord(word, to))}`;
