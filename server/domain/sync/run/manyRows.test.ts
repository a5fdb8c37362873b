// Many rows in one transaction, in a catalogue that was small when the database last looked at it.
import type { Knex } from 'knex';
import { openDatabase } from '../../../database/connection.ts';
import { createTestDatabase } from '../../../testing/testDatabase.ts';
import { syncedItemsOn } from '../../knowledge/knowledge.room.ts';
import { settleAloneOn } from '../sync.room.ts';

const rows = 600;
const atOnce = 50;

/** Adds services as a run does; answers how many rows were read by reading whole tables. */
async function readWhole(trx: Knex, from: number, to: number): Promise<number> {
  const items = syncedItemsOn(trx, () => new Date('2026-01-01'));
  for (let start = from; start < to; start += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, to - start) }, (_, at) => start + at);
    await items.add(
      ids.map((id) => ({
        bookmarkId: id,
        sourceUrl: `https://t${id}.example.com/`,
        normalisedUrl: `t${id}.example.com`,
        titleRu: null,
        titleEn: `T ${id}`,
        descriptionRu: null,
        descriptionEn: null,
        imageUrl: null,
        adminVisibility: 'visible' as const,
        syncStatus: 'synced' as const,
        mediaType: 'link',
        mediaSource: '',
        tags: ['own', `tag ${id % 8}`],
        createdAt: new Date('2026-01-01'),
      })),
    );
  }
  const { rows: read } = await trx.raw<{ rows: { read: string }[] }>(
    `select sum(seq_tup_read) as read from pg_stat_xact_user_tables where relname in ('items', 'events')`,
  );
  return Number(read[0]?.read);
}

test('foreign keys of what a run adds are checked by index, whatever was planned for small tables', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, { poolMax: 1 });
  try {
    // The only connection plans its checks for tables that hold next to nothing, and keeps these plans.
    await db.raw('vacuum analyze');
    await db.transaction((trx) => readWhole(trx, 1, 20));
    const read = await db.transaction(async (trx) => {
      await settleAloneOn(trx);
      return readWhole(trx, 20, 20 + rows);
    });
    // One look at a whole table for each statement is no matter; one for each row would be more than a hundred thousand.
    expect(read).toBeLessThan((rows * rows) / 10);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
