// Normalised addresses keep all that may choose another page; the index of a site has its addresses in the order of their paths.
import type { Knex } from 'knex';
import { normaliseAddress } from '../server/modules/catalogue/pageAddresses/normaliseAddress.ts';

const rowsAtOnce = 1_000;

interface Row {
  id: number;
  address: string;
  normalised: string;
  picture: string | null;
}

/** Those of a batch that are stored otherwise than the function answers now. */
const changed = (rows: readonly Row[]) =>
  rows
    .map(({ id, address, normalised }) => ({ id, from: normalised, to: normaliseAddress(address) }))
    .filter(({ from, to }) => from !== to);

/** All rows of a table, a batch at a time in the order of their ids. */
async function eachBatch(
  db: Knex,
  columns: string,
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await db.raw<{ rows: Row[] }>(
      `select ${columns} where id > ? order by id limit ?`,
      [after, rowsAtOnce],
    );
    if (rows.length === 0) return;
    await write(rows);
    after = rows.at(-1)!.id;
  }
}

/** A picture that is the address of its own page is none; a bookmark of a picture shows itself. */
const ownAddressAsPicture = (rows: readonly Row[]): number[] =>
  rows
    .filter(
      ({ address, picture }) =>
        picture !== null && normaliseAddress(picture) === normaliseAddress(address),
    )
    .map(({ id }) => id);

async function mendItems(db: Knex): Promise<void> {
  const columns = `id, source_url as address, normalised_url as normalised,
    case when media_type <> 'image' then image_url end as picture from items`;
  await eachBatch(db, columns, async (rows) => {
    const mended = changed(rows);
    await db.raw(
      `update items set normalised_url = mended.address
       from unnest(?::integer[], ?::text[]) as mended (id, address) where items.id = mended.id`,
      [mended.map(({ id }) => id), mended.map(({ to }) => to)],
    );
    await db.raw('update items set image_url = null where id = any(?::integer[])', [
      ownAddressAsPicture(rows),
    ]);
  });
}

/**
 * Proposals, and what is wished for by their addresses. One that somebody has open twice under its new address keeps the old one:
 * it settles by hand.
 */
async function mendProposals(db: Knex): Promise<void> {
  const columns = `id, address, normalised_url as normalised, null as picture from proposed_services`;
  await eachBatch(db, columns, async (rows) => {
    for (const { id, from, to } of changed(rows)) {
      await db.raw(
        `update wishes set text = :to where kind = 'proposal' and text = :from
           and not exists (select from wishes as other where other.kind = 'proposal' and other.text = :to)`,
        { from, to },
      );
      await db.raw(
        `update proposed_services as mended set normalised_url = :to
         where id = :id and (state <> 'open' or not exists (
           select from proposed_services as other
           where other.user_id = mended.user_id and other.state = 'open' and other.normalised_url = :to))`,
        { id, to },
      );
    }
  });
  // The wish of an address goes with the first of its pages; the others have one each.
  await db.raw(`
    insert into wishes (kind, text, state, answer, item_id, settled_by, settled_at)
      select distinct on (normalised_url) 'proposal', normalised_url, state, answer, item_id, handled_by, settled_at
      from proposed_services order by normalised_url, state <> 'open', settled_at desc
    on conflict do nothing`);
}

export const up = async (db: Knex) => {
  await db.raw(String.raw`
    -- Where an address stands among those of its site: its host, then its path, as far as an index takes it.
    create function address_place(address text) returns text language sql immutable strict parallel safe as $$
      select left(lower(address), 500)
    $$;
    create index items_address_place_ix on items
      (address_site(normalised_url) collate "C", address_place(normalised_url) collate "C");
    drop index items_site_ix;
  `);
  await mendItems(db);
  await mendProposals(db);
};
