// What is tried: a primary with a streaming replica, two server processes, nginx in front of them, and people.
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openDatabase } from '../../server/database/connection.ts';
import { prepareJobQueue } from '../../server/database/jobQueue.ts';
import { migrateToLatest } from '../../server/database/migrate.ts';
import { startMailStandIn, type MailStandIn } from '../../standins/mail.ts';
import { startRaindropStandIn, type RaindropStandIn } from '../../standins/raindrop.ts';
import { createLog } from '../../server/shared/log.ts';
import { startPostgresPair, type PostgresPair } from '../../server/testing/ownPostgres.ts';
import { freePort } from '../../server/shared/freePort.ts';
import { withDatabase } from '../../server/testing/testRun.ts';
import { generateData, loadData } from '../load/data.ts';
import { signInPeople, type Person } from '../load/people.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { startServerProcess, type ServerProcess } from './processes.ts';
import type { Tools } from './tools.ts';

export interface Bed {
  /** Connected to the primary. */
  db: Knex;
  /** A superuser's connection to the replica, to make it lag. */
  onReplica: Knex;
  pair: PostgresPair;
  servers: [ServerProcess, ServerProcess];
  balancer: Balancer;
  people: Person[];
  admin: Person;
  mail: MailStandIn;
  raindrop: RaindropStandIn;
  close(): Promise<void>;
}

const peopleCount = 500;

/** Waits until a condition holds. @throws Error after a minute, with what was waited for */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const startedAt = Date.now(); !(await holds());) {
    if (Date.now() - startedAt > 60_000) throw new Error(`Waited for a minute: ${what}`);
    await pause(25);
  }
}

/** Until both processes read from the replica. */
export const whenReplicaIsRead = (servers: readonly ServerProcess[]): Promise<void> =>
  until('the replica is read', async () => {
    const states = await Promise.all(
      servers.map((one) => one.metric('loadout_part_state{part="replica"}')),
    );
    return states.every((state) => state === 1);
  });

export async function openBed(tools: Tools, items: number): Promise<Bed> {
  const log = createLog({ level: 'error' });
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-replicas-'));
  chmodSync(folder, 0o755);
  const closers: (() => Promise<unknown> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const pair = await startPostgresPair({ binaries: tools.postgres, isThrowaway: false });
    closers.push(() => pair.remove());
    const main = openDatabase(pair.primary.url);
    await main.raw(`create database loadout template template0 encoding 'UTF8' locale 'C.UTF-8'`);
    await main.destroy();
    const databaseUrl = withDatabase(pair.primary.url, 'loadout');
    const replicaUrl = withDatabase(pair.replica.url, 'loadout');
    const db = openDatabase(databaseUrl, { statementTimeoutMs: 0, applicationName: 'bench' });
    closers.push(() => db.destroy());
    await migrateToLatest(db, log);
    await prepareJobQueue(databaseUrl, log);
    const files = join(folder, 'data');
    generateData(items, files);
    await loadData(db, files);
    const onReplica = openDatabase(replicaUrl, { applicationName: 'bench' });
    closers.push(() => onReplica.destroy());

    const mail = await startMailStandIn();
    closers.push(() => mail.close());
    const raindrop = await startRaindropStandIn({
      bookmarks: [{ link: 'https://example.com/whiteboard', title: 'Whiteboard' }],
    });
    closers.push(() => raindrop.close());

    const [port, portOfFirst, one, two] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const settings = (name: string) => ({
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: replicaUrl,
      DATABASE_READ_MAX_LAG: '3600',
      DATA_DIR: join(folder, name),
      RAINDROP_URL: raindrop.url,
      RAINDROP_TOKEN: raindrop.token,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Loadout <loadout@example.com>',
      ACCESS_REQUESTS_TO: 'it@example.com',
    });
    // One after the other: the first prepares what is not built yet.
    const first = await startServerProcess(one, settings('first'));
    closers.push(() => first.stop());
    const second = await startServerProcess(two, settings('second'));
    closers.push(() => second.stop());
    const balancer = await startBalancer({
      nginx: tools.nginx,
      folder,
      port,
      portOfFirst,
      processes: [one, two],
    });
    closers.push(() => balancer.stop());

    const people = await signInPeople(db, false, peopleCount);
    const [admin] = await signInPeople(db, true, 1);
    if (!admin) throw new Error('The data have no admin');
    const servers: [ServerProcess, ServerProcess] = [first, second];
    await whenReplicaIsRead(servers);
    return { db, onReplica, pair, servers, balancer, people, admin, mail, raindrop, close };
  } catch (error) {
    await close();
    throw error;
  }
}
