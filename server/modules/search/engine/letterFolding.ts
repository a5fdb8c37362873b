// Letter folding: one form for the spellings of a letter (ё, ﬁ, İ), and for look-alike letters of different scripts (Latin C, Cyrillic С).

/** Each Latin letter with the Cyrillic and Greek letters that look like it in small letters or in capitals. */
const lookAlikes = 'aаα bвβ cс eеε hнη iіι jј kкκ mмμ nν oоο pрρ sѕ tтτ xхχ yуυ zζ'.split(' ');
const toLatin = new Map(
  lookAlikes.flatMap(([latin, ...others]) => others.map((letter) => [letter, latin!])),
);
const toCyrillic = new Map(
  lookAlikes.flatMap((letters) => {
    const cyrillic = /[а-я]/.exec(letters)?.[0];
    return cyrillic ? [...letters].map((letter) => [letter, cyrillic] as const) : [];
  }),
);
const scripts = [/\p{Script=Latin}/gu, /\p{Script=Cyrillic}/gu, /\p{Script=Greek}/gu];
/** Letters that are written without marks, and that Unicode does not take apart. */
const plainLetters = new Map(
  'іи їи єе ґг ßss æae œoe øo łl đd ıi'.split(' ').map((pair) => [pair[0]!, pair.slice(1)]),
);
const hasPlainLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
/** A code of so few letters beside digits is no word: 1С, 4К. */
const lettersOfCode = 2;

/** A word whose letters stand for those that look alike; null where one of the other scripts is left. */
function translated(
  word: string,
  letters: ReadonlyMap<string, string>,
  others: RegExp,
): string | null {
  const all = word.replace(/./gu, (letter) => letters.get(letter) ?? letter);
  return others.test(all) ? null : all;
}

const asLatin = (word: string): string | null =>
  translated(word, toLatin, /[\p{Script=Cyrillic}\p{Script=Greek}]/u);
const asCyrillic = (word: string): string | null =>
  translated(word, toCyrillic, /[\p{Script=Latin}\p{Script=Greek}]/u);

/** A word in one script, where look-alike letters of others stand in it: Сlaude, cъемка, 1С. */
function unifyScript(word: string): string {
  const [latin = 0, cyrillic = 0, greek = 0] = scripts.map(
    (script) => word.match(script)?.length ?? 0,
  );
  const isMixed = [latin, cyrillic, greek].filter(Boolean).length > 1;
  const isCode = /\d/.test(word) && latin + cyrillic + greek <= lettersOfCode;
  if (!isMixed && !isCode) return word;
  const inCyrillic = isMixed ? asCyrillic(word) : null;
  return (cyrillic > latin ? inCyrillic : null) ?? asLatin(word) ?? inCyrillic ?? word;
}

/** A folded word of one script in the letters of the other, where all of its letters look alike: НТС is HTC. */
export const inLookAlikes = (word: string): string | null =>
  asLatin(word) === word ? asCyrillic(word) : asLatin(word);

/** A text in one form of every letter: lower case, ё as е, İ as i, ς as σ, without apostrophes and what nobody sees. */
export const foldLetters = (written: string): string =>
  written
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .replace(/['’‘ʼ‛`´′\p{Default_Ignorable_Code_Point}]/gu, '');

/** The letters and digits of a word, folded. */
export function foldWord(written: string): string {
  const word = unifyScript(foldLetters(written)).replace(hasPlainLetter, (letter) =>
    plainLetters.get(letter)!,
  );
  const letters = /[а-я]/.test(word) ? word : word.normalize('NFD');
  return letters.replace(/[^\p{L}\p{N}]+/gu, '');
}
