// R8: what an early installation holds is there, as it was, after all migrations that came later.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Knex } from 'knex';
import { seedPairs } from '../../migrations/0012_search_synonyms.ts';
import { Client } from 'pg';
import { isAdmin, visitor } from '../domain/accounts/accounts.ts';
import { hashSecret } from '../shared/secrets.ts';
import { aMember } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/testDatabase.ts';
import { createTestServices } from '../testing/testServices.ts';
import { allTables } from './backup/shape.ts';
import { migrateExactlyTo, migrateIn } from './migrate.ts';
import { migrationNames } from './migrationSource.ts';

const at = '2025-03-01T10:20:30.123456Z';

/** An installation as it was when the migrations had come so far: one row, at least, in every table of its time. */
const eras: Record<string, string> = {
  '0008_access_requests.ts': `
    insert into users (name, email, avatar_url, is_admin, company_key, telegram_id, telegram_username, created_at, updated_at)
      values ('Анна', 'anna@gdev.inc', 'https://pictures.example/a.png', true, 'gdev', 9007199254740991, 'anna', '${at}', '${at}'),
        ('Boris', null, null, false, null, null, null, '${at}', '${at}');
    insert into identities (provider, issuer, subject, user_id, created_at)
      values ('google', 'https://accounts.google.com', '1', 1, '${at}');
    insert into api_tokens (name, prefix, token_hash, scope, created_by, created_at, expires_at)
      values ('Tool', 'lo_abc', '\\x01', 'read', 1, '${at}', '2026-03-01');
    insert into admin_invitations (email, created_at) values ('boss@gdev.inc', '${at}');
    insert into items (bookmark_id, title_ru, title_en, description_ru, description_en, image_url, source_url,
        normalised_url, media_type, media_source, admin_visibility, admin_notes, sync_status, created_at, updated_at)
      values (11, 'Голос', 'Voice', 'Описание 👩‍👧', null, 'https://one.example/a.png', 'https://one.example/a&b=1',
          'one.example/a&b=1', 'video', 'one.example', 'hidden', 'Only by request', 'differs', '${at}', '${at}'),
        (null, null, 'Local', null, null, null, 'http://two.example', 'two.example', 'link', '', 'visible', '', 'local',
          '${at}', '${at}');
    insert into tags (original_name, name_ru, name_en) values ('gdevapproved', 'gdevapproved', 'gdevapproved'),
      ('voice', 'голос', 'voice');
    insert into item_tags (item_id, tag_id, position) values (1, 1, 0), (1, 2, 1);
    insert into item_likes (user_id, item_id, created_at) values (1, 1, '${at}'), (2, 1, '${at}');
    insert into agreed_bookmarks (item_id, title, excerpt, note, link, tags, media_type, media_source, cover, agreed_at)
      values (1, 'Voice', '', 'A note', 'https://one.example/a&b=1', '{voice}', 'video', 'one.example', '', '${at}');
    insert into use_cases (item_id, user_id, description_ru, description_en, original_language, idempotency_key,
        created_at, updated_at, moved_up_at, deleted_at)
      values (1, 1, 'Мы пишем', 'We write', 'ru', 'key', '${at}', '${at}', '${at}', null),
        (1, 2, null, 'Deleted', 'en', null, '${at}', '${at}', '${at}', '${at}');
    insert into use_case_likes (user_id, use_case_id, created_at) values (2, 1, '${at}');
    insert into complaints (item_id, user_id, user_ip, complaint_type, comment, status, handled_by, created_at,
        updated_at, resolved_at)
      values (1, 2, '203.0.113.9', 'spam', 'Это не то', 'resolved', 1, '${at}', '${at}', '${at}');
    insert into inconsistencies (item_id, type, status, old_value, new_value, resolution, undo, created_at, updated_at)
      values (1, 'title_changed', 'resolved', '"Old"', '"New"', 'use_raindrop', '{"a":1}', '${at}', '${at}');
    insert into sync_runs (source, state, started_by, started_by_user, started_at, heartbeat_at, finished_at, counts,
        failures, error)
      values ('raindrop', 'failed', 'Анна', 1, '${at}', '${at}', '${at}', '{"new":3}', '[{"title":"x"}]', 'Failed');
    insert into link_checks (item_id, url, checked_at, state, status, first_failed_at)
      values (1, 'https://one.example/a&b=1', '${at}', 'failing', '500', '${at}');
    insert into activity (at, actor_id, run_id, action, subject_type, subject_id, item_id, before, after)
      values ('${at}', 1, 1, 'item.hidden', 'item', '1', 1, '{"a":1}', '{"a":2}');
    insert into staged_bookmarks (run_id, bookmark_id, bookmark) values (1, 11, '{}');
    insert into seen_messages (kind, key, seen_at) values ('telegram_login', 'hash', '${at}');
    insert into access_requests (user_id, item_id, service, subscription_type, features, needs_testing, idempotency_key,
        state, attempts, last_error, created_at, sent_at)
      values (1, 1, 'Voice', 'pro', 'Для команды', true, 'k', 'failed', 3, 'refused', '${at}', null);`,
  '0026_refusal_reasons.ts': `
    insert into search_synonyms (word, synonym) values ('вжух', 'whoosh');
    insert into zero_result_searches (day, language, text, count) values ('2025-03-01', 'ru', 'ничего', 3);
    update items set machine_texts = '{"title_ru": {"text": "a", "from": "b"}}' where id = 1;
    update agreed_bookmarks set source = 'file', title_language = 'ru', gone_at = '${at}';
    insert into inconsistencies (item_id, type, status, old_value, new_value, field, busy_until, error, error_reason)
      values (2, 'description_changed', 'new', '"Old"', '"New"', 'note', '${at}', 'Failed', 'gone');
    update sync_runs set error_reason = 'interrupted';`,
};

