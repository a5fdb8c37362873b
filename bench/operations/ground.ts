// What all parts of the bench stand on: PostgreSQL with a standby, a filled catalogue, people, mail and bookmarks.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../server/database/connection.ts';
import { prepareJobQueue } from '../../server/database/jobQueue.ts';
import { migrateToLatest } from '../../server/database/migrate.ts';
import { startMailStandIn, type MailStandIn } from '../../standins/mail.ts';
import { startRaindropStandIn, type RaindropStandIn } from '../../standins/raindrop.ts';
import { createLog } from '../../server/shared/log.ts';
import { withDatabase } from '../../server/testing/testRun.ts';
import { generateData, loadData } from '../load/data.ts';
import { signInPeople, type Person } from '../load/people.ts';
import { startPostgresPair, type PostgresPair } from './postgresPair.ts';
import type { Tools } from './tools.ts';

export interface Ground {
  tools: Tools;
  /** For configurations and data of the programs. */
  folder: string;
  pair: PostgresPair;
  /** The address of the database on the primary, and on the standby. */
  primaryUrl: string;
  standbyUrl: string;
  /** Connected to the primary. */
  db: Knex;
  people: Person[];
  admins: Person[];
  mail: MailStandIn;
  raindrop: RaindropStandIn;
  close(): Promise<void>;
}

const peopleCount = 500;
const adminCount = 5;

/** Closes what was opened, the last first. */
export function createClosers(): {
  add(closer: () => Promise<unknown> | void): void;
  close(): Promise<void>;
} {
  const closers: (() => Promise<unknown> | void)[] = [];
  return {
    add: (closer) => void closers.push(closer),
    async close() {
      for (const closer of closers.splice(0).toReversed()) await closer();
    },
  };
}

export async function openGround(tools: Tools, items: number): Promise<Ground> {
  const log = createLog({ level: 'error' });
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-operations-'));
  chmodSync(folder, 0o755);
  const closers = createClosers();
  closers.add(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const pair = await startPostgresPair(tools.postgres);
    closers.add(() => pair.remove());
    const main = openDatabase(pair.primary.url);
    await main.raw(`create database loadout template template0 encoding 'UTF8' locale 'C.UTF-8'`);
    await main.destroy();
    const primaryUrl = withDatabase(pair.primary.url, 'loadout');
    const standbyUrl = withDatabase(pair.standby.url, 'loadout');
    const db = openDatabase(primaryUrl, { statementTimeoutMs: 0, applicationName: 'bench' });
    closers.add(() => db.destroy());
    await migrateToLatest(db, log);
    await prepareJobQueue(primaryUrl, log);
    const files = join(folder, 'data');
    generateData(items, files);
    await loadData(db, files);
    const mail = await startMailStandIn();
    closers.add(() => mail.close());
    const raindrop = await startRaindropStandIn({
      bookmarks: [{ link: 'https://example.com/whiteboard', title: 'Whiteboard' }],
    });
    closers.add(() => raindrop.close());
    const people = await signInPeople(db, false, peopleCount);
    const admins = await signInPeople(db, true, adminCount);
    const { close } = closers;
    return {
      tools,
      folder,
      pair,
      primaryUrl,
      standbyUrl,
      db,
      people,
      admins,
      mail,
      raindrop,
      close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
