// A primary and a streaming replica of it, as two PostgreSQL servers of our own, which a test may pause, kill and start.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  primary: PairedServer;
  replica: PairedServer;
  remove(): Promise<void>;
}

const password = 'paired';

/** The replica is a copy of the new cluster that streams everything from its first change on. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const log = createLog({ level: 'silent' });
  const folder = mkdtempSync(join(tmpdir(), 'loadout-pair-'));
  chmodSync(folder, 0o755);
  const clusters = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const runAs = runAsFor(clusters.primary);
  const binaries = findBinaries({ runAs, log, copyTo: join(folder, 'programs') });
  const runner: Runner = { binaries, runAs, cwd: folder };
  await createCluster(runner, clusters.primary, password, true, log);
  const { status, stderr } = spawnSync('cp', ['-a', clusters.primary, clusters.replica]);
  if (status !== 0) throw new Error(`The cluster could not be copied: ${stderr.toString()}`);

  const open = async (cluster: string): Promise<PairedServer> => {
    const { port } = await startPostmaster(runner, cluster, true);
    return {
      url: `postgres://${roleName}:${password}@127.0.0.1:${port}/postgres`,
      pid: () => findPostmaster(cluster)?.pid ?? null,
      start: async () => void (await startPostmaster(runner, cluster, true, port)),
      stop: () => stopPostmaster(runner, cluster),
    };
  };
  const primary = await open(clusters.primary);
  const { port } = new URL(primary.url);
  writeFileSync(join(clusters.replica, 'standby.signal'), '');
  appendFileSync(
    join(clusters.replica, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${roleName} password=${password}'\n`,
  );
  const replica = await open(clusters.replica);
  return {
    primary,
    replica,
    async remove() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
