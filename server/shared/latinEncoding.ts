// Detection of Latin single-byte encodings by the letters of European languages and the positions of letters and signs.
import { decodeAs } from './textDecoding.ts';

/** Encodings with their weights for short texts that fit several. */
const encodings: Record<string, number> = {
  'windows-1252': 0.5,
  'windows-1250': 0.3,
  macintosh: 0.2,
  'iso-8859-2': 0.1,
  ibm850: 0.1,
  ibm852: 0,
};

/** Non-ASCII letters of groups of languages, the most frequent first. */
const alphabets = [
  'éèàêçôùîœâûïëæ',
  'äüöß',
  'óíáéñúü',
  'ãçáéíóêõâàôú',
  'äåöé',
  'øåæé',
  'àèéùìò',
  'łąęóżśćńź',
  'íáéěřčšýžůúťďňóľôäĺŕ',
  'áéöóőüíúű',
  'ăâîșțşţ',
  'čšžćđ',
].map((letters) => new Map([...letters].map((letter, rank) => [letter, 1 - rank / 20])));

/** Required contexts after letters that occur in certain positions only. */
const followers: Record<string, RegExp> = {
  à: /^(?!\p{L})/u,
  ù: /^(?!\p{L})/u,
  ì: /^(?!\p{L})/u,
  ò: /^(?!\p{L})/u,
  ñ: /^[aeiouáéíóú]/,
  ã: /^(?:[oensm]|(?!\p{L}))/u,
  õ: /^[es]/,
  ç: /^[aouâãáóõô]/,
};
const wordsOfOneLetter = /[àèéêóáíåaöy]/;

/** Signs with their required contexts before and after. */
const signs: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/’/, /\p{L}$/u, /^/],
  [/[‘“«„¿¡]/, /(?:^|[^\p{L}\d])$/u, /^[\p{L}\d]/u],
  [/[”»…™®]/, /\S$/, /^(?!\p{L})/u],
  [/[–—•€£©§«»\u00A0]/, /(?:^|[\s\d])$/, /^(?!\p{Ll})/u],
  [/°/, /[\s\d]$/, /^(?!\p{Ll})/u],
];

/** True for a letter in a position that fits its case and kind. */
function isWellPlaced(letter: string, before: string, after: string): boolean {
  const small = letter.toLowerCase();
  const isSmall = letter === small;
  const isCased = isSmall
    ? !/\p{Lu}$/u.test(before) || !/^\p{Lu}/u.test(after)
    : !/\p{Ll}$/u.test(before);
  const isAlone = !/\p{L}$/u.test(before) && !/^\p{L}/u.test(after);
  return (
    isCased &&
    (followers[small]?.test(after.toLowerCase()) ?? true) &&
    (!isAlone || wordsOfOneLetter.test(small))
  );
}

/** Maximum number of non-ASCII letters that are counted. */
const maxLetters = 1_000;

/** Readability in the best-fitting language; foreign letters and signs within words reduce it. */
function readability(text: string): number {
  const byLanguage = alphabets.map(() => 0);
  let ofSigns = 0;
  const found = [...text.matchAll(/[^\0-\x7F]/gu)].slice(0, maxLetters);
  for (const { 0: letter, index: at } of found) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + letter.length, at + letter.length + 2);
    if (/\p{L}/u.test(letter)) {
      const fits = isWellPlaced(letter, before, after);
      for (const [place, alphabet] of alphabets.entries())
        byLanguage[place]! += fits ? (alphabet.get(letter.toLowerCase()) ?? -0.7) : -1;
    } else {
      const fits = signs.some(
        ([sign, front, back]) => sign.test(letter) && front.test(before) && back.test(after),
      );
      ofSigns += fits ? 1 : -1;
    }
  }
  return ofSigns + Math.max(...byLanguage);
}

/** The encoding in which the bytes are most readable; Macintosh ends lines with CR alone. */
export function detectLatinEncoding(sample: Uint8Array): string {
  const endsWithCr = sample.includes(13) && !sample.includes(10);
  const scores = Object.entries(encodings).map(
    ([encoding, weight]) =>
      [
        encoding,
        readability(decodeAs(encoding, sample)) +
          (endsWithCr && encoding === 'macintosh' ? 1 : weight),
      ] as const,
  );
  return scores.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
