// A codegen plugin: the page's Russian sentence for each reason of a refusal, for the REST door.
import { readFileSync } from 'node:fs';

const words = new URL('../client/i18n/locales/ru/dashboard.json', import.meta.url);

export const plugin = () => {
  const { reasons } = JSON.parse(readFileSync(words, 'utf8')).refusals;
  return `import type { RefusalReason } from '../../../shared/refusalReasons.ts';

/** What the page says in Russian for each reason of a refusal. */
export const russianReasons = ${JSON.stringify(reasons, null, 2)} as const satisfies Record<RefusalReason, string>;
`;
};
