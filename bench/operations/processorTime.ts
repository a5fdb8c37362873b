// The processor time that PostgreSQL uses, as Linux counts it for its processes.
import { readFileSync } from 'node:fs';

/** Linux tells times in hundredths of a second, whatever the kernel's own ticks. */
const ticksPerSecond = 100;

/** Ticks of a process, and of those of its children that have ended; null when it is gone. */
function ticksOf(pid: number): { own: number; ended: number } | null {
  try {
    // The name of the program stands in parentheses and may hold spaces.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { own: user + system, ended: endedUser + endedSystem };
  } catch {
    return null;
  }
}

/** Seconds that a PostgreSQL has used so far, all its sessions together. @param pid of the postmaster */
export function postgresSeconds(pid: number): number {
  const postmaster = ticksOf(pid);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text.trim() !== '');
  const sessions = children.reduce((sum, child) => sum + (ticksOf(Number(child))?.own ?? 0), 0);
  return ((postmaster?.own ?? 0) + (postmaster?.ended ?? 0) + sessions) / ticksPerSecond;
}
