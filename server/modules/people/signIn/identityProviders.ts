// Ports to the sign-in providers: OpenID Connect and Telegram's login widget.

/** Secrets that bind both halves of a sign-in to one browser. */
export interface SignInBinding {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * An OpenID provider with the authorization code flow.
 * `authorizationUrl` and `check` throw a DomainError UNAVAILABLE (reason `providerAway`) while it cannot be reached.
 */
export interface OpenIdProvider<Person> {
  /** Address of the provider's page, with PKCE (S256), state and nonce. */
  authorizationUrl(binding: SignInBinding): Promise<string>;
  /**
   * Exchanges a code for a person, after all checks of the ID token.
   * @throws DomainError UNAUTHENTICATED (reason `signInFailed`) for an invalid code or token, UNAVAILABLE as above
   */
  redeem(code: string, binding: SignInBinding): Promise<Person>;
  /** Resolves while the provider answers. */
  check(): Promise<void>;
}

/** A person with a work account at an OpenID provider; all texts are as received. */
export interface WorkPerson {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  isEmailVerified: boolean;
  /** Domain of the Google Workspace (`hd`) that manages the account; null for other providers. */
  hostedDomain: string | null;
  pictureUrl: string | null;
}

/** A person in Telegram, from its OpenID Connect, its login widget or the bot. */
export interface TelegramPerson {
  /** A number beyond 32 bits, as text. */
  id: string;
  name: string | null;
  /** Without @. */
  username: string | null;
  pictureUrl: string | null;
}

interface Provider<Person> {
  /** Key in the API, the database and the locales. */
  name: string;
  /** Proper name, for messages. */
  label: string;
  /** Address of the client to which the provider returns the browser. */
  redirectUri: string;
  /** Null where OpenID Connect is not set up. */
  openId: OpenIdProvider<Person> | null;
  /** Loadout's page on which a sign-in without OpenID Connect begins; null for none. */
  loginPageUrl: string | null;
}

/** `work`: the provider confirms a work account; `telegram`: a Telegram person. */
export type SignInProvider =
  ({ kind: 'work' } & Provider<WorkPerson>) | ({ kind: 'telegram' } & Provider<TelegramPerson>);

export const isSetUp = ({ openId, loginPageUrl }: SignInProvider): boolean =>
  openId !== null || loginPageUrl !== null;

/** Data of Telegram's login widget, all fields as received. */
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
 * Checks the data of the login widget. The hash in the answer identifies this login, so that it works once.
 * @throws DomainError UNAUTHENTICATED (reason `telegramLoginInvalid`) for data that Telegram has not signed
 */
export type TelegramLoginCheck = (
  data: TelegramLoginData,
  now: Date,
) => { person: TelegramPerson; hash: string; signedAt: Date };
