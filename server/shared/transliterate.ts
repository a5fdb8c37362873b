// Transliteration of Cyrillic words as people write them in addresses: ромашка becomes romashka.

/** Letters of Russian and related languages, in lower case. */
export const latinLetters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'yi',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ў: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

/** A text in lower-case Latin letters without accents; other characters stay. */
export const transliterate = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[а-яёґєіїў]/g, (letter) => latinLetters[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '');
