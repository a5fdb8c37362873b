/** Tagline of a description: its first sentence or clause, when that is short. */
import type { Language } from '../i18n/languages.ts';

/** A longer one would be cut in the line of a card. */
const taglineLimit = 52;
const minLength = 8;

/** A longer first letter would move the marked words. */
const capitalise = (text: string, language: Language): string => {
  const first = text.charAt(0).toLocaleUpperCase(language);
  return first.length === 1 ? first + text.slice(1) : text;
};

export interface SplitDescription {
  /** Without its full stop; null when the text does not begin with a short sentence. */
  tagline: string | null;
  /** Text after the tagline; the whole text when there is no tagline. */
  rest: string;
  /** Offset of `rest` in the text. */
  restAt: number;
}

export function splitDescription(text: string, language: Language): SplitDescription {
  const whole = { tagline: null, rest: text, restAt: 0 };
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  const sentence = first?.segment.trimEnd() ?? '';
  // A dash in Russian stands for a verb, so that it ends no clause.
  const clause = /^.*?\p{L}(?=[:;]\s)/u.exec(sentence)?.[0] ?? '';
  for (const part of [sentence, clause]) {
    if (part.length < minLength || part.length > taglineLimit) continue;
    const after = text.slice(part.length);
    const rest = after.replace(/^[:;]?\s+/, '');
    if (rest === '') continue;
    const restAt = text.length - rest.length;
    return { tagline: part.replace(/[.…]$/, ''), rest: capitalise(rest, language), restAt };
  }
  return whole;
}
