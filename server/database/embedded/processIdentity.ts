// Identity of a process beyond its id, which the system may reuse.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../shared/errorCode.ts';

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(errorCode(error))) return null;
    throw error;
  }
}

/** True when a process with this id exists, even of another user. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** A field of `ps` for a process; null when it has ended. */
function readPs(pid: number, field: string): string | null {
  const { stdout, status } = spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], {
    encoding: 'utf8',
    windowsHide: true,
  });
  const text = status === 0 ? stdout.trim() : '';
  return text === '' ? null : text;
}

function linuxIdentity(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name is in parentheses and may contain spaces and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  const ticksSinceBoot = fields[18];
  return `${readOrNull('/proc/sys/kernel/random/boot_id')?.trim()} ${ticksSinceBoot}`;
}

/** Identifies a process among all with the same id by its start time. Null for a missing process or a zombie. */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (!exists(pid)) return null;
  return process.platform === 'win32' ? 'running' : readPs(pid, 'lstart');
}

/** The command line of a living process; null when it has ended or is not readable. */
export function commandLine(pid: number): string | null {
  if (processIdentity(pid) === null) return null;
  if (process.platform === 'linux') {
    return readOrNull(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null;
  }
  return process.platform === 'win32' ? null : readPs(pid, 'command');
}
