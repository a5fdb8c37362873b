// SQL for the pictures of the catalogue: which addresses are known, and pictures from the sites of items.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import { isAdmin } from '../../people/accounts/accounts.module.ts';
import type { KnownPictures, StoredPictures } from './pictures.ts';

/** Both values of an open picture inconsistency; no item has the new one yet. */
const openDifference = `select 1 from inconsistencies where status = 'new' and type = 'image_url_changed'
  and to_jsonb(?::text) in (old_value, new_value)`;

export const picturesQueries = (db: Knex): KnownPictures => ({
  async isKnown(viewer, url) {
    const seesDesk = isAdmin(viewer);
    const { rows } = await db.raw<{ rows: { known: boolean }[] }>(
      `select exists (?) or exists (?) or exists (select from users where avatar_url = ?)
         ${seesDesk ? `or exists (${openDifference})` : ''} as known`,
      [
        visibleItems(db, viewer).where('items.image_url', url).select(db.raw('1')),
        visibleItems(db, viewer)
          .whereNull('items.image_url')
          .where('items.site_image_url', url)
          .select(db.raw('1')),
        url,
        ...(seesDesk ? [url] : []),
      ],
    );
    return rows[0]?.known ?? false;
  },
});

/** Port for reading web pages. */
export interface SitePages {
  /** Addresses of the pictures that a page names, best first. @throws DomainError if the page cannot be read */
  read(address: string): Promise<{ pictures: string[] }>;
}

/** An item whose site picture is due. */
export interface DueSite {
  itemId: number;
  sourceUrl: string;
}

export type SitePictureResult =
  | { kind: 'found'; url: string; picture: Buffer }
  /** The site has no usable picture. */
  | { kind: 'none' }
  /** The site or its pictures could not be read; keeps the former picture. */
  | { kind: 'failed' };

const { freshMs, retryMs } = limits.sitePictures;

/** Delay until the next fetch. @param failures consecutive failures, including this one */
export const nextFetchDelay = (failures: number): number =>
  failures === 0 ? freshMs : Math.min(retryMs * 2 ** (failures - 1), freshMs);

/** Own items without a picture; demo items have their own pictures. */
const withoutPicture = `items.removed_at is null and items.image_url is null and not items.is_demo`;

export const sitePicturesStore = (db: Knex) => ({
  /** Items whose site picture is due, longest waiting first. */
  async due(now: Date, count: number): Promise<DueSite[]> {
    const { rows } = await db.raw<{ rows: DueSite[] }>(
      `select items.id as "itemId", items.source_url as "sourceUrl"
       from items left join site_pictures as looked on looked.item_id = items.id
       where ${withoutPicture}
         and (looked.item_id is null or looked.source_url <> items.source_url or looked.next_look_at <= ?)
       order by looked.next_look_at nulls first, items.id limit ?`,
      [now, count],
    );
    return rows;
  },

  /** Claims the fetch of a picture until a time; false if another process has it or it is not due. */
  async claim({ itemId, sourceUrl }: DueSite, now: Date, until: Date): Promise<boolean> {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `insert into site_pictures as looked (item_id, source_url, next_look_at)
       select id, source_url, :until::timestamptz from items
       where id = :itemId and source_url = :sourceUrl and ${withoutPicture}
       -- Waits for a concurrent deletion, for example by an import undo, which then leaves no row here.
       for key share
       on conflict (item_id) do update set
         source_url = excluded.source_url, next_look_at = excluded.next_look_at,
         failures = case when looked.source_url = excluded.source_url then looked.failures else 0 end,
         found_url = case when looked.source_url = excluded.source_url then looked.found_url end,
         picture = case when looked.source_url = excluded.source_url then looked.picture end
       where looked.source_url <> excluded.source_url or looked.next_look_at <= :now::timestamptz
       returning item_id`,
      { itemId, sourceUrl, now, until },
    );
    return rows.length === 1;
  },

  /** Number of failures in a row for an address. */
  async failures({ itemId, sourceUrl }: DueSite): Promise<number> {
    const row: { failures: number } | undefined = await db('site_pictures')
      .where({ item_id: itemId, source_url: sourceUrl })
      .first('failures');
    return row?.failures ?? 0;
  },

  /** Saves the result of a fetch on a transaction, unless the item's address has changed. */
  async put(
    { itemId, sourceUrl }: DueSite,
    look: SitePictureResult,
    next: { failures: number; at: Date },
  ): Promise<void> {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      'select from items where id = ? and source_url = ? for no key update',
      [itemId, sourceUrl],
    );
    if (rows.length === 0) return;
    const found = look.kind === 'found' ? look : null;
    await db('site_pictures')
      .where({ item_id: itemId, source_url: sourceUrl })
      .update({
        failures: next.failures,
        next_look_at: next.at,
        ...(look.kind === 'failed'
          ? {}
          : { found_url: found?.url ?? null, picture: found?.picture ?? null }),
      });
    if (look.kind === 'failed') return;
    await db('items')
      .where({ id: itemId })
      .whereRaw('site_image_url is distinct from ?', [found?.url ?? null])
      .update({ site_image_url: found?.url ?? null });
  },
});

export type SitePicturesStore = ReturnType<typeof sitePicturesStore>;

export const storedPicturesStore = (db: Knex): StoredPictures => ({
  async find(url) {
    const row: { picture: Buffer } | undefined = await db('site_pictures')
      .where({ found_url: url })
      .orderBy('item_id')
      .first('picture');
    return row?.picture ?? null;
  },
});
