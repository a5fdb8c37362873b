// What the index of the search depends on: the version of the server and its locale.
import type { Knex } from 'knex';

/** For example `18 C.UTF-8`. */
export async function serverOf(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { server: string }[] }>(`
    select current_setting('server_version_num')::integer / 10000 || ' ' || datctype as server
    from pg_database where datname = current_database()`);
  return rows[0]!.server;
}
