// Inserts restored rows while triggers and foreign keys are off.
import type { Knex } from 'knex';
import type { TableShape } from './tableShapes.ts';

/** Writes rows in the format of `rowLines`. */
export async function fillTable(
  trx: Knex.Transaction,
  { name, columns }: TableShape,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, place) => `(line->>${place})::${type}`).join(', ');
  await trx.raw(
    `insert into ?? (${columns.map(() => '??').join(', ')}) overriding system value
     select ${values} from json_array_elements(?::json) as line`,
    [name, ...columns.map((column) => column.name), `[${lines.join(',')}]`],
  );
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Empties all tables, does the work without triggers and foreign keys, and restores both, which validates all references. Triggers
 * are not needed: the backup contains their results.
 */
export async function withoutConstraints(
  trx: Knex.Transaction,
  tables: readonly TableShape[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ name }) => name);
  const each = names.map(() => '??').join(', ');
  const { rows: keys } = await trx.raw<{ rows: ForeignKey[] }>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and connamespace = 'public'::regnamespace order by relname, conname`,
  );
  for (const name of names) await trx.raw('alter table ?? disable trigger user', [name]);
  await trx.raw(`truncate ${each}`, names);
  for (const { table, name } of keys)
    await trx.raw('alter table ?? drop constraint ??', [table, name]);
  await work();
  for (const { table, name, definition } of keys)
    await trx.raw(`alter table ?? add constraint ?? ${definition}`, [table, name]);
  for (const name of names) await trx.raw('alter table ?? enable trigger user', [name]);
}
