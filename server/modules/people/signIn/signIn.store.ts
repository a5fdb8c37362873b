// SQL for sign-in attempts, one-time tokens and replay protection; only hashes are stored.
import type { Knex } from 'knex';
import type { SignInBinding } from './identityProviders.ts';
import { hourMs } from '../../../shared/durations.ts';

/** A started and uncompleted sign-in of a browser. */
export interface SignInAttempt extends SignInBinding {
  provider: string;
  redirectTo: string | null;
  /** Hash of the Telegram link token in the request. */
  telegramTokenHash: Buffer | null;
}

export type TokenPurpose = 'direct_access' | 'telegram_login' | 'telegram_link';

export interface OneTimeToken {
  purpose: TokenPurpose;
  /** Owner; null for a Telegram person without an account. */
  userId: number | null;
  facts: Record<string, string | null>;
}

interface AttemptRow {
  provider: string;
  state: string;
  nonce: string;
  code_verifier: string;
  redirect_to: string | null;
  telegram_token: string | null;
}

/** Longer than Telegram repeats an update and than the login widget's data is valid. */
const rememberMs = 48 * hourMs;

export class SignInStore {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async beginAttempt(tokenHash: Buffer, attempt: SignInAttempt, expiresAt: Date): Promise<void> {
    await this.db('sign_in_attempts').insert({
      token_hash: tokenHash,
      provider: attempt.provider,
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      redirect_to: attempt.redirectTo,
      telegram_token: attempt.telegramTokenHash?.toString('base64url') ?? null,
      expires_at: expiresAt,
    });
  }

  /** Takes the attempt of a cookie once; null for a repeated call or the state of another attempt. */
  async takeAttempt(
    tokenHash: Buffer,
    provider: string,
    state: string | null,
    now: Date,
  ): Promise<SignInAttempt | null> {
    const rows: AttemptRow[] = await this.db('sign_in_attempts')
      .where({ token_hash: tokenHash, provider, used_at: null, ...(state ? { state } : {}) })
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
  }

  async insertToken(
    tokenHash: Buffer,
    token: OneTimeToken,
    now: Date,
    expiresAt: Date,
  ): Promise<void> {
    await this.db('one_time_tokens').insert({
      token_hash: tokenHash,
      purpose: token.purpose,
      user_id: token.userId,
      facts: JSON.stringify(token.facts),
      created_at: now,
      expires_at: expiresAt,
    });
  }

  /** Takes a token; null for one that is unknown, used, expired or for another purpose. */
  async takeToken(
    tokenHash: Buffer,
    purposes: readonly TokenPurpose[],
    now: Date,
  ): Promise<OneTimeToken | null> {
    const rows: {
      purpose: TokenPurpose;
      user_id: number | null;
      facts: Record<string, string | null>;
    }[] = await this.db('one_time_tokens')
      .where({ token_hash: tokenHash, used_at: null })
      .whereIn('purpose', [...purposes])
      .where('expires_at', '>', now)
      .update({ used_at: now })
      .returning(['purpose', 'user_id', 'facts']);
    const row = rows[0];
    return row ? { purpose: row.purpose, userId: row.user_id, facts: row.facts } : null;
  }

  /** Owner of a valid token, else null. */
  async tokenOwner(
    tokenHash: Buffer,
    purposes: readonly TokenPurpose[],
    now: Date,
  ): Promise<number | null> {
    const row = await this.db('one_time_tokens')
      .where({ token_hash: tokenHash, used_at: null })
      .whereIn('purpose', [...purposes])
      .where('expires_at', '>', now)
      .first<{ user_id: number | null } | undefined>('user_id');
    return row?.user_id ?? null;
  }

  /** Removes a person's unused tokens of a purpose, so that only the newest works. */
  async removeUnused(userId: number, purpose: TokenPurpose): Promise<void> {
    await this.db('one_time_tokens').where({ user_id: userId, purpose, used_at: null }).delete();
  }

  /** Removes the unused tokens of a Telegram person without an account. */
  async removeUnusedOf(telegramId: string): Promise<void> {
    await this.db('one_time_tokens')
      .where({ user_id: null, purpose: 'telegram_link', used_at: null })
      .whereRaw("facts ->> 'id' = ?", [telegramId])
      .delete();
  }

  async removeAllUnused(userId: number): Promise<void> {
    await this.db('one_time_tokens').where({ user_id: userId, used_at: null }).delete();
  }

  /** Marks a message as seen; false when it was seen before. */
  async markSeen(
    kind: 'telegram_login' | 'telegram_update',
    key: string,
    now: Date,
  ): Promise<boolean> {
    const rows: unknown[] = await this.db('seen_messages')
      .insert({ kind, key, seen_at: now })
      .onConflict(['kind', 'key'])
      .ignore()
      .returning('key');
    return rows.length > 0;
  }

  /** Time of the last restore, null for none. Marks set between the backup and the restore are lost. */
  async lastRestore(): Promise<Date | null> {
    const row = await this.db('restores').max<{ at: Date | null }>({ at: 'at' }).first();
    return row?.at ?? null;
  }

  async removeStale(now: Date): Promise<void> {
    await this.db('sign_in_attempts').where('expires_at', '<=', now).delete();
    await this.db('one_time_tokens').where('expires_at', '<=', now).delete();
    await this.db('seen_messages')
      .where('seen_at', '<=', new Date(now.getTime() - rememberMs))
      .delete();
  }
}
