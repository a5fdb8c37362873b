// Stops the database that globalSetup started.
import { rmSync } from 'node:fs';
import { takeTestRun } from './testRun.ts';

export default async function globalTeardown(): Promise<void> {
  const run = takeTestRun();
  if (run === null) return;
  await run.embedded.stop();
  rmSync(run.folder, { recursive: true, force: true });
}
