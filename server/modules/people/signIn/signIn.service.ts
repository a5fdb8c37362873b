// Sign-in through a provider: start, return of the browser, session owner; every attempt is logged.
import { limits } from '../../../config/limits.ts';
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { fieldError } from '../../../shared/fieldErrors.ts';
import type { Log } from '../../../shared/log.ts';
import { safeRedirect } from '../../../shared/safeRedirect.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { User } from '../accounts/accounts.ts';
import { isSetUp, type SignInProvider } from './identityProviders.ts';
import type { SignInAttempt } from './signIn.store.ts';
import {
  type AllowedTelegramId,
  type SignInStores,
  signInToWorkAccount,
  signInWithTelegram,
} from './signInFlows.ts';
import {
  credential,
  languageOfFacts,
  personOfFacts,
  providerOff,
  signInExpired,
} from './signInRules.ts';
import { beginLink } from './telegramLinks.service.ts';

export interface Caller {
  /** Address after the trusted proxies. */
  ip: string;
  requestId: string;
}

type Facts = Record<string, string | number | null>;

/** Runs one step of a sign-in and logs its result; `note` adds facts to the entry. */
export type LogSignIn = <Result>(
  event: 'started' | 'checked' | 'signedIn',
  by: string,
  caller: Caller,
  work: (note: (facts: Facts) => void) => Promise<Result>,
) => Promise<Result>;

/** Uses only texts of Loadout, so that no text of a provider or caller gets into the log. */
const outcomeOf = (error: unknown): Facts =>
  error instanceof DomainError
    ? { outcome: 'refused', refusal: error.code, reason: error.reason ?? error.code }
    : { outcome: 'failed', reason: error instanceof Error ? error.name : 'unknown' };

export function createSignInLog(parent: Log): LogSignIn {
  const log = parent.child({ part: 'signIn' });
  return async (event, by, { ip, requestId }, work) => {
    const facts: Facts = { event, by, ip, requestId };
    try {
      const result = await work((more) => void Object.assign(facts, more));
      log.info({ ...facts, outcome: 'ok' }, 'sign-in');
      return result;
    } catch (error) {
      log.warn({ ...facts, ...outcomeOf(error) }, 'sign-in');
      throw error;
    }
  };
}

interface SignInOptions {
  stores: SignInStores;
  inTransaction: RunInTransaction<SignInStores>;
  providers: readonly SignInProvider[];
  allowedTelegramIds: readonly AllowedTelegramId[];
  clock: Clock;
  log: Log;
}

export interface SignedIn {
  user: User;
  /** Path inside Loadout that was requested before the sign-in. */
  redirectTo: string | null;
}

interface SignInRequest {
  provider: string;
  /** An address outside Loadout is ignored. */
  redirectTo?: string | null | undefined;
  telegramToken?: string | null | undefined;
}

interface SignInStart {
  url: string;
  /** Null where the provider has no OpenID Connect. */
  attempt: { state: string; secret: string } | null;
}

/** Second half of a sign-in, from the browser that began it. */
interface SignInReturn {
  provider: string;
  /** Value of the attempt's cookie; null in another browser or after its expiry. */
  secret: string | null;
  code: string;
  state?: string | null | undefined;
  telegramToken?: string | null | undefined;
}

export class SignInService {
  private readonly options: SignInOptions;
  private readonly logged: LogSignIn;

  constructor(options: SignInOptions) {
    this.options = options;
    this.logged = createSignInLog(options.log);
  }

  /**
   * Begins a sign-in: the browser must keep the attempt's `secret` in a cookie and go to `url`. Without OpenID Connect
   * there is no attempt, and `url` is the page with the login widget.
   * @throws DomainError INVALID for an unknown provider; UNAVAILABLE, reason `providerOff` or `providerAway`
   */
  start(request: SignInRequest, caller: Caller): Promise<SignInStart> {
    const provider = this.provider(request.provider);
    return this.logged('started', provider.name, caller, async () => {
      const redirectTo = safeRedirect(request.redirectTo);
      if (!provider.openId && provider.loginPageUrl)
        return { url: loginPage(provider.loginPageUrl, redirectTo), attempt: null };
      if (!provider.openId) throw providerOff(provider.label);
      const telegramTokenHash = hashOf(request.telegramToken);
      const binding = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
      const url = await provider.openId.authorizationUrl(binding);
      const secret = newSecret();
      await this.options.stores.oneTimeTokens.beginAttempt(
        hashSecret(secret),
        { ...binding, provider: provider.name, redirectTo, telegramTokenHash },
        new Date(this.options.clock().getTime() + limits.session.signInAttemptMs),
      );
      return { url, attempt: { state: binding.state, secret } };
    });
  }

