// Signing in: begun here, vouched for by Google or Telegram, ended here; every attempt is logged without its secrets.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { Log } from '../../../shared/log.ts';
import { safeRedirect } from '../../../shared/safeRedirect.ts';
import { equalSecrets, hashSecret, newSecret } from '../../../shared/secrets.ts';
import type { User } from '../accounts/accounts.ts';
import type { GooglePerson, OpenIdProvider, TelegramPerson } from './identityProviders.ts';
import type { SignInAttempt, SignInProvider } from './signIn.store.ts';
import { createSignInLog, type Caller } from './signInLog.ts';
import {
  configured,
  credential,
  languageOfFacts,
  personOfFacts,
  signInFailed,
} from './signInRules.ts';
import {
  enterWithGoogle,
  enterWithTelegram,
  type AllowedTelegramId,
  type InSignInTransaction,
  type SignInContext,
} from './signInFlows.ts';
import { beginLink } from './telegramLinkRules.ts';

interface Options {
  rooms: SignInContext;
  inTransaction: InSignInTransaction;
  /** Null: not configured. */
  google: OpenIdProvider<GooglePerson> | null;
  /** Null: the login widget is used, or Telegram is not configured. */
  telegramOpenId: OpenIdProvider<TelegramPerson> | null;
  /** The page of ours that shows the login widget; null where the widget is not the way in. */
  telegramWidgetUrl: string | null;
  allowedTelegramIds: readonly AllowedTelegramId[];
  clock: Clock;
  log: Log;
}

export interface SignedIn {
  user: User;
  /** The place inside Loadout that was asked for before; always a path. */
  redirectTo: string | null;
}

/** The second half of a sign-in, as it comes back to the browser that began it. */
export interface Returned {
  /** What the sign-in's cookie held; null in another browser, or when it has expired. */
  secret: string | null;
  code: string;
  state?: string | null | undefined;
  telegramToken?: string | null | undefined;
}

const expired = (): DomainError =>
  new DomainError('UNAUTHENTICATED', 'This sign-in has expired, or it began in another browser', {
    reason: 'signInExpired',
  });

export function createSignIn(options: Options) {
  const { rooms, inTransaction, google, telegramOpenId, allowedTelegramIds, clock } = options;
  const journal = createSignInLog(options.log);

  /** The widget is its own beginning: the way in is the page that shows it, and nothing is bound to this browser. */
  const widgetPage = (provider: SignInProvider, redirectTo: string | null): string | null => {
    if (provider !== 'telegram' || telegramOpenId || !options.telegramWidgetUrl) return null;
    const page = new URL(options.telegramWidgetUrl);
    if (redirectTo) page.searchParams.set('from', redirectTo);
    return page.href;
  };

  const takeAttempt = async (
    provider: SignInProvider,
    { secret, state }: Returned,
  ): Promise<SignInAttempt> => {
    const attempt =
      secret && (await rooms.tokens.takeAttempt(hashSecret(secret), provider, clock()));
    if (!attempt) throw expired();
    if (state !== null && state !== undefined && !equalSecrets(state, attempt.state))
      throw signInFailed(provider);
    return attempt;
  };

  /**
   * Uses up a link token that travelled with a sign-in: it connects nothing, it only lets the page ask. Whoever has a Telegram
   * already, and an admin, is not asked either: they connect one from the page, where they began it themselves.
   */
  const linkTravelling = async (
    inside: SignInContext,
    user: User,
    tokenHash: Buffer,
    now: Date,
  ) => {
    const token = await inside.tokens.takeToken(tokenHash, ['telegram_link'], now);
    // An invitation to the bot names no Telegram person, so it connects nobody here.
    const person = token && personOfFacts(token.facts);
    if (!person) return 'unknownToken';
    if (user.isAdmin) return 'adminsBeginInThePage';
    if (user.telegramId !== null) return 'hasOne';
    await beginLink(inside, user, person, languageOfFacts(token.facts), now);
    return 'asked';
  };

  return {
    /**
     * Begins a sign-in. The secret belongs into a cookie of this browser, the address is where it must go.
     * Where Telegram's login widget is the way in there is no secret: the address is that of the page with the widget.
     * @param asked.redirectTo a place that does not lead inside is dropped
     * @throws DomainError UNAVAILABLE: the provider is not set up (reason `providerOff`) or cannot be reached (`providerAway`)
     */
    start: (
      asked: {
        provider: SignInProvider;
        redirectTo?: string | null | undefined;
        telegramToken?: string | null | undefined;
      },
      caller: Caller,
    ): Promise<{ url: string; secret: string | null }> =>
      journal.started(asked.provider, caller, async () => {
        const page = widgetPage(asked.provider, safeRedirect(asked.redirectTo));
        if (page) return { url: page, secret: null };
        const provider = configured<Pick<OpenIdProvider<unknown>, 'authorizationUrl'>>(
          asked.provider === 'google' ? google : telegramOpenId,
          asked.provider,
        );
        const telegramToken = asked.telegramToken
          ? parseInput(credential, asked.telegramToken)
          : null;
        const binding = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
        const url = await provider.authorizationUrl(binding);
        const secret = newSecret();
        await rooms.tokens.beginAttempt(
          hashSecret(secret),
          {
            ...binding,
            provider: asked.provider,
            redirectTo: safeRedirect(asked.redirectTo),
            telegramTokenHash: telegramToken ? hashSecret(telegramToken) : null,
          },
          new Date(clock().getTime() + limits.session.signInAttemptMs),
        );
        return { url, secret };
      }),

    /**
     * Ends a sign-in with Google. A link token that travelled with it lets the page ask about Telegram.
     * @throws DomainError UNAUTHENTICATED (`signInExpired`, `signInFailed`), FORBIDDEN (`restrictedAccess`, `managedAccountRequired`, `accountDisabled`),
     * UNAVAILABLE
     */
    completeGoogle: (returned: Returned, caller: Caller): Promise<SignedIn> =>
      journal.signedIn('google', caller, async (note) => {
        const provider = configured(google, 'google');
        const code = parseInput(credential, returned.code);
        const given = returned.telegramToken
          ? hashSecret(parseInput(credential, returned.telegramToken))
          : null;
        const attempt = await takeAttempt('google', returned);
        const person = await provider.redeem(code, attempt);
        const telegramTokenHash = given ?? attempt.telegramTokenHash;
        const entry = await inTransaction(async (inside) => {
          const now = clock();
          const entered = await enterWithGoogle(inside, person, now);
          if ('user' in entered && telegramTokenHash)
            note({ telegram: await linkTravelling(inside, entered.user, telegramTokenHash, now) });
          return entered;
        });
        if ('refusal' in entry) throw entry.refusal;
        return { user: entry.user, redirectTo: attempt.redirectTo };
      }),

    /** Ends a sign-in with Telegram's OpenID Connect. @throws DomainError as `completeGoogle` */
    completeTelegram: (returned: Returned, caller: Caller): Promise<SignedIn> =>
      journal.signedIn('telegram', caller, async () => {
        const provider = configured(telegramOpenId, 'telegram');
        const code = parseInput(credential, returned.code);
        const attempt = await takeAttempt('telegram', returned);
        const person = await provider.redeem(code, attempt);
        const user = await inTransaction((inside) =>
          enterWithTelegram(inside, person, allowedTelegramIds, clock()),
        );
        return { user, redirectTo: attempt.redirectTo };
      }),

    /** Deletes attempts, tokens and remembered messages that nobody can use any more. */
    removeStale: (): Promise<void> => rooms.tokens.removeStale(clock()),
  };
}
