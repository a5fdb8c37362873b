// The ports to whoever vouches for a person: an OpenID provider, and Telegram.

/** What binds the two halves of a sign-in to one browser. */
export interface SignInBinding {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * An OpenID provider that is asked by the authorization code flow.
 * `authorizationUrl` and `check` throw a DomainError UNAVAILABLE (reason `providerAway`) while it cannot be reached.
 */
export interface OpenIdProvider<Person> {
  /** Where the browser must go, with PKCE (S256), state and nonce. */
  authorizationUrl(binding: SignInBinding): Promise<string>;
  /**
   * Exchanges a code for a person, after all checks of the ID token.
   * @throws DomainError UNAUTHENTICATED (reason `signInFailed`) for a code or token that is not right, UNAVAILABLE as above.
   */
  redeem(code: string, binding: SignInBinding): Promise<Person>;
  /** Whether the provider answers. */
  check(): Promise<void>;
}

/** A person as Google vouches for them; all texts are as received. */
export interface GooglePerson {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  isEmailVerified: boolean;
  /** The Workspace domain (`hd`), which Google vouches for. */
  hostedDomain: string | null;
  pictureUrl: string | null;
}

/** A person as Telegram vouches for them, whichever way. */
export interface TelegramPerson {
  /** A number beyond 32 bits, as text. */
  id: string;
  name: string | null;
  /** Without @. */
  username: string | null;
  pictureUrl: string | null;
}

/** The data of Telegram's login widget, all fields as received. */
export interface TelegramLoginData {
  id: string;
  first_name?: string | null;
  last_name?: string | null;
  username?: string | null;
  photo_url?: string | null;
  /** Seconds since 1970. */
  auth_date: string;
  hash: string;
}

/**
 * Checks the data of the login widget; the hash that comes back names this one login, so that it works once; `signedAt` is
 * when Telegram signed it.
 * Throws a DomainError UNAUTHENTICATED (reason `telegramLoginInvalid`) for anything that Telegram did not sign just so.
 */
export type TelegramLoginCheck = (
  data: TelegramLoginData,
  now: Date,
) => { person: TelegramPerson; hash: string; signedAt: Date };
