/** Typography of texts: Russian no-break spaces, and values written from right to left. */
import type { InterpolationOptions } from 'i18next';

const noBreakSpace = '\u00A0';
const shortWords =
  /(^|[\s(«„\u00A0])(а|в|во|и|к|ко|о|об|с|со|у|до|за|из|на|не|ни|но|от|по)[ ]+(?=\S)/giu;
const dash = / (?=—(?:\s|$))/gu;

/** Puts no-break spaces after short prepositions, conjunctions and particles, and before a dash. */
export function joinShortWords(text: string): string {
  const joined = text.replace(shortWords, `$1$2${noBreakSpace}`);
  // A second pass takes the second of two neighbouring short words («и на», «не в»).
  return joined.replace(shortWords, `$1$2${noBreakSpace}`).replace(dash, noBreakSpace);
}

/** The i18next post-processor that applies the rule to Russian strings only. */
export const typographyPlugin = {
  type: 'postProcessor' as const,
  name: 'typography',
  process(
    value: string,
    _key: string | string[],
    options: { lng?: string },
    translator: { language?: string },
  ) {
    const language = options.lng ?? translator.language ?? '';
    return language.startsWith('ru') ? joinShortWords(value) : value;
  },
};

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Direction marks and overrides; texts that were stored before they were cleaned may hold some. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** React escapes markup. */
export const interpolation: InterpolationOptions = {
  escape(value) {
    const text = value.replaceAll(directionMarks, '');
    return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
  },
};
