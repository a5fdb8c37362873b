/** Russian typography: no-break spaces after short words and before dashes. */

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
