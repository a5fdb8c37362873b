// PostgreSQL servers of our own, alone or as a primary with a streaming replica, which a test may restart, kill and pause.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../database/embedded/binaries.ts';
import { createCluster, roleName } from '../database/embedded/createCluster.ts';
import { runAsFor } from '../database/embedded/place.ts';
import {
  findPostmaster,
  startPostmaster,
  stopPostmaster,
} from '../database/embedded/postmaster.ts';
import { run, type Runner } from '../database/embedded/run.ts';
import { createLog, type Log } from '../shared/log.ts';

/** One of the two servers. */
export interface PairedServer {
  /** The address of the database `postgres`; the role is a superuser. */
  url: string;
  /** Its process; null while it does not run. */
  pid(): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `fast` ends every session in order; `immediate` as a crash does, so that the start has to recover. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
}

/** One server with nobody beside it. */
export interface OwnPostgres extends PairedServer {
  remove(): Promise<void>;
}

export interface PostgresPair {
  /** For example `15.13`. */
  version: string;
  primary: PairedServer;
  replica: PairedServer;
  remove(): Promise<void>;
}

const password = 'paired';

interface PairOptions {
  /** The folder of a PostgreSQL's programs; by default those of the embedded one. */
  binaries?: string;
  /** Trades safety after a power cut for speed. */
  isThrowaway?: boolean;
}

/** Copies a running primary as an operator does: docs/operations.md. */
function copyByBackup(runner: Runner, to: string, port: number): void {
  const { status, stderr } = spawnSync(
    join(runner.binaries.folder, 'pg_basebackup'),
    ['--pgdata', to, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'].concat([
      '--host=127.0.0.1',
      `--port=${port}`,
      `--username=${roleName}`,
      '--no-password',
    ]),
    { cwd: runner.cwd, env: { PGPASSWORD: password }, encoding: 'utf8', ...runner.runAs },
  );
  if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`);
}

/** The same without that program: a copy of the new cluster, which streams everything from its first change on. */
function copyNewCluster(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The cluster could not be copied: ${stderr}`);
}

function followPrimary(replica: string, port: number): void {
  writeFileSync(join(replica, 'standby.signal'), '');
  appendFileSync(
    join(replica, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${roleName} password=${password}'\n`,
  );
}

/** Makes a folder for clusters and finds the programs. */
function prepare(wanted: string | undefined, log: Log): { folder: string; runner: Runner } {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-pair-'));
  const runAs = runAsFor(join(folder, 'primary'));
  chmodSync(folder, 0o755);
  // pg_basebackup makes its folder by itself.
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const binaries = findBinaries({
    runAs,
    log,
    copyTo: join(folder, 'programs'),
    usePackage: wanted === undefined,
    searchPath: wanted,
  });
  return { folder, runner: { binaries, runAs, cwd: folder } };
}

async function open(runner: Runner, cluster: string, isThrowaway: boolean): Promise<PairedServer> {
  const { port } = await startPostmaster(runner, cluster, isThrowaway);
  return {
    url: `postgres://${roleName}:${password}@127.0.0.1:${port}/postgres`,
    pid: () => findPostmaster(cluster)?.pid ?? null,
    start: async () => void (await startPostmaster(runner, cluster, isThrowaway, port)),
    stop: () => stopPostmaster(runner, cluster),
    async restart(mode) {
      const args = [
        'restart',
        '-w',
        '-s',
        '-m',
        mode,
        '-D',
        cluster,
        '-l',
        join(cluster, 'server.log'),
      ];
      const { code, said } = await run({ ...runner, cwd: cluster }, 'pg_ctl', args);
      if (code !== 0) throw new Error(`PostgreSQL did not restart: ${said}`);
    },
  };
}

/** Starts a server whose data survive a crash, unless it is made to throw away. */
export async function startOwnPostgres({
  binaries,
  isThrowaway = false,
}: PairOptions = {}): Promise<OwnPostgres> {
  const log = createLog({ level: 'silent' });
  const { folder, runner } = prepare(binaries, log);
  const cluster = join(folder, 'primary');
  await createCluster(runner, cluster, password, isThrowaway, log);
  const server = await open(runner, cluster, isThrowaway);
  return {
    ...server,
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function startPostgresPair({
  binaries,
  isThrowaway = true,
}: PairOptions = {}): Promise<PostgresPair> {
  const log = createLog({ level: 'silent' });
  const { folder, runner } = prepare(binaries, log);
  const clusters = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const hasBackup = existsSync(join(runner.binaries.folder, 'pg_basebackup'));

  await createCluster(runner, clusters.primary, password, isThrowaway, log);
  if (!hasBackup) copyNewCluster(clusters.primary, clusters.replica);
  const primary = await open(runner, clusters.primary, isThrowaway);
  const port = Number(new URL(primary.url).port);
  if (hasBackup) copyByBackup(runner, clusters.replica, port);
  else followPrimary(clusters.replica, port);
  const replica = await open(runner, clusters.replica, isThrowaway);
  return {
    version: runner.binaries.version,
    primary,
    replica,
    async remove() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
