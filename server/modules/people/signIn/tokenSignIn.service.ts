// Sign-in with a one-time token, the data of Telegram's login widget, or as a demo account.
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { Log } from '../../../shared/log.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import type { User } from '../accounts/accounts.ts';
import type { TelegramLoginCheck, TelegramLoginData } from './identityProviders.ts';
import { type Caller, createSignInLog, type LogSignIn, type SignedIn } from './signIn.service.ts';
import { credential, providerOff } from './signInRules.ts';
import { refuseUnlessActive } from '../accounts/accountStatus.store.ts';
import {
  getAccountStatus,
  signInWithTelegram,
  type AllowedTelegramId,
  type SignInStores,
} from './signInFlows.ts';

interface Options {
  inTransaction: RunInTransaction<SignInStores>;
  /** Null when Telegram is not set up. */
  checkTelegramLogin: TelegramLoginCheck | null;
  allowedTelegramIds: readonly AllowedTelegramId[];
  demoAccount(email: string | null): Promise<User>;
  clock: Clock;
  log: Log;
}

const signInPurposes = ['telegram_login', 'direct_access'] as const;

export class TokenSignInService {
  private readonly options: Options;
  private readonly logged: LogSignIn;

  constructor(options: Options) {
    this.options = options;
    this.logged = createSignInLog(options.log);
  }

  /**
   * Checks the login widget's data and returns a one-time token for `validateToken`. The same data works once.
   * @throws DomainError UNAUTHENTICATED (`telegramLoginInvalid`), FORBIDDEN (`restrictedAccess`), UNAVAILABLE (`providerOff`)
   */
  checkTelegramLogin(
    data: TelegramLoginData,
    caller: Caller,
  ): Promise<{ success: true; token: string }> {
    const { checkTelegramLogin, inTransaction, allowedTelegramIds, clock } = this.options;
    return this.logged('checked', 'telegram', caller, async () => {
      if (!checkTelegramLogin) throw providerOff('Telegram');
      const now = clock();
      const { person, hash, signedAt } = checkTelegramLogin(data, now);
      const token = newSecret();
      await inTransaction(async (stores) => {
        const restoredAt = await stores.oneTimeTokens.lastRestore();
        const mayBeUsed = restoredAt !== null && signedAt <= restoredAt;
        if (mayBeUsed || !(await stores.oneTimeTokens.markSeen('telegram_login', hash, now)))
          throw new DomainError(
            'UNAUTHENTICATED',
            'This Telegram sign-in was already used. Press the Telegram button again',
            { reason: 'telegramLoginInvalid' },
          );
        const user = await signInWithTelegram(stores, person, allowedTelegramIds, now);
        await stores.oneTimeTokens.insertToken(
          hashSecret(token),
          { purpose: 'telegram_login', userId: user.id, facts: {} },
          now,
          new Date(now.getTime() + limits.session.directAccessMs),
        );
      });
      return { success: true, token };
    });
  }

  /** Owner of a one-time token, without using it up; null for one that is unknown, used or expired. */
  previewToken(token: string, caller: Caller): Promise<User | null> {
    return this.logged('checked', 'token', caller, async (note) => {
      const tokenHash = hashSecret(parseInput(credential, token));
      const user = await this.options.inTransaction(async (stores) => {
        const now = this.options.clock();
        const userId = await stores.oneTimeTokens.tokenOwner(tokenHash, signInPurposes, now);
        return userId === null ? null : stores.identities.user(userId);
      });
      note({ token: user ? 'known' : 'unknown' });
      return user;
    });
  }

  /**
   * Exchanges a one-time token (Telegram login, direct access) for its owner.
   * @throws DomainError UNAUTHENTICATED (`tokenInvalid`) for one that is unknown, used or expired; FORBIDDEN
   * (`accountDisabled`, `restrictedAccess`) for an account without access
   */
  validateToken(token: string, caller: Caller): Promise<SignedIn> {
    return this.logged('signedIn', 'token', caller, async (note) => {
      const tokenHash = hashSecret(parseInput(credential, token));
      // Commits the use of the token even when its owner is refused below.
      const found = await this.options.inTransaction(async (stores) => {
        const now = this.options.clock();
        const taken = await stores.oneTimeTokens.takeToken(tokenHash, signInPurposes, now);
        if (taken) note({ purpose: taken.purpose });
        const user = taken?.userId ? await stores.identities.user(taken.userId) : null;
        return user && { user, status: await getAccountStatus(stores, user.id) };
      });
      if (!found)
        throw new DomainError(
          'UNAUTHENTICATED',
          'This link was already used, or it has expired. Ask for a new one',
          { reason: 'tokenInvalid' },
        );
      refuseUnlessActive(found.status);
      note({ userId: found.user.id });
      return { user: found.user, redirectTo: null };
    });
  }

  /**
   * Signs in as a demo account.
   * @throws DomainError NOT_FOUND without the developer sign-in, FORBIDDEN (`accountDisabled`)
   */
  asDeveloper(email: string | null, caller: Caller): Promise<SignedIn> {
    return this.logged('signedIn', 'developer', caller, async (note) => {
      const user = await this.options.demoAccount(email);
      note({ userId: user.id });
      return { user, redirectTo: null };
    });
  }
}
