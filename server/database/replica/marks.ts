// The marks by which a request knows whether a replica has seen what its reader must see.
import type { Knex } from 'knex';
import { runPrepared } from '../prepared.ts';

/** What a replica must have replayed before somebody may read from it. */
export interface Marks {
  /** How often items have gone from sight. */
  sight: number;
  /** Where the primary's log stood after the person's last write, in bytes; null without one. */
  ownWrites: number | null;
}

const marksStatement = {
  name: 'replica_marks',
  // A position ahead of the log comes from a database that was restored from a dump, and means nothing here.
  text: `
    select (select version from catalogue_sight) as sight,
      (select (position - '0/0')::bigint from own_writes
       where user_id = $1 and position <= pg_current_wal_insert_lsn()) as "ownWrites"`,
};

export async function readMarks(primary: Knex, userId: number): Promise<Marks> {
  const [marks] = await runPrepared<Marks>(primary, marksStatement, [userId]);
  return marks!;
}

/** Remembers that a person has written. Call it after the commit: then the log's position is behind the write. */
export async function markOwnWrite(primary: Knex, userId: number): Promise<void> {
  await primary.raw(
    `insert into own_writes (user_id, position) values (?, pg_current_wal_insert_lsn())
     on conflict (user_id) do update set position = excluded.position`,
    [userId],
  );
}
