// Which pictures the catalogue knows.
import type { Knex } from 'knex';
import { visibleItems } from '../knowledge/knowledge.rows.ts';
import type { KnownImages } from './images.ts';

export const imagesSearch = (db: Knex): KnownImages => ({
  async isKnown(viewer, url) {
    const { rows } = await db.raw<{ rows: { known: boolean }[] }>(
      'select exists (?) or exists (select from users where avatar_url = ?) as known',
      [visibleItems(db, viewer).where('items.image_url', url).select(db.raw('1')), url],
    );
    return rows[0]?.known ?? false;
  },
});
