// Shared state of a test run: database address in the environment of the workers.
import type { EmbeddedDatabase } from '../database/embedded/embedded.ts';

/** The variable that holds the address of the run's PostgreSQL for the workers. */
export const addressVariable = 'LOADOUT_TEST_POSTGRES';

/** The migrated database that test databases are copied from. No connection to it stays open. */
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

/** The test run that this process set up, or null. */
export function takeTestRun(): TestRun | null {
  const run = current;
  current = null;
  return run;
}

/** Address of another database on the same server. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
