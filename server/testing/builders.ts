// Builders of rows for tests: each takes the values that the test is about and creates the rest, with the rows it refers to.
import type { Knex } from 'knex';
import { toUser, userColumns, type UserRow } from '../modules/people/accounts/accounts.store.ts';
import type { Member, User } from '../modules/people/accounts/accounts.ts';
import { itemColumns, toItem, type ItemRow } from '../modules/catalogue/items/items.rows.ts';
import type { KnowledgeItem, NewItem } from '../modules/catalogue/items/items.ts';
import { ItemsStore } from '../modules/catalogue/items/items.store.ts';
import { normaliseAddress } from '../modules/catalogue/pageAddresses/normaliseAddress.ts';

let serial = 0;
const next = (): number => (serial += 1);

/** A person of the company GDEV. */
export async function aUser(db: Knex, given: Partial<Omit<User, 'id'>> = {}): Promise<User> {
  const number = next();
  const rows: UserRow[] = await db('users')
    .insert({
      name: given.name ?? `Person ${number}`,
      email: given.email === undefined ? `person${number}@gdev.inc` : given.email,
      avatar_url: given.avatarUrl ?? null,
      is_admin: given.isAdmin ?? false,
      company_key: given.companyKey === undefined ? 'gdev' : given.companyKey,
      telegram_id: given.telegramId ?? null,
      telegram_username: given.telegramUsername ?? null,
      is_demo: given.isDemo ?? false,
    })
    .returning(userColumns.map((column) => column.replace('users.', '')));
  return toUser(rows[0]!);
}

/** A person with a session of a browser. */
export async function aMember(db: Knex, given: Partial<Omit<User, 'id'>> = {}): Promise<Member> {
  const user = await aUser(db, given);
  const row: { key: string; name: string; approval_tag: string; has_badge: boolean } | undefined =
    user.companyKey ? await db('companies').where({ key: user.companyKey }).first() : undefined;
  return {
    kind: 'member',
    via: 'session',
    signedInAt: new Date(),
    sessionId: null,
    token: null,
    user,
    company: row
      ? { key: row.key, name: row.name, approvalTag: row.approval_tag, hasBadge: row.has_badge }
      : null,
  };
}

export const anAdmin = (db: Knex): Promise<Member> => aMember(db, { isAdmin: true });

/** A visible item with both languages and no tags, without a bookmark behind it. */
export async function anItem(db: Knex, given: Partial<NewItem> = {}): Promise<KnowledgeItem> {
  const number = next();
  const sourceUrl = given.sourceUrl ?? `https://tool${number}.example.com/`;
  const bookmarkId = given.bookmarkId ?? 900_000_000 + number;
  const ids = await new ItemsStore(db).insert([
    {
      titleRu: `Инструмент ${number}`,
      titleEn: `Tool ${number}`,
      descriptionRu: `Описание инструмента ${number}`,
      descriptionEn: `What tool ${number} does`,
      imageUrl: null,
      normalisedUrl: normaliseAddress(sourceUrl),
      mediaType: 'link',
      mediaSource: new URL(sourceUrl).hostname,
      adminVisibility: 'visible',
      syncStatus: 'local',
      tags: [],
      createdAt: new Date(),
      ...given,
      sourceUrl,
      bookmarkId,
    },
  ]);
  const row: ItemRow | undefined = await db('items')
    .where({ id: ids.get(bookmarkId) })
    .first(itemColumns);
  return toItem(row!);
}

export interface AUseCase {
  itemId?: number;
  userId?: number;
  descriptionRu?: string | null;
  descriptionEn?: string | null;
  createdAt?: Date;
  deletedAt?: Date | null;
  /** Number of people who like it. */
  likes?: number;
}

/** A translated use case; creates its item and author when they are not given. */
export async function aUseCase(
  db: Knex,
  given: AUseCase = {},
): Promise<{ id: number; itemId: number; userId: number }> {
  const itemId = given.itemId ?? (await anItem(db)).id;
  const userId = given.userId ?? (await aUser(db)).id;
  const createdAt = given.createdAt ?? new Date();
  const ru =
    given.descriptionRu === undefined ? `Пример применения ${next()}` : given.descriptionRu;
  const en =
    given.descriptionEn === undefined ? `An example of use ${next()}` : given.descriptionEn;
  const rows: { id: number }[] = await db('use_cases')
    .insert({
      item_id: itemId,
      user_id: userId,
      description_ru: ru,
      description_en: en,
      original_language: ru === null ? 'en' : 'ru',
      created_at: createdAt,
      updated_at: createdAt,
      moved_up_at: createdAt,
      deleted_at: given.deletedAt ?? null,
    })
    .returning('id');
  const { id } = rows[0]!;
  for (let index = 0; index < (given.likes ?? 0); index += 1) {
    await db('use_case_likes').insert({ user_id: (await aUser(db)).id, use_case_id: id });
  }
  return { id, itemId, userId };
}
