// Vectors of items for semantic search, by model.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table item_embeddings (
      item_id integer not null constraint item_embeddings_item_fk references items on delete cascade,
      model text not null,
      -- Hash of the embedded text.
      text_hash text not null,
      -- 32-bit floats, little-endian; null where the model refuses the text.
      vector bytea,
      -- The writing transaction: a process reads the rows that its last snapshot lacks.
      xid xid8 not null default pg_current_xact_id(),
      constraint item_embeddings_pk primary key (item_id, model)
    );
    create index item_embeddings_xid_ix on item_embeddings (xid);
  `);
