// A synchronisation that brings a thousand new bookmarks, from a bookmarks service that stands in for the true one.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { RaindropStandIn } from '../../standins/raindrop.ts';
import { call } from './calls.ts';
import type { Person } from './people.ts';

const changes = 1_000;

/** Adds a thousand bookmarks with the texts and tags of items that are there. */
export async function addBookmarks(
  raindrop: RaindropStandIn,
  db: Knex,
  round: number,
): Promise<void> {
  const { rows } = await db.raw<{ rows: { title: string; excerpt: string; tags: string[] }[] }>(
    `select case when id % 2 = 0 then title_en else coalesce(title_ru, title_en) end as title,
       case when id % 2 = 0 then description_en else coalesce(description_ru, description_en) end as excerpt,
       array(select original_name from item_tags join tags on tags.id = tag_id where item_id = items.id) as tags
     from items where id > ? order by id limit ?`,
    [round * changes, changes],
  );
  for (const [place, fields] of rows.entries()) {
    const _id = 1 + round * changes + place;
    await raindrop.control.add({ ...fields, _id, link: `https://new${_id}.example.com/` });
  }
}

interface Status {
  syncStatus: { state: string; error: string | null; counts: { new: number } };
}

/** Runs the synchronisation as an admin starts it; answers its milliseconds. @throws when it did not bring everything */
export async function synchronise(url: string, admin: Person): Promise<number> {
  const startedAt = performance.now();
  await call(url, admin, 'StartSync', { allowRemovals: false });
  for (;;) {
    await pause(200);
    const { data } = await call<Status>(url, admin, 'SyncRunStatus', {});
    const { state, error, counts } = data.syncStatus;
    if (state === 'running') continue;
    if (error || counts.new !== changes) throw new Error(`The run brought ${counts.new}: ${error}`);
    return performance.now() - startedAt;
  }
}
