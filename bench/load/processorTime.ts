// Processor time that servers have used: what an answer costs, however busy the machine is.
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const tickMs = 10;

/** Milliseconds that a process with all its threads has used; null where the system does not say, or it has gone. */
function usedMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold blanks: utime and stime are the 14th and the 15th of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return null;
  }
}

/** The processes of PostgreSQL on this machine, by the titles that it gives them. */
function databaseProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => readTitle(pid).startsWith('postgres: '));
  } catch {
    return [];
  }
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** What was used during some work, in milliseconds; NaN where the system does not say. */
export interface ProcessorTime {
  serverMs: number;
  databaseMs: number;
}

/** Begins to measure a server and, together, all of PostgreSQL; the answer ends it. Nothing else may ask the database meanwhile. */
export function measureProcessor(serverPid: number): () => ProcessorTime {
  const look = () => new Map(databaseProcesses().map((pid) => [pid, usedMs(pid)]));
  const server = usedMs(serverPid);
  const database = look();
  return () => {
    let databaseMs = 0;
    for (const [pid, used] of look()) databaseMs += (used ?? 0) - (database.get(pid) ?? 0);
    return {
      serverMs: (usedMs(serverPid) ?? Number.NaN) - (server ?? Number.NaN),
      databaseMs: server === null ? Number.NaN : databaseMs,
    };
  };
}
