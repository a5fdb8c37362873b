// A codegen plugin: the limits that the page must know, from the server's table. Each is a constant of its own, so that a page
// loads those that it reads.
import { clientLimits } from '../server/config/limits.ts';

const constants = Object.entries(clientLimits).map(
  ([name, value]) => `export const ${name} = ${value};\n`,
);

export const plugin = () =>
  `/** Limits of what people write; the server's own (server/config/limits.ts). */\n${constants.join('')}`;