  /**
   * Completes a sign-in. With a work account, a `telegramToken` lets the page ask about Telegram.
   * @throws DomainError UNAUTHENTICATED (`signInExpired`, `signInFailed`), FORBIDDEN (`restrictedAccess`,
   * `managedAccountRequired`, `accountDisabled`), INVALID, UNAVAILABLE
   */
  complete(returned: SignInReturn, caller: Caller): Promise<SignedIn> {
    const provider = this.provider(returned.provider);
    return this.logged('signedIn', provider.name, caller, async (note) => {
      if (!provider.openId) throw providerOff(provider.label);
      const code = parseInput(credential, returned.code);
      const givenHash = hashOf(returned.telegramToken);
      const attempt = await this.takeAttempt(provider, returned);
      if (provider.kind === 'telegram') {
        const person = await provider.openId.redeem(code, attempt);
        const user = await this.options.inTransaction((stores) =>
          signInWithTelegram(stores, person, this.options.allowedTelegramIds, this.options.clock()),
        );
        note({ userId: user.id });
        return { user, redirectTo: attempt.redirectTo };
      }
      const person = await provider.openId.redeem(code, attempt);
      const telegramTokenHash = givenHash ?? attempt.telegramTokenHash;
      const entry = await this.options.inTransaction(async (stores) => {
        const now = this.options.clock();
        const result = await signInToWorkAccount(stores, provider, person, now);
        if ('user' in result && telegramTokenHash)
          note({ telegram: await useLinkToken(stores, result.user, telegramTokenHash, now) });
        return result;
      });
      if ('refusal' in entry) throw entry.refusal;
      note({ userId: entry.user.id });
      return { user: entry.user, redirectTo: attempt.redirectTo };
    });
  }

  /** True when a provider is set up. */
  hasProvider(): boolean {
    return this.options.providers.some(isSetUp);
  }

  /** Deletes expired attempts, tokens and message marks. */
  removeStale(): Promise<void> {
    return this.options.stores.oneTimeTokens.removeStale(this.options.clock());
  }

  private provider(name: string): SignInProvider {
    const provider = this.options.providers.find((one) => one.name === name);
    if (provider) return provider;
    const values = this.options.providers.map((one) => one.name);
    const error = fieldError('provider', 'invalid_value', { values });
    throw new DomainError('INVALID', error.message, { errors: [error] });
  }

  private async takeAttempt(
    { name }: SignInProvider,
    { secret, state }: SignInReturn,
  ): Promise<SignInAttempt> {
    const { stores, clock } = this.options;
    const attempt =
      secret &&
      (await stores.oneTimeTokens.takeAttempt(hashSecret(secret), name, state ?? null, clock()));
    if (!attempt) throw signInExpired();
    return attempt;
  }
}

const hashOf = (token: string | null | undefined): Buffer | null =>
  token ? hashSecret(parseInput(credential, token)) : null;

function loginPage(address: string, redirectTo: string | null): string {
  const page = new URL(address);
  if (redirectTo) page.searchParams.set('from', redirectTo);
  return page.href;
}

/**
 * Uses up a link token that came with a sign-in, so that the page asks about the connection. Admins and people with a
 * connected Telegram account are not asked; they connect one from the page.
 */
async function useLinkToken(stores: SignInStores, user: User, tokenHash: Buffer, now: Date) {
  const token = await stores.oneTimeTokens.takeToken(tokenHash, ['telegram_link'], now);
  // An invitation to the bot names no Telegram person, so there is nobody to connect.
  const person = token && personOfFacts(token.facts);
  if (!person) return 'unknownToken';
  if (user.isAdmin) return 'adminsBeginInThePage';
  if (user.telegramId !== null) return 'hasOne';
  await beginLink(stores, user, person, languageOfFacts(token.facts), now);
  return 'asked';
}
