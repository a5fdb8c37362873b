// Marked pseudo-translation: transliterated into English, unchanged into Russian.
import type { Language } from '../../server/shared/language.ts';

/** Prefix of every text that the fake translated. */
export const translationMark: Record<Language, string> = {
  ru: '[перевод-заглушка]',
  en: '[stand-in translation]',
};

const letters =
  'а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya';
const latin = new Map(letters.split(' ').map((pair) => pair.split('=') as [string, string]));

const transliterated = (word: string): string => {
  const lower = word.toLowerCase();
  const made = [...lower].map((letter) => latin.get(letter) ?? letter).join('');
  return lower === word ? made : made.charAt(0).toUpperCase() + made.slice(1);
};

/** The same result in every run: the prefix, and for English Latin letters. */
export const pseudoTranslate = (text: string, to: Language): string =>
  `${translationMark[to]} ${to === 'en' ? text.replaceAll(/\p{Letter}+/gu, transliterated) : text}`;
