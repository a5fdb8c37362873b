// A codegen plugin: the limits that the page must know, from the server's table.
import { clientLimits } from '../server/limits.ts';

export const plugin = () =>
  `/** Limits of what people write; the server's own (server/limits.ts). */\nexport const limits = ${JSON.stringify(clientLimits, null, 2)} as const;\n`;
