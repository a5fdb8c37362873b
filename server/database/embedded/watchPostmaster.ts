// Watchdog that restarts a killed postmaster on the same port.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../shared/log.ts';
import type { Postmaster } from './postmaster.ts';
import { processIdentity } from './processIdentity.ts';

const pollMs = 250;
/** Maximum of the growing pause after failed starts. */
const maxPauseMs = 30_000;

/** Watches a server process until `end` is called, which waits for a running start. */
export function watchPostmaster(
  postmaster: Postmaster,
  restart: () => Promise<Postmaster>,
  log: Log,
): { end(): Promise<void> } {
  const ending = new AbortController();
  let { pid } = postmaster;
  let identity = processIdentity(pid);

  async function revive(): Promise<void> {
    log.error({ process: pid }, 'the database process is gone; starting it again');
    for (
      let pauseMs = pollMs;
      !ending.signal.aborted;
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    ) {
      try {
        ({ pid } = await restart());
        identity = processIdentity(pid);
        log.warn({ process: pid }, 'the database runs again');
        return;
      } catch (err) {
        log.error({ err }, 'the database did not start');
        await pause(pauseMs);
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: ending.signal, ref: false }).catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await pause(pollMs);
      if (ending.signal.aborted) return;
      if (processIdentity(pid) !== identity) await revive();
    }
  }

  const watching = watch();
  return {
    async end() {
      ending.abort();
      await watching;
    },
  };
}
