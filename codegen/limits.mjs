// Codegen plugin: limits of the server as single constants, so that bundles contain only those they use.
import { clientLimits } from '../server/config/limits.ts';

const constants = Object.entries(clientLimits).map(
  ([name, value]) => `export const ${name} = ${value};\n`,
);

export const plugin = () =>
  `/** Limits of what people write; the server's own (server/config/limits.ts). */\n${constants.join('')}`;