/** What later migrations take away on purpose, as `table` or `table.column`, with the reason beside it. */
const givenUp = new Set<string>(
  // Worked out from the words, as the search compared them while it was SQL (search_changes).
  ['word_key', 'synonym_key', 'word_lexemes', 'synonym_lexemes'].map(
    (column) => `search_synonyms.${column}`,
  ),
);

/** Rows that are compared: all but the synonyms of the beginning, which the thesaurus says now (0039). */
const comparedRows = (table: string): string =>
  table === 'search_synonyms'
    ? `(select * from search_synonyms where (word, synonym) not in (select * from unnest(
        array[${seedPairs.map(({ word }) => `'${word}'`).join()}],
        array[${seedPairs.map(({ synonym }) => `'${synonym}'`).join()}])))`
    : table;

/** Worked out from other rows, so that a migration may work it out anew. */
const isWorkedOut = (table: string): boolean =>
  /^(?:item_search|tag_search|search_(?!synonyms)|card_|catalogue_sight|own_writes)/.test(table);

/** All values of each column, in one order. */
async function valuesOf(db: Knex): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>();
  const tables = (await allTables(db)).filter(({ name, isKept }) => isKept && !isWorkedOut(name));
  for (const { name, columns } of tables) {
    for (const { name: column } of columns) {
      const { rows } = await db.raw<{ rows: { value: string | null }[] }>(
        `select ??::text as value from ${comparedRows(name)} as compared`,
        [column],
      );
      values.set(`${name}.${column}`, rows.map(({ value }) => JSON.stringify(value)).sort());
    }
  }
  return values;
}

