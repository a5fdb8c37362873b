// Codegen plugin: Russian texts of the error reasons, for the REST transport.
import { readFileSync } from 'node:fs';

const words = new URL('../client/i18n/locales/ru/dashboard.json', import.meta.url);

export const plugin = () => {
  const { reasons } = JSON.parse(readFileSync(words, 'utf8')).refusals;
  return `import type { RefusalReason } from '../../../shared/refusalReasons.ts';

/** What the page says in Russian for each reason of a refusal. */
export const russianReasons = ${JSON.stringify(reasons, null, 2)} as const satisfies Record<RefusalReason, string>;
`;
};
