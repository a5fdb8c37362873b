// Codegen plugin: texts of the page about the status, the data rules and the incidents of a service, for the Telegram bot.
import { readFileSync } from 'node:fs';

const readTexts = (language, name) =>
  JSON.parse(
    readFileSync(new URL(`../client/i18n/locales/${language}/${name}.json`, import.meta.url)),
  );

function textsOf(language) {
  const { usagePolicy, rules } = readTexts(language, 'service');
  const { status, incident, unsure, emptySearch } = readTexts(language, 'dashboard');
  const { verdict, class: dataClass, plan, decidedAt } = rules;
  const { kind, since } = incident;
  return {
    usagePolicy,
    rules: { verdict, dataClass, plan, decidedAt },
    status,
    incident: { kind, since },
    unsure,
    emptySearch,
  };
}

export const plugin = () => {
  const texts = Object.fromEntries(['ru', 'en'].map((language) => [language, textsOf(language)]));
  return `import type { Language } from '../../../shared/language.ts';

/** Interface texts that the bot reuses, by language. */
export const pageTexts = ${JSON.stringify(texts, null, 2)} as const satisfies Record<Language, object>;
`;
};
