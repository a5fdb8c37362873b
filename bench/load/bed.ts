// Everything that one size of catalogue needs to be measured: its database, its servers, its people.
import type { Knex } from 'knex';
import { openDatabase } from '../../server/database/connection.ts';
import { whenSearchable } from '../../server/testing/serverProcess.ts';
import { startRaindropStandIn, type RaindropStandIn } from '../../standins/raindrop.ts';
import { signInPeople, type Person } from './people.ts';
import { startBenchServer, startProduct, type Running } from './processes.ts';
import type { Scratch } from './scratch.ts';
import { checkSearches, searchesIn, type Search } from './searches.ts';

export interface Bed {
  items: number;
  db: Knex;
  databaseUrl: string;
  product: Running;
  limit: Running;
  postgraphile: Running;
  raindrop: RaindropStandIn;
  /** Signed in, no admins, each with a company. */
  people: Person[];
  admin: Person;
  /** They in turn write more often than one of them may. */
  admins: Person[];
  searches: Search[];
  /** Some items that everybody sees. */
  itemIds: number[];
  close(): Promise<void>;
}

/** Enough that nobody meets the limit of reads, however fast the pages come. */
const peopleCount = 2_000;
const adminCount = 3;

export async function openBed(scratch: Scratch, items: number): Promise<Bed> {
  const databaseUrl = await scratch.copy(items, `bench_run_${items}`);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const db = openDatabase(databaseUrl, { statementTimeoutMs: 60_000, applicationName: 'bench' });
    closers.push(() => db.destroy());
    const people = await signInPeople(db, false, peopleCount);
    const admins = await signInPeople(db, true, adminCount);
    const [admin] = admins;
    if (!admin) throw new Error('The data have no admin');
    const raindrop = await startRaindropStandIn();
    closers.push(() => raindrop.close());
    await raindrop.control.rate({ limit: 1_000_000 });
    const product = await startProduct({
      DATABASE_URL: databaseUrl,
      RAINDROP_URL: raindrop.url,
      RAINDROP_TOKEN: raindrop.token,
    });
    closers.push(() => product.stop());
    await whenSearchable(product.url);
    const searches = await searchesIn(db);
    await checkSearches(product.url, admin, searches);
    const visible: { id: number }[] = await db('items')
      .where({ admin_visibility: 'visible' })
      .orderBy('id')
      .limit(2_000)
      .select('id');
    const itemIds = visible.map(({ id }) => id);
    const limit = await startBenchServer('limitServer.ts', databaseUrl);
    closers.push(() => limit.stop());
    const postgraphile = await startBenchServer('postgraphileServer.ts', databaseUrl);
    closers.push(() => postgraphile.stop());
    const servers = { product, limit, postgraphile, raindrop };
    return { items, db, databaseUrl, ...servers, people, admin, admins, searches, itemIds, close };
  } catch (error) {
    await close();
    throw error;
  }
}