test('old data are there, as they were, after the migrations that came later', async () => {
  const names = migrationNames();
  const lost: string[] = [];
  const empty = new Set<string>();
  let compared = 0;
  for (const [place, era] of Object.keys(eras).entries()) {
    const early = await createTestDatabase('empty');
    for (const [name, rows] of Object.entries(eras).slice(0, place + 1)) {
      const upTo = names.slice(0, names.indexOf(name) + 1);
      expect(upTo.at(-1)).toBe(name);
      await early.db.transaction((trx) => migrateExactlyTo(trx, upTo));
      await early.db.raw(rows);
    }
    const before = await valuesOf(early.db);
    await early.db.transaction(migrateIn);
    const after = await valuesOf(early.db);
    await early.drop();
    for (const [column, values] of before) {
      const table = column.split('.')[0]!;
      if (givenUp.has(column) || givenUp.has(table)) continue;
      if (values.length === 0) empty.add(`${era}: ${table}`);
      compared += values.length;
      if (JSON.stringify(after.get(column)) !== JSON.stringify(values))
        lost.push(`${era}: ${column}`);
    }
  }
  expect(lost).toEqual([]);
  // A table without a row would lose nothing whatever is done to it.
  expect([...empty]).toEqual([]);
});

/**
 * What `pg_dump` wrote of a database that the server of fd6c5b3 made and filled: eight services of its demo with their likes
 * and cases, twelve bookmarks of a file, five differences of which two are decided, a report, a hidden item.
 */
const dump = join(import.meta.dirname, '../testing/fixtures/database-fd6c5b3.sql.gz');

test('a database of the server before the first tag upgrades without loss, and is searched', async () => {
  const database = await createTestDatabase('empty');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(dump)).toString());
  // A token that an admin gave a tool then, which lasts until long after.
  const tokenOfThen = `lo_${'then'.repeat(10)}`;
  await client.query(
    `insert into public.api_tokens (name, prefix, token_hash, scope, created_by, created_at, expires_at)
     select 'Build server', 'lo_thenth', $1, 'admin', id, $2, $3
     from public.users where is_admin order by id limit 1`,
    [hashSecret(tokenOfThen), at, '9999-01-01'],
  );
  await client.end();
  const before = await valuesOf(database.db);
  const rowsOf = (column: string) => before.get(column)?.length;
  expect(rowsOf('items.id')).toBe(20);
  expect(rowsOf('item_likes.user_id')).toBe(158);
  expect(rowsOf('use_cases.id')).toBe(37);
  expect(before.get('inconsistencies.status')).toEqual(
    ['new', 'new', 'new', 'resolved', 'resolved'].map((one) => JSON.stringify(one)),
  );
  const migrated = await database.db.transaction(migrateIn);
  expect(migrated.length).toBeGreaterThan(0);
  // A report's address loses its `::ffff:` on purpose (migration 0032).
  const addresses = before.get('complaints.user_ip')?.map((one) => one.replace('::ffff:', ''));
  before.set('complaints.user_ip', addresses?.sort() ?? []);
  const after = await valuesOf(database.db);
  const isSame = (column: string) =>
    JSON.stringify(after.get(column)) === JSON.stringify(before.get(column));
  const kept = [...before.keys()].filter((column) => !givenUp.has(column));
  expect(kept.filter((column) => !isSame(column))).toEqual([]);
  // What is worked out anew is there as well: the item found by its decided title, with its like.
  const { services } = createTestServices(database.db);
  const { items, total } = await services.knowledge.search(await aMember(database.db), {
    search: 'renamed service',
    page: 0,
    perPage: 12,
    sortBy: 'likes',
    verified: false,
    exact: false,
  });
  expect({ total, titles: items.map((item) => [item.titleEn, item.likesCount]) }).toEqual({
    total: 1,
    titles: [['Renamed service 1', 1]],
  });
  // The token goes on, as the person who made it.
  const viewer = await services.apiTokens.getViewer(tokenOfThen);
  expect(viewer).toMatchObject({ via: 'admin', token: { name: 'Build server' } });
  expect(isAdmin(viewer)).toBe(true);
  expect(await services.apiTokens.getViewer(`${tokenOfThen}.`)).toEqual(visitor);
  await database.drop();
});
