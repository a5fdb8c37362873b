// Who marked items as used last, kept in this process beside the cards and read anew when the version of a card has changed.
import type { Knex } from 'knex';
import { keyColumn } from '../../database/keyColumns.ts';
import { runPrepared } from '../../database/prepared.ts';
import { limits } from '../../limits.ts';
import { createByteCache } from '../../shared/byteCache.ts';
import type { Person } from '../accounts/accounts.ts';
import type { CardKey } from './itemCards.ts';

/** An item whose likers are asked for; without a version it came another way than with its card, and nothing is kept. */
export interface LikedItem extends Omit<CardKey, 'version'> {
  version: string | null;
}

interface LikerRow extends Person {
  itemId: number;
}

const likersStatement = {
  name: 'item_likers',
  text: `
    select item.id as "itemId", users.id, users.name, users.email, users.avatar_url as "avatarUrl",
      users.telegram_username as "telegramUsername", users.company_key as "companyKey"
    from unnest($1::integer[]) as item (id)
    cross join lateral (
      select user_id, created_at from item_likes where item_id = item.id
      order by created_at desc, user_id limit ${limits.lists.likers}
    ) as liker
    join users on users.id = liker.user_id
    order by liker.created_at desc, users.id`,
};

/** Bytes that likers take, roughly: their texts, and what their fields cost. */
const sizeOf = ({ likers }: { likers: Person[] }): number =>
  likers.reduce(
    (bytes, { name, email, avatarUrl, telegramUsername }) =>
      bytes +
      150 +
      2 *
        (name.length +
          (email?.length ?? 0) +
          (avatarUrl?.length ?? 0) +
          (telegramUsername?.length ?? 0)),
    200,
  );

interface Options {
  db: Knex;
  /** Bytes of likers kept in memory; those of the items least asked for go first. */
  bytes: number;
}

/** The version of a card changes with each like of its item, and with what is shown of people. */
export function createItemLikers({ db, bytes }: Options) {
  const kept = createByteCache<number, { version: string; likers: Person[] }>({ bytes, sizeOf });
  return {
    /** The likers that are kept for this state of an item; undefined when they have to be read. */
    keptFor({ id, version }: LikedItem): Person[] | undefined {
      const found = kept.get(id);
      return found?.version === version ? found.likers : undefined;
    },

    /** The likers of each item, latest first. Read after the version, so that what is kept is never older than it. */
    async read(items: readonly LikedItem[]): Promise<Person[][]> {
      const rows = await runPrepared<LikerRow>(db, likersStatement, [
        keyColumn(items.map(({ id }) => id)),
      ]);
      const likers = new Map<number, Person[]>(items.map(({ id }) => [id, []]));
      for (const { itemId, ...person } of rows) likers.get(itemId)?.push(person);
      return items.map(({ id, version }) => {
        const found = likers.get(id) ?? [];
        if (version !== null) kept.set(id, { version, likers: found });
        return found;
      });
    },

    /** How many items' likers are kept, and their size in bytes. */
    get kept(): { count: number; bytes: number } {
      return { count: kept.size, bytes: kept.calculatedSize };
    },
  };
}

export type ItemLikers = ReturnType<typeof createItemLikers>;
