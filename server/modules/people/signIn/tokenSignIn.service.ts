// Signing in without a second half in the browser: the login widget's data, a single-use token, the developer sign-in.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { Log } from '../../../shared/log.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import type { User } from '../accounts/accounts.ts';
import type { TelegramLoginCheck, TelegramLoginData } from './identityProviders.ts';
import type { SignedIn } from './signIn.service.ts';
import { createSignInLog, type Caller } from './signInLog.ts';
import { configured, credential } from './signInRules.ts';
import { refuseUnlessActive } from '../accounts/accountStatus.ts';
import {
  enterWithTelegram,
  getAccountStatus,
  type AllowedTelegramId,
  type InSignInTransaction,
} from './signInFlows.ts';

interface Options {
  inTransaction: InSignInTransaction;
  /** Null: Telegram is not configured. */
  checkTelegramLogin: TelegramLoginCheck | null;
  allowedTelegramIds: readonly AllowedTelegramId[];
  demoAccount(email: string | null): Promise<User>;
  clock: Clock;
  log: Log;
}

const signInPurposes = ['telegram_login', 'direct_access'] as const;

export function createTokenSignIn(options: Options) {
  const { inTransaction, allowedTelegramIds, clock } = options;
  const journal = createSignInLog(options.log);

  return {
    /**
     * Checks the login widget's data and answers a single-use token for `validateToken`. The same data works once.
     * @throws DomainError UNAUTHENTICATED (`telegramLoginInvalid`), FORBIDDEN (`restrictedAccess`), UNAVAILABLE (`providerOff`)
     */
    checkTelegramLogin: (
      data: TelegramLoginData,
      caller: Caller,
    ): Promise<{ success: true; token: string }> =>
      journal.checked('telegram', caller, async () => {
        const check = configured(options.checkTelegramLogin, 'telegram');
        const now = clock();
        const { person, hash, signedAt } = check(data, now);
        const token = newSecret();
        await inTransaction(async (inside) => {
          const restoredAt = await inside.tokens.lastRestore();
          const isForgotten = restoredAt !== null && signedAt <= restoredAt;
          if (isForgotten || !(await inside.tokens.markSeen('telegram_login', hash, now))) {
            throw new DomainError('UNAUTHENTICATED', 'This Telegram login was already used', {
              reason: 'telegramLoginInvalid',
            });
          }
          const user = await enterWithTelegram(inside, person, allowedTelegramIds, now);
          const expiresAt = new Date(now.getTime() + limits.session.directAccessMs);
          await inside.tokens.insertToken(
            hashSecret(token),
            { purpose: 'telegram_login', userId: user.id, facts: {} },
            now,
            expiresAt,
          );
        });
        return { success: true, token };
      }),

    /** The person to whom a single-use token belongs, which stays unused; null for one that is unknown, used or expired. */
    previewToken: (token: string, caller: Caller): Promise<User | null> =>
      journal.checked('token', caller, async (note) => {
        const tokenHash = hashSecret(parseInput(credential, token));
        const user = await inTransaction(async (inside) => {
          const userId = await inside.tokens.tokenOwner(tokenHash, signInPurposes, clock());
          return userId === null ? null : inside.people.user(userId);
        });
        note({ token: user ? 'known' : 'unknown' });
        return user;
      }),

    /**
     * Exchanges a single-use token (Telegram login, direct access) for its person.
     * @throws DomainError UNAUTHENTICATED (reason `tokenInvalid`) for one that is unknown, used or expired; FORBIDDEN
     * (`accountDisabled`, `restrictedAccess`) for somebody who may not be here any more
     */
    validateToken: (token: string, caller: Caller): Promise<SignedIn> =>
      journal.signedIn('token', caller, async (note) => {
        const tokenHash = hashSecret(parseInput(credential, token));
        // A token is used up also by whom it does not let in.
        const found = await inTransaction(async (inside) => {
          const taken = await inside.tokens.takeToken(tokenHash, signInPurposes, clock());
          if (taken) note({ purpose: taken.purpose });
          const user = taken?.userId ? await inside.people.user(taken.userId) : null;
          return user && { user, standing: await getAccountStatus(inside, user.id) };
        });
        if (!found) {
          throw new DomainError(
            'UNAUTHENTICATED',
            'This link was already used, or it has expired',
            {
              reason: 'tokenInvalid',
            },
          );
        }
        refuseUnlessActive(found.standing);
        return { user: found.user, redirectTo: null };
      }),

    /**
     * Signs in as a demo account.
     * @throws DomainError NOT_FOUND where the developer sign-in does not exist, FORBIDDEN (`accountDisabled`)
     */
    asDeveloper: (email: string | null, caller: Caller): Promise<SignedIn> =>
      journal.signedIn('developer', caller, async () => ({
        user: await options.demoAccount(email),
        redirectTo: null,
      })),
  };
}
