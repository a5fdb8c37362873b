// PostgreSQL servers that a test may restart, kill and pause.
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../database/embedded/binaries.ts';
import { createCluster, roleName } from '../database/embedded/createCluster.ts';
import { postgresUser } from '../database/embedded/location.ts';
import {
  findPostmaster,
  startPostmaster,
  stopPostmaster,
} from '../database/embedded/postmaster.ts';
import { runProgram, type ProgramRunner } from '../database/embedded/runProgram.ts';
import { createLog, type Log } from '../shared/log.ts';

export interface PostgresServer {
  /** Address of the database `postgres`; the role is a superuser. */
  url: string;
  /** Its process id; null while it does not run. */
  pid(): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `fast` ends every session in order; `immediate` acts like a crash, so that the start has to recover. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
}

/** One server without a standby. */
export interface OwnPostgres extends PostgresServer {
  remove(): Promise<void>;
}

/** Of the role that owns everything. */
const password = 'paired';

interface OwnPostgresOptions {
  /** The folder of the PostgreSQL programs; by default those of the embedded one. */
  binaries?: string;
  /** Trades safety after a power cut for speed. */
  isThrowaway?: boolean;
}

/** Creates a folder for clusters and finds the programs. */
function prepareServers(
  wanted: string | undefined,
  log: Log,
): { folder: string; runner: ProgramRunner } {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-postgres-'));
  const runAs = postgresUser(join(folder, 'primary'));
  chmodSync(folder, 0o755);
  // pg_basebackup creates its own folder.
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

/** Starts the server of a cluster. */
async function openServer(
  runner: ProgramRunner,
  cluster: string,
  isThrowaway: boolean,
): Promise<PostgresServer> {
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
      const { code, output: said } = await runProgram({ ...runner, cwd: cluster }, 'pg_ctl', args);
      if (code !== 0) throw new Error(`PostgreSQL did not restart: ${said}`);
    },
  };
}

/** Starts a server whose data survive a crash, unless `isThrowaway` is set. */
export async function startOwnPostgres({
  binaries,
  isThrowaway = false,
}: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const log = createLog({ level: 'silent' });
  const { folder, runner } = prepareServers(binaries, log);
  const cluster = join(folder, 'primary');
  await createCluster(runner, cluster, password, isThrowaway, log);
  const server = await openServer(runner, cluster, isThrowaway);
  return {
    ...server,
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
