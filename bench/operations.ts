// npm run bench:operations: Loadout as operators run it, with the programs of Debian: several processes behind nginx,
// PgBouncer in transaction mode, and a PostgreSQL that is lost and whose standby takes over behind HAProxy.
// Prints the figures and ends with 1 when something that must hold does not.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { errorMessage } from '../server/shared/errorCode.ts';
import { openGround, type Ground } from './operations/ground.ts';
import { tryLosingThePrimary } from './operations/partFailover.ts';
import { tryPooler } from './operations/partPooler.ts';
import { tryProcesses } from './operations/partProcesses.ts';
import { openReport, type Report } from './operations/report.ts';
import { findTools, type Tools } from './operations/tools.ts';

const parts: Record<string, (ground: Ground, report: Report) => Promise<void>> = {
  processes: tryProcesses,
  pooler: tryPooler,
  failover: tryLosingThePrimary,
};

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    part: { type: 'string', multiple: true, default: Object.keys(parts) },
  },
});

let tools: Tools;
try {
  tools = findTools(process.env['PATH'] ?? '');
  const unknown = values.part.find((name) => !parts[name]);
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}, only ${Object.keys(parts).join(', ')}`);
} catch (error) {
  console.error(errorMessage(error));
  process.exit(1);
}

const report = openReport(console.log);
const ground = await openGround(tools, Number(values.items));
try {
  const cores = cpus();
  console.log(
    `\nPostgreSQL ${ground.pair.version}, ${values.items} items, everything on this machine: ${cores.length} cores (${cores[0]?.model ?? 'unknown'})\n`,
  );
  // In this order: the last one loses the primary.
  for (const [name, tryIt] of Object.entries(parts)) {
    if (values.part.includes(name)) await tryIt(ground, report);
  }
} finally {
  await ground.close();
}
console.log(
  report.missed.length === 0 ? '\nEverything held.' : `\nMissed: ${report.missed.join('; ')}`,
);
process.exitCode = report.missed.length === 0 ? 0 : 1;
