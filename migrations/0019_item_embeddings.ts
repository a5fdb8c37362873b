// Vectors of items for the search by meaning, by the model that made them.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table item_embeddings (
      item_id integer not null constraint item_embeddings_item_fk references items on delete cascade,
      model text not null,
      -- Of the text that the vector was made from.
      text_hash text not null,
      -- 32-bit floats, little-endian; null where the model refuses the text.
      vector bytea,
      -- Which transaction wrote it: a process reads what its last snapshot does not hold.
      xid xid8 not null default pg_current_xact_id(),
      constraint item_embeddings_pk primary key (item_id, model)
    );
    create index item_embeddings_xid_ix on item_embeddings (xid);
  `);
