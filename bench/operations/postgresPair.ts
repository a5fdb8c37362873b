// A PostgreSQL with a synchronous streaming standby, as docs/operations.md sets them up.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCluster, roleName } from '../../server/database/embedded/createCluster.ts';
import { run, type Runner } from '../../server/database/embedded/run.ts';
import { openDatabase } from '../../server/database/connection.ts';
import { createLog } from '../../server/shared/log.ts';
import {
  openServer,
  password,
  prepareServers,
  type PostgresServer,
} from '../../server/testing/ownPostgres.ts';
import { until } from './until.ts';

export interface PostgresPair {
  /** For example `15.13`. */
  version: string;
  primary: PostgresServer;
  standby: PostgresServer;
  /** From here on a commit is answered only when the standby has it on its disk. */
  commitOnBoth(): Promise<void>;
  /** Ends the primary and all its sessions as a power cut does. */
  killPrimary(): void;
  /** Makes the standby a primary. */
  promoteStandby(): Promise<void>;
  remove(): Promise<void>;
}

/** The session with which HAProxy asks who is writable (deploy/haproxy.cfg), before the rule for everybody. */
const checkLine = 'host postgres haproxy 127.0.0.1/32 trust\n';

function copyPrimary(runner: Runner, to: string, primaryUrl: string): void {
  const { status, stderr } = spawnSync(
    join(runner.binaries.folder, 'pg_basebackup'),
    ['--pgdata', to, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'].concat([
      '--host=127.0.0.1',
      `--port=${new URL(primaryUrl).port}`,
      `--username=${roleName}`,
      '--no-password',
    ]),
    { cwd: runner.cwd, env: { PGPASSWORD: password }, encoding: 'utf8', ...runner.runAs },
  );
  if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}

export async function startPostgresPair(binaries: string): Promise<PostgresPair> {
  const log = createLog({ level: 'silent' });
  const { folder, runner } = prepareServers(binaries, log);
  const clusters = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  await createCluster(runner, clusters.primary, password, false, log);
  const rules = join(clusters.primary, 'pg_hba.conf');
  writeFileSync(rules, checkLine + readFileSync(rules, 'utf8'));
  const primary = await openServer(runner, clusters.primary, false);
  const db = openDatabase(primary.url, { poolMax: 1 });
  await db.raw('create role haproxy login');
  copyPrimary(runner, clusters.standby, primary.url);
  const standby = await openServer(runner, clusters.standby, false);
  return {
    version: runner.binaries.version,
    primary,
    standby,
    async commitOnBoth() {
      await db.raw(`alter system set synchronous_standby_names = '*'`);
      await db.raw('select pg_reload_conf()');
      await until('the standby is synchronous', async () => {
        const { rows } = await db.raw<{ rows: { sync_state: string }[] }>(
          'select sync_state from pg_stat_replication',
        );
        return rows.some(({ sync_state: state }) => state === 'sync');
      });
    },
    killPrimary() {
      const pid = primary.pid();
      if (pid === null) throw new Error('The primary does not run');
      const children = childrenOf(pid);
      for (const one of [pid, ...children]) kill(one);
    },
    async promoteStandby() {
      const { code, said } = await run({ ...runner, cwd: clusters.standby }, 'pg_ctl', [
        'promote',
        '-w',
        '-s',
        '-D',
        clusters.standby,
      ]);
      if (code !== 0) throw new Error(`The standby was not promoted: ${said}`);
    },
    async remove() {
      await db.destroy();
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
