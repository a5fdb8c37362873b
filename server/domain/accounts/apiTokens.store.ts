// SQL for the tokens of other internal tools: only the hash of a token is stored.
import type { Knex } from 'knex';
import type { Company, TokenScope, User } from './accounts.ts';
import { toUser, userColumns, type UserRow } from './accounts.store.ts';

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

export const apiTokensStore = (db: Knex) => ({
  /** Who made a token that still works; null for any other. */
  async owner(tokenHash: Buffer, now: Date): Promise<TokenOwner | null> {
    const row: OwnerRow | undefined = await db('api_tokens')
      .join('users', 'users.id', 'api_tokens.created_by')
      .leftJoin('companies', 'companies.key', 'users.company_key')
      .where('api_tokens.token_hash', tokenHash)
      .where('api_tokens.expires_at', '>', now)
      .whereNull('api_tokens.revoked_at')
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

  async touch(tokenId: number, now: Date): Promise<void> {
    await db('api_tokens').where({ id: tokenId }).update({ last_used_at: now });
  },
});

export type ApiTokensStore = ReturnType<typeof apiTokensStore>;
