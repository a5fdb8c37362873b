// Shared state of a test run: database address in the environment of the workers.
import type { EmbeddedDatabase } from '../database/embedded/embedded.ts';

/** The variable in which workers find the address of the run's PostgreSQL. */
export const addressVariable = 'LOADOUT_TEST_POSTGRES';

/** The migrated database that test databases are copied from. Nobody stays connected to it. */
export const templateName = 'loadout_template';

interface TestRun {
  embedded: EmbeddedDatabase;
  /** The folder of the run, removed at its end. */
  folder: string;
}

let current: TestRun | null = null;

export function rememberTestRun(run: TestRun): void {
  current = run;
}

/** The run that was set up in this process, or null. */
export function takeTestRun(): TestRun | null {
  const run = current;
  current = null;
  return run;
}

/** The same server, another database. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
