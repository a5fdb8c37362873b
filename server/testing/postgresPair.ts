// A primary and a streaming replica of it, as two PostgreSQL servers of our own, which a test may pause, kill and start.
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
import type { Runner } from '../database/embedded/run.ts';
import { createLog } from '../shared/log.ts';

/** One of the two servers. */
export interface PairedServer {
  /** The address of the database `postgres`; the role is a superuser. */
  url: string;
  /** Its process; null while it does not run. */
  pid(): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
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

export async function startPostgresPair({
  binaries: wanted,
  isThrowaway = true,
}: PairOptions = {}): Promise<PostgresPair> {
  const log = createLog({ level: 'silent' });
  const folder = mkdtempSync(join(tmpdir(), 'loadout-pair-'));
  const clusters = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const runAs = runAsFor(clusters.primary);
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
  const runner: Runner = { binaries, runAs, cwd: folder };
  const hasBackup = existsSync(join(binaries.folder, 'pg_basebackup'));
  const open = async (cluster: string): Promise<PairedServer> => {
    const { port } = await startPostmaster(runner, cluster, isThrowaway);
    return {
      url: `postgres://${roleName}:${password}@127.0.0.1:${port}/postgres`,
      pid: () => findPostmaster(cluster)?.pid ?? null,
      start: async () => void (await startPostmaster(runner, cluster, isThrowaway, port)),
      stop: () => stopPostmaster(runner, cluster),
    };
  };

  await createCluster(runner, clusters.primary, password, isThrowaway, log);
  if (!hasBackup) copyNewCluster(clusters.primary, clusters.replica);
  const primary = await open(clusters.primary);
  const port = Number(new URL(primary.url).port);
  if (hasBackup) copyByBackup(runner, clusters.replica, port);
  else followPrimary(clusters.replica, port);
  const replica = await open(clusters.replica);
  return {
    version: binaries.version,
    primary,
    replica,
    async remove() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
