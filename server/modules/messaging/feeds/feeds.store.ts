// SQL for Atom feeds: secret addresses, their owners, and recent changes of the items that a person uses.
import type { Knex } from 'knex';
import {
  type Member,
  toUser,
  userColumns,
  type UserRow,
  type EntryRules,
  type AccountStatus,
  accountStatusSql,
  accountStatusValues,
} from '../../people/accounts/accounts.module.ts';
import type { ChangeKind } from './feeds.ts';

interface OwnerRow extends UserRow {
  made_at: Date;
  status: AccountStatus;
  company_name: string | null;
  approval_tag: string | null;
  has_badge: boolean | null;
}

export async function deleteFeedAddress(db: Knex, userId: number): Promise<void> {
  await db('feed_addresses').where({ user_id: userId }).delete();
}

interface Change {
  id: string;
  kind: ChangeKind;
  at: Date;
  itemId: number;
  titleRu: string | null;
  titleEn: string | null;
}

export class FeedsStore {
  private db: Knex;
  private rules: EntryRules;

  constructor(db: Knex, rules: EntryRules) {
    this.db = db;
    this.rules = rules;
  }

  async replace(userId: number, secretHash: Buffer, at: Date): Promise<void> {
    await this.db('feed_addresses')
      .insert({ user_id: userId, secret_hash: secretHash, created_at: at })
      .onConflict('user_id')
      .merge();
  }

  async createdAt(userId: number): Promise<Date | null> {
    const row: { created_at: Date } | undefined = await this.db('feed_addresses')
      .where({ user_id: userId })
      .first('created_at');
    return row?.created_at ?? null;
  }

  delete(userId: number): Promise<void> {
    return deleteFeedAddress(this.db, userId);
  }

  /** The stored name of a tag in any spelling of its key; null for an unknown or approval tag. */
  async findTag(name: string): Promise<string | null> {
    const row: { original_name: string } | undefined = await this.db('tags')
      .whereRaw('tag_key(original_name) = tag_key(?)', [name])
      .where({ is_approval: false })
      .orderByRaw('original_name = ? desc, id', [name])
      .first('original_name');
    return row?.original_name ?? null;
  }

  /** The owner as a reader without admin rights; null for an unknown address or an inactive account. */
  async owner(
    secretHash: Buffer,
    now: Date,
  ): Promise<{ member: Member; madeAt: Date; isUnconfirmed: boolean } | null> {
    const row: OwnerRow | undefined = await this.db('feed_addresses')
      .join('users', 'users.id', 'feed_addresses.user_id')
      .leftJoin('companies', 'companies.key', 'users.company_key')
      .where('feed_addresses.secret_hash', secretHash)
      .first(
        ...userColumns,
        'feed_addresses.created_at as made_at',
        this.db.raw(`${accountStatusSql()} as status`, accountStatusValues(this.rules, now)),
        'companies.name as company_name',
        'companies.approval_tag',
        'companies.has_badge',
      );
    if (!row || (row.status !== 'active' && row.status !== 'unconfirmed')) return null;
    const user = toUser(row);
    const company = user.companyKey
      ? {
          key: user.companyKey,
          name: row.company_name ?? user.companyKey,
          approvalTag: row.approval_tag ?? '',
          hasBadge: row.has_badge ?? false,
        }
      : null;
    const member: Member = {
      kind: 'member',
      user,
      company,
      // A feed contains nothing that only admins may see.
      via: 'read',
      signedInAt: null,
      sessionId: null,
      token: null,
    };
    return { member, madeAt: row.made_at, isUnconfirmed: row.status === 'unconfirmed' };
  }

  /**
   * The latest changes of visible items that a person uses: texts, address, use cases of others (each once, however
   * often restored) and the own company's data rules.
   */
  async changes(userId: number, companyKey: string | null, first: number): Promise<Change[]> {
    const { rows } = await this.db.raw<{ rows: Change[] }>(
      `select events.id, events.kind, events.at, seen.id as "itemId", seen.title_ru as "titleRu", seen.title_en as "titleEn"
       from item_likes
       join items as seen on seen.id = item_likes.item_id and seen.removed_at is null and seen.admin_visibility = 'visible'
       join events on events.item_id = seen.id
       where item_likes.user_id = :userId and (
         events.kind in ('item_changed', 'link_lost', 'link_back')
         or events.kind = 'data_rules_changed' and split_part(events.subject_id, '/', 2) = :companyKey
         or events.kind = 'use_case_published' and events.actor_id is distinct from :userId and exists (
           select from use_cases where use_cases.deleted_at is null
             and use_cases.id = case events.kind when 'use_case_published' then events.subject_id::integer end)
           and not exists (
             select from events as former where former.item_id = seen.id and former.kind = 'use_case_published'
               and former.subject_id = events.subject_id and former.id < events.id))
       order by events.id desc limit :first`,
      { userId, companyKey: companyKey ?? '', first },
    );
    return rows;
  }
}
