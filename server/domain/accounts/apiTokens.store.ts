// SQL for the tokens of other internal tools: only the hash of a token is stored.
import type { Knex } from 'knex';
import type { Company, TokenScope, User } from './accounts.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';
import type { ApiToken } from './apiTokens.ts';
import type { EntryRules } from './standing.ts';
import { standingSql, standingValues } from './standing.store.ts';
import { limits } from '../../limits.ts';

interface TokenRow {
  id: number;
  name: string;
  prefix: string;
  scope: TokenScope;
  created_by: number | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const tokenColumns = [
  'id',
  'name',
  'prefix',
  'scope',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
];

const toToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scope: row.scope,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
});

/** A token about to be stored: the hash of its secret, never the secret. */
export interface StoredToken {
  name: string;
  scope: TokenScope;
  prefix: string;
  tokenHash: Buffer;
  createdBy: number;
  createdAt: Date;
  expiresAt: Date;
}

interface OwnerRow extends UserRow {
  token_id: number;
  scope: TokenScope;
  last_used_at: Date | null;
  company_name: string | null;
  approval_tag: string | null;
  has_badge: boolean | null;
}

export interface TokenOwner {
  tokenId: number;
  scope: TokenScope;
  lastUsedAt: Date | null;
  user: User;
  company: Company | null;
}

export const apiTokensStore = (db: Knex, rules: EntryRules) => ({
  /** Who made a token that still works, and may be here; null for any other. */
  async owner(tokenHash: Buffer, now: Date): Promise<TokenOwner | null> {
    const row: OwnerRow | undefined = await db('api_tokens')
      .join('users', 'users.id', 'api_tokens.created_by')
      .leftJoin('companies', 'companies.key', 'users.company_key')
      .where('api_tokens.token_hash', tokenHash)
      .where('api_tokens.expires_at', '>', now)
      .whereNull('api_tokens.revoked_at')
      .whereRaw(`${standingSql()} = 'active'`, standingValues(rules))
      .first(
        ...userColumns,
        'api_tokens.id as token_id',
        'api_tokens.scope',
        'api_tokens.last_used_at',
        'companies.name as company_name',
        'companies.approval_tag',
        'companies.has_badge',
      );
    if (!row) return null;
    const user = toUser(row);
    return {
      tokenId: row.token_id,
      scope: row.scope,
      lastUsedAt: row.last_used_at,
      user,
      company: user.companyKey
        ? {
            key: user.companyKey,
            name: row.company_name ?? user.companyKey,
            approvalTag: row.approval_tag ?? '',
            hasBadge: row.has_badge ?? false,
          }
        : null,
    };
  },

  async insert(token: StoredToken): Promise<ApiToken> {
    const rows: TokenRow[] = await db('api_tokens')
      .insert({
        name: token.name,
        scope: token.scope,
        prefix: token.prefix,
        token_hash: token.tokenHash,
        created_by: token.createdBy,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
      })
      .returning(tokenColumns);
    return toToken(rows[0]!);
  },

  /**
   * Those that work, all of them, then those that have ended, each newest first; of the ended ones no more than fit into
   * `limits.lists.apiTokens`.
   */
  async list(now: Date): Promise<ApiToken[]> {
    const { rows } = await db.raw<{ rows: TokenRow[] }>(
      `select * from (
         select ${tokenColumns.join(', ')}, revoked_at is null and expires_at > :now as works,
           row_number() over (order by revoked_at is null and expires_at > :now desc, id desc) as place
         from api_tokens
       ) as token where works or place <= :most order by place`,
      { now, most: limits.lists.apiTokens },
    );
    return rows.map(toToken);
  },

  /** Holds the row until the transaction ends. */
  async byId(id: number): Promise<ApiToken | null> {
    const row: TokenRow | undefined = await db('api_tokens')
      .where({ id })
      .forUpdate()
      .first(tokenColumns);
    return row ? toToken(row) : null;
  },

  async revoke(id: number, now: Date): Promise<void> {
    await db('api_tokens').where({ id }).update({ revoked_at: now });
  },

  /** Ends every token that a person made. */
  async revokeAllOf(userId: number, now: Date): Promise<void> {
    await db('api_tokens')
      .where({ created_by: userId, revoked_at: null })
      .update({ revoked_at: now });
  },

  async touch(tokenId: number, now: Date): Promise<void> {
    await db('api_tokens').where({ id: tokenId }).update({ last_used_at: now });
  },
});

export type ApiTokensStore = ReturnType<typeof apiTokensStore>;
