// SQL for what works once: sign-ins that have begun, single-use tokens, messages that were seen. Only hashes are stored.
import type { Knex } from 'knex';
import type { SignInBinding } from './identityProviders.ts';
import { hourMs } from '../../../shared/durations.ts';

export type SignInProvider = 'google' | 'telegram';

/** A sign-in that has begun in a browser and has not come back yet. */
export interface SignInAttempt extends SignInBinding {
  provider: SignInProvider;
  redirectTo: string | null;
  /** Hash of the link token that travels with it. */
  telegramTokenHash: Buffer | null;
}

export type TokenPurpose = 'direct_access' | 'telegram_login' | 'telegram_link';

export interface OneTimeToken {
  purpose: TokenPurpose;
  /** Whom it belongs to; null for a Telegram person without an account. */
  userId: number | null;
  facts: Record<string, string | null>;
}

interface AttemptRow {
  provider: SignInProvider;
  state: string;
  nonce: string;
  code_verifier: string;
  redirect_to: string | null;
  telegram_token: string | null;
}

/** Messages are remembered for longer than anybody would take or send them again. */
const rememberMs = 48 * hourMs;

export const signInStore = (db: Knex) => ({
  async beginAttempt(tokenHash: Buffer, attempt: SignInAttempt, expiresAt: Date): Promise<void> {
    await db('sign_in_attempts').insert({
      token_hash: tokenHash,
      provider: attempt.provider,
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      redirect_to: attempt.redirectTo,
      telegram_token: attempt.telegramTokenHash?.toString('base64url') ?? null,
      expires_at: expiresAt,
    });
  },

  /** The attempt behind a cookie, which no second call gets. */
  async takeAttempt(
    tokenHash: Buffer,
    provider: SignInProvider,
    now: Date,
  ): Promise<SignInAttempt | null> {
    const rows: AttemptRow[] = await db('sign_in_attempts')
      .where({ token_hash: tokenHash, provider, used_at: null })
      .where('expires_at', '>', now)
      .update({ used_at: now })
      .returning(['provider', 'state', 'nonce', 'code_verifier', 'redirect_to', 'telegram_token']);
    const row = rows[0];
    return row
      ? {
          provider: row.provider,
          state: row.state,
          nonce: row.nonce,
          codeVerifier: row.code_verifier,
          redirectTo: row.redirect_to,
          telegramTokenHash:
            row.telegram_token === null ? null : Buffer.from(row.telegram_token, 'base64url'),
        }
      : null;
  },

  async insertToken(
    tokenHash: Buffer,
    token: OneTimeToken,
    now: Date,
    expiresAt: Date,
  ): Promise<void> {
    await db('one_time_tokens').insert({
      token_hash: tokenHash,
      purpose: token.purpose,
      user_id: token.userId,
      facts: JSON.stringify(token.facts),
      created_at: now,
      expires_at: expiresAt,
    });
  },

  /** The token, which no second call gets; null for one that is unknown, used, expired or for something else. */
  async takeToken(
    tokenHash: Buffer,
    purposes: readonly TokenPurpose[],
    now: Date,
  ): Promise<OneTimeToken | null> {
    const rows: {
      purpose: TokenPurpose;
      user_id: number | null;
      facts: Record<string, string | null>;
    }[] = await db('one_time_tokens')
      .where({ token_hash: tokenHash, used_at: null })
      .whereIn('purpose', [...purposes])
      .where('expires_at', '>', now)
      .update({ used_at: now })
      .returning(['purpose', 'user_id', 'facts']);
    const row = rows[0];
    return row ? { purpose: row.purpose, userId: row.user_id, facts: row.facts } : null;
  },

  /** Whom a token belongs to that can still be used; null for any other. */
  async tokenOwner(
    tokenHash: Buffer,
    purposes: readonly TokenPurpose[],
    now: Date,
  ): Promise<number | null> {
    const row = await db('one_time_tokens')
      .where({ token_hash: tokenHash, used_at: null })
      .whereIn('purpose', [...purposes])
      .where('expires_at', '>', now)
      .first<{ user_id: number | null } | undefined>('user_id');
    return row?.user_id ?? null;
  },

  /** Removes what a person has not used yet, so that only the newest works. */
  async removeUnused(userId: number, purpose: TokenPurpose): Promise<void> {
    await db('one_time_tokens').where({ user_id: userId, purpose, used_at: null }).delete();
  },

  /** The same for a Telegram person without an account. */
  async removeUnusedOf(telegramId: string): Promise<void> {
    await db('one_time_tokens')
      .where({ user_id: null, purpose: 'telegram_link', used_at: null })
      .whereRaw("facts ->> 'id' = ?", [telegramId])
      .delete();
  },

  /** Removes everything that a person has not used yet. */
  async removeAllUnused(userId: number): Promise<void> {
    await db('one_time_tokens').where({ user_id: userId, used_at: null }).delete();
  },

  /** Whether the message is new; it never is again. */
  async markSeen(
    kind: 'telegram_login' | 'telegram_update',
    key: string,
    now: Date,
  ): Promise<boolean> {
    const rows: unknown[] = await db('seen_messages')
      .insert({ kind, key, seen_at: now })
      .onConflict(['kind', 'key'])
      .ignore()
      .returning('key');
    return rows.length > 0;
  },

  /** When a backup was last put back; null: never. What was used between the backup and then is forgotten. */
  async lastRestore(): Promise<Date | null> {
    const row = await db('restores').max<{ at: Date | null }>({ at: 'at' }).first();
    return row?.at ?? null;
  },

  /** Deletes what nobody can use any more. */
  async removeStale(now: Date): Promise<void> {
    await db('sign_in_attempts').where('expires_at', '<=', now).delete();
    await db('one_time_tokens').where('expires_at', '<=', now).delete();
    await db('seen_messages')
      .where('seen_at', '<=', new Date(now.getTime() - rememberMs))
      .delete();
  },
});

export type SignInStore = ReturnType<typeof signInStore>;
