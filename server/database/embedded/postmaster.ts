// Start, discovery, watch and stop of the postmaster process of a cluster.
import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram, type ProgramRunner } from './runProgram.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { freePort } from '../../shared/freePort.ts';
import { spawnSync } from 'node:child_process';
import type { Log } from '../../shared/log.ts';

function readProcFile(path: string): string | null {
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
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name is in parentheses and may contain spaces and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  const ticksSinceBoot = fields[18];
  return `${readProcFile('/proc/sys/kernel/random/boot_id')?.trim()} ${ticksSinceBoot}`;
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
    return readProcFile(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null;
  }
  return process.platform === 'win32' ? null : readPs(pid, 'command');
}

interface Postmaster {
  pid: number;
  port: number;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Reads process, port and state from the cluster's postmaster.pid; null without the file. */
function readPidFile(cluster: string): (Postmaster & { state: string; lines: string[] }) | null {
  const text = readOrNull(join(cluster, 'postmaster.pid'));
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim(), lines };
}

/** True when the process is a PostgreSQL and not another one that reused its id. */
function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || processIdentity(pid) === null) return false;
  return process.platform === 'win32' || /postgres|postmaster/.test(commandLine(pid) ?? '');
}

/** The server process that runs on the cluster, whoever started it; null without one. */
export function findPostmaster(cluster: string): (Postmaster & { isReady: boolean }) | null {
  const file = readPidFile(cluster);
  if (file === null || !isPostgres(file.pid)) return null;
  return { pid: file.pid, port: file.port, isReady: file.state === 'ready' };
}

/** An unused process id: above the limit of every kernel. */
const unusedPid = 2_147_483_647;

/**
 * PostgreSQL does not start while the process in postmaster.pid exists, even when it is a zombie or an unrelated process that
 * reused the id. This writes an unused id and keeps the rest, from which PostgreSQL detects remaining processes of the dead server.
 */
function neutralisePidFile(cluster: string): void {
  const file = readPidFile(cluster);
  if (file === null || isPostgres(file.pid)) return;
  const path = join(cluster, 'postmaster.pid');
  const { uid, gid, mode } = statSync(path);
  writeFileSync(`${path}.new`, [unusedPid, ...file.lines.slice(1)].join('\n'), { mode });
  if (process.getuid?.() === 0) chownSync(`${path}.new`, uid, gid);
  renameSync(`${path}.new`, path);
}

/** The settings of the server; those for tests trade safety after a power cut for speed. */
function settingsFor(port: number, isThrowaway: boolean): string {
  const lines = [
    '# Written by Loadout at every start; changes are lost.',
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    "unix_socket_directories = ''",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'max_wal_size = 512MB',
    // Failed statements may contain texts of users.
    'log_min_error_statement = panic',
    ...(isThrowaway
      ? [
          'fsync = off',
          'full_page_writes = off',
          'synchronous_commit = off',
          'max_connections = 200',
          // Autovacuum workers belong to the superuser: our role cannot drop a database while one of them is connected.
          'autovacuum = off',
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

const includeLine = "include 'loadout.conf'";

function writeSettings({ runAs }: ProgramRunner, cluster: string, text: string): void {
  const own = join(cluster, 'loadout.conf');
  writeFileSync(own, text, { mode: 0o600 });
  if (runAs !== null) chownSync(own, runAs.uid, runAs.gid);
  const main = join(cluster, 'postgresql.conf');
  const content = readFileSync(main, 'utf8');
  if (!content.includes(includeLine)) writeFileSync(main, `${content}\n${includeLine}\n`);
}

const logName = 'server.log';
const logBytes = 10_000_000;

/** Renames a large log; one old log is kept. */
function rotateLog(cluster: string): void {
  const path = join(cluster, logName);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytes) renameSync(path, `${path}.1`);
}

const startSeconds = 60;
const maxAttempts = 40;
const pauseMs = 250;
const pollMs = 10;

/** Temporary errors: the dead server's processes are still ending, or the port was just taken. */
const temporaryErrors =
  /pre-existing shared memory|lock file .* already exists|could not bind|address already in use/i;

/** Polls the state file, since pg_ctl checks it only ten times a second. */
async function whenReady(cluster: string, signal: AbortSignal): Promise<Postmaster> {
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.isReady) return postmaster;
    await sleep(pollMs, undefined, { signal });
  }
}

/**
 * Starts the server and waits until it answers, including recovery after a crash.
 *
 * @param wantedPort null for any free port
 * @throws Error with the last lines of the server's log
 */
export async function startPostmaster(
  runner: ProgramRunner,
  cluster: string,
  isThrowaway: boolean,
  wantedPort: number | null = null,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    neutralisePidFile(cluster);
    rotateLog(cluster);
    const logBefore = readOrNull(join(cluster, logName))?.length ?? 0;
    writeSettings(runner, cluster, settingsFor(wantedPort ?? (await freePort()), isThrowaway));
    const args = [
      'start',
      '-w',
      '-s',
      '-t',
      String(startSeconds),
      '-D',
      cluster,
      '-l',
      join(cluster, logName),
    ];
    const started = runProgram({ ...runner, cwd: cluster }, 'pg_ctl', args);
    const over = new AbortController();
    const ready = await Promise.race([
      whenReady(cluster, over.signal),
      started.then(() => null),
    ]).finally(() => over.abort());
    if (ready) return ready;
    const { code, output: said } = await started;
    const postmaster = findPostmaster(cluster);
    if (code === 0 && postmaster !== null) return postmaster;
    const log = (readOrNull(join(cluster, logName)) ?? '').slice(logBefore).trim();
    if (attempt === maxAttempts || !temporaryErrors.test(log)) {
      throw new Error(`The embedded database did not start.\n${said}\n${log.slice(-2_000)}`);
    }
    await sleep(pauseMs);
  }
}

/** Waits until a server that is starting or recovering accepts connections. */
export async function waitUntilReady(cluster: string): Promise<Postmaster | null> {
  const deadline = Date.now() + startSeconds * 1_000;
  for (;;) {
    const postmaster = findPostmaster(cluster);
    if (postmaster === null || postmaster.isReady) return postmaster;
    if (Date.now() > deadline) {
      throw new Error(`The embedded database (process ${postmaster.pid}) does not get ready.`);
    }
    await sleep(50);
  }
}

/** Ends all sessions, flushes everything to disk and stops the server. */
export async function stopPostmaster(runner: ProgramRunner, cluster: string): Promise<void> {
  if (findPostmaster(cluster) === null) return;
  const args = ['stop', '-w', '-s', '-t', '30', '-m', 'fast', '-D', cluster];
  const { code, output: said } = await runProgram({ ...runner, cwd: cluster }, 'pg_ctl', args);
  if (code !== 0 && findPostmaster(cluster) !== null) {
    throw new Error(`The embedded database did not stop: ${said}`);
  }
}

const watchPollMs = 250;
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
      let pauseMs = watchPollMs;
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
      await pause(watchPollMs);
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
