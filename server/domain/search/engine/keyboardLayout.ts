// What somebody meant who typed on the other keyboard layout: ьшвощгктун is midjourney, ghtptynfwbz is презентация.

const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

const keys = new Map<string, string>();
for (const [place, key] of [...latin].entries()) {
  const letter = cyrillic[place] ?? '';
  keys.set(key, letter);
  keys.set(letter, key);
}
for (const [shifted, plain] of [
  ['~', '`'],
  ['{', '['],
  ['}', ']'],
  [':', ';'],
  ['"', "'"],
  ['<', ','],
  ['>', '.'],
] as const) {
  keys.set(shifted, keys.get(plain) ?? '');
}

/** The same keys on the other layout, in lower case; what is on neither stays. */
export const otherLayout = (text: string): string =>
  [...text.toLowerCase()].map((letter) => keys.get(letter) ?? letter).join('');
