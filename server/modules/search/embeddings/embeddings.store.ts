// SQL for the vectors of items.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/preparedStatements.ts';

/** The vector of an item's text; null when the model refuses the text. */
export interface ItemEmbedding {
  itemId: number;
  textHash: string;
  vector: Float32Array | null;
}

export interface StoredVector {
  itemId: number;
  vector: Float32Array | null;
}

const toBytes = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Copies the bytes, because their offset in the buffer may not be aligned for floats. */
const toVector = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

interface VectorRow {
  itemId: number;
  vector: Buffer | null;
}

const toStored = ({ itemId, vector }: VectorRow): StoredVector => ({
  itemId,
  vector: vector && toVector(vector),
});

const changedStatement = {
  name: 'item_embeddings_changed',
  text: `
    select pg_current_snapshot()::text as snapshot, exists (
      select from item_embeddings
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
    ) as "isChanged"`,
};

const roundStatements = (db: Knex) => ({
  /** Hashes of the texts from which a model made the vectors of these items. */
  async hashes(model: string, itemIds: readonly number[]): Promise<Map<number, string>> {
    const rows: { itemId: number; textHash: string }[] = await db('item_embeddings')
      .where({ model })
      .whereIn('item_id', itemIds)
      .select({ itemId: 'item_id', textHash: 'text_hash' });
    return new Map(rows.map(({ itemId, textHash }) => [itemId, textHash]));
  },

  /** Stores vectors, except those of deleted items. */
  async save(model: string, embeddings: readonly ItemEmbedding[]): Promise<void> {
    await db.raw(
      `insert into item_embeddings (item_id, model, text_hash, vector)
       select id, ?, text_hash, vector
       from unnest(?::integer[], ?::text[], ?::bytea[]) as made (item_id, text_hash, vector)
         join items on items.id = made.item_id
       on conflict (item_id, model) do update
         set text_hash = excluded.text_hash, vector = excluded.vector, xid = pg_current_xact_id()`,
      [
        model,
        embeddings.map(({ itemId }) => itemId),
        embeddings.map(({ textHash }) => textHash),
        // The driver supports arrays of buffers, unlike the types of knex.
        embeddings.map(({ vector }) => vector && toBytes(vector)) as unknown as string[],
      ],
    );
  },

  /** Deletes all vectors of these items. */
  async remove(itemIds: readonly number[]): Promise<void> {
    await db('item_embeddings').whereIn('item_id', itemIds).delete();
  },

  /** Deletes the vectors of removed items. */
  async removeGone(): Promise<void> {
    await db('item_embeddings')
      .whereIn('item_id', db('items').whereNotNull('removed_at').select('id'))
      .delete();
  },

  async removeOtherModels(model: string): Promise<void> {
    await db('item_embeddings').whereNot({ model }).delete();
  },

  /** The length of a model's vectors, or null. */
  async dimension(model: string): Promise<number | null> {
    const row: { bytes: number } | undefined = await db('item_embeddings')
      .where({ model })
      .whereNotNull('vector')
      .first(db.raw('octet_length(vector) as bytes'));
    return row ? row.bytes / Float32Array.BYTES_PER_ELEMENT : null;
  },
});

/** Statements for loading the vectors into memory. */
const vectorStatements = (db: Knex) => ({
  /** The model with the most vectors, preferring `wanted`; null when there are no vectors. */
  async servingModel(wanted: string): Promise<string | null> {
    const row: { model: string } | undefined = await db('item_embeddings')
      .groupBy('model')
      .orderByRaw('count(*) desc, model = ? desc, model', [wanted])
      .first('model');
    return row?.model ?? null;
  },

  /** Snapshot of a reading that begins now, and whether rows were written that an earlier snapshot lacks. */
  async changedSince(snapshot: string): Promise<{ snapshot: string; isChanged: boolean }> {
    const rows = await runPrepared<{ snapshot: string; isChanged: boolean }>(db, changedStatement, [
      snapshot,
    ]);
    return rows[0]!;
  },

  async snapshot(): Promise<string> {
    const { rows } = await db.raw<{ rows: { snapshot: string }[] }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    return rows[0]!.snapshot;
  },

  /** A model's vectors after an item id, by ascending id. */
  async next(model: string, after: number, most: number): Promise<StoredVector[]> {
    const rows: VectorRow[] = await db('item_embeddings')
      .where({ model })
      .andWhere('item_id', '>', after)
      .orderBy('item_id')
      .limit(most)
      .select({ itemId: 'item_id' }, 'vector');
    return rows.map(toStored);
  },

  /** A model's vectors that were written after a snapshot, after an item id. */
  async nextWritten(
    model: string,
    snapshot: string,
    after: number,
    most: number,
  ): Promise<StoredVector[]> {
    const rows: VectorRow[] = await db('item_embeddings')
      .where({ model })
      .andWhere('item_id', '>', after)
      .whereRaw(
        'xid >= pg_snapshot_xmin(:snapshot::pg_snapshot) and not pg_visible_in_snapshot(xid, :snapshot::pg_snapshot)',
        { snapshot },
      )
      .orderBy('item_id')
      .limit(most)
      .select({ itemId: 'item_id' }, 'vector');
    return rows.map(toStored);
  },
});

export const embeddingsStore = (db: Knex) => ({ ...roundStatements(db), ...vectorStatements(db) });

export type EmbeddingsStore = ReturnType<typeof embeddingsStore>;
