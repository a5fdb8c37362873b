// Letter folding: one form for the spellings of a letter (ё, ﬁ, İ), and for look-alike letters of both scripts (Latin C, Cyrillic С).

/** Each Latin letter with the Cyrillic one that looks like it in small letters or in capitals. */
const lookAlikes = 'aа bв cс eе hн iі jј kк mм oо pр sѕ tт xх yу'.split(' ');
const toLatin = new Map(lookAlikes.map(([latin, cyrillic]) => [cyrillic!, latin!]));
const toCyrillic = new Map(
  lookAlikes.filter((pair) => /[а-я]/.test(pair)).map(([latin, cyrillic]) => [latin!, cyrillic!]),
);
const anyLatin = /\p{Script=Latin}/gu;
const anyCyrillic = /\p{Script=Cyrillic}/gu;
/** Letters that are written without marks, and that Unicode does not take apart. */
const plainLetters = new Map(
  'іи їи єе ґг ßss æae œoe øo łl đd ıi'.split(' ').map((pair) => [pair[0]!, pair.slice(1)]),
);
const hasPlainLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
/** A code of so few letters beside digits is no word: 1С, 4К. */
const lettersOfCode = 2;

/** A word with the letters that look alike; null where one has none. */
function translated(
  word: string,
  letters: ReadonlyMap<string, string>,
  from: RegExp,
): string | null {
  const all = word.replace(from, (letter) => letters.get(letter) ?? letter);
  return all.search(from) < 0 ? all : null;
}
const asLatin = (word: string): string | null => translated(word, toLatin, anyCyrillic);
const asCyrillic = (word: string): string | null => translated(word, toCyrillic, anyLatin);

/** A word in one script, where look-alike letters of another stand in it: Сlaude, cъемка, 1С. */
function unifyScript(word: string): string {
  const [latin = 0, cyrillic = 0] = [anyLatin, anyCyrillic].map(
    (script) => word.match(script)?.length ?? 0,
  );
  const isMixed = latin > 0 && cyrillic > 0;
  const isCode = /\d/.test(word) && latin + cyrillic <= lettersOfCode;
  if (!isMixed && !isCode) return word;
  const inCyrillic = isMixed ? asCyrillic(word) : null;
  return (cyrillic > latin ? inCyrillic : null) ?? asLatin(word) ?? inCyrillic ?? word;
}

/** A folded word of one script in the letters of the other, where all of its letters look alike: НТС is HTC. */
export const inLookAlikes = (word: string): string | null =>
  asLatin(word) === word ? asCyrillic(word) : asLatin(word);

/** A text in one form of every letter: lower case, ё as е, İ as i, without apostrophes and what nobody sees. */
export const foldLetters = (written: string): string =>
  written
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('i\u0307', 'i')
    .replace(/['’‘ʼ‛`´′\p{Default_Ignorable_Code_Point}]/gu, '');

/** The letters and digits of a word, folded. */
export function foldWord(written: string): string {
  const word = unifyScript(foldLetters(written)).replace(hasPlainLetter, (letter) =>
    plainLetters.get(letter)!,
  );
  const letters = /[а-я]/.test(word) ? word : word.normalize('NFD');
  return letters.replace(/[^\p{L}\p{N}]+/gu, '');
}
