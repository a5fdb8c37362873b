// Detection of Cyrillic single-byte encodings by the frequency of letters and letter pairs.

/** Cyrillic encodings; the first one wins when scores are equal. */
const encodings = ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'];

/** The most frequent first. */
const letters = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґ';
const frequencies = new Map([...letters].map((letter, at) => [letter, 1 - at / letters.length]));
const frequentPairs = new Set(
  'ст но то на ен ни ко ра ов ро го по ос ал пр во ли ть ре ер ка от та ет ан не ор ол он ит ел ле ло ин ат ри ом ес ва ла де ти до ис ой да ем че ны ск ам ог нн ви ар ки нт ас ия ие ые ая ци од об со за ве те мо ма ля дл ую'.split(
    ' ',
  ),
);
const singleLetterWords = 'авиксоуяі';

const asciiSeparators = /[^\P{ASCII}\dA-Za-z]+|\u00A0/u;
const withoutCyrillic = /^(?:\p{ASCII}*|[\d–—№·•©®™°€§…]+)$/u;
const naturalWord = /^[«“„‘]*(?<letters>[А-ЯЁІЇЄҐ]{0,2}[а-яёіїєґ]+|[А-ЯЁІЇЄҐ]+)[»”…’]*$/u;

/** Resemblance of a word to Russian or Ukrainian, per letter from -1 to 1; a wrong encoding mixes cases and signs. */
function wordScore(word: string): number {
  const found = naturalWord.exec(word)?.groups?.['letters']?.toLowerCase();
  if (!found || (found.length === 1 && !singleLetterWords.includes(found))) return -word.length;
  let score = 0;
  for (let at = 0; at < found.length; at += 1) {
    score += 0.6 * (frequencies.get(found.charAt(at)) ?? 0);
    if (frequentPairs.has(found.slice(at - 1, at + 1))) score += 0.4;
  }
  return score;
}

/** Fewer letters are no evidence: `à` is a letter of every encoding. */
const minLetters = 3;
const minScore = 0.3;

/** The Cyrillic encoding in which the bytes read as natural words; null if there is none. */
export function detectCyrillicEncoding(bytes: Uint8Array): string | null {
  let best: string | null = null;
  let bestScore = minScore;
  for (const encoding of encodings) {
    const words = new TextDecoder(encoding)
      .decode(bytes)
      .split(asciiSeparators)
      .filter((word) => !withoutCyrillic.test(word));
    const length = words.reduce((sum, word) => sum + word.length, 0);
    const score = words.reduce((sum, word) => sum + wordScore(word), 0) / length;
    if (length >= minLetters && score > bestScore) {
      best = encoding;
      bestScore = score;
    }
  }
  return best;
}
