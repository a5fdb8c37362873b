// Waiting for what another program does.
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds. @throws Error after a minute, with what was waited for */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const startedAt = Date.now(); !(await holds());) {
    if (Date.now() - startedAt > 60_000) throw new Error(`Waited for a minute: ${what}`);
    await pause(25);
  }
}
