// OpenID Connect client of a sign-in provider, through openid-client with every check of the ID token on.
import { setTimeout as wait } from 'node:timers/promises';
import * as openId from 'openid-client';
import type {
  OpenIdProvider,
  SignInBinding,
  WorkPerson,
} from '../../modules/people/signIn/identityProviders.ts';
import { signInFailed } from '../../modules/people/signIn/signInRules.ts';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Log } from '../../shared/log.ts';
import {
  createCircuitBreaker,
  callThroughBreaker,
  type CircuitBreaker,
} from '../circuitBreaker.ts';
import { upstreamFetch } from '../upstreamFetch.ts';

/** Registration of Loadout at a provider. */
export interface OpenIdClientSettings<Person> {
  /** Plain http is accepted for a loopback host only. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Authentication at the token endpoint: the secret in the body or in the header. */
  authentication: 'post' | 'basic';
  scope: string;
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>;
  toPerson(claims: openId.IDToken): Person;
}

export interface OpenIdClientOptions<Person> extends OpenIdClientSettings<Person> {
  name: string;
  label: string;
  /** Equal in both halves of the sign-in. */
  redirectUri: string;
  clock: Clock;
  log: Log;
  /** Time limit of one call with its retries. */
  timeoutMs?: number;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Metadata are read again after this long; the library refreshes the keys. */
const rememberMs = dayMs;
/** Tolerated lead of the provider's clock, equal to the library's for `exp` and `nbf`. */
const clockSkewSeconds = 30;

/** Error codes of the library for a response or an ID token that cannot be meant for Loadout. */
const untrustworthy = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
]);

/** Errors of the token endpoint that the settings cause, not the person. */
const misconfigured = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope']);

/** A claim that is a non-empty text. */
export const textClaim = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The standard claims of OpenID Connect; `email_verified` must be the boolean true. */
export const workPersonOf = (claims: openId.IDToken): WorkPerson => ({
  issuer: claims.iss,
  subject: claims.sub,
  name: textClaim(claims['name']),
  email: textClaim(claims['email']),
  isEmailVerified: claims['email_verified'] === true,
  hostedDomain: null,
  pictureUrl: textClaim(claims['picture']),
});

class OpenIdClient<Person> implements OpenIdProvider<Person> {
  private readonly options: OpenIdClientOptions<Person>;
  private readonly issuer: URL;
  private readonly timeoutMs: number;
  private readonly log: Log;
  private readonly breaker: CircuitBreaker;
  private discovered: { at: number; configuration: Promise<openId.Configuration> } | null = null;

  constructor(options: OpenIdClientOptions<Person>) {
    this.options = options;
    this.issuer = new URL(options.issuer);
    if (this.issuer.protocol === 'http:' && !loopbackHosts.has(this.issuer.hostname))
      throw new Error(`The issuer of ${options.label} must be https`);
    this.timeoutMs = options.timeoutMs ?? limits.upstream.signInProviderMs;
    this.log = options.log.child({ part: options.name });
    this.breaker = createCircuitBreaker(options.clock);
  }

  async authorizationUrl({ state, nonce, codeVerifier }: SignInBinding): Promise<string> {
    const { parameters, redirectUri, scope } = this.options;
    return openId.buildAuthorizationUrl(await this.configuration(), {
      ...parameters,
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).href;
  }

  async redeem(code: string, binding: SignInBinding): Promise<Person> {
    const configuration = await this.configuration();
    const claims = await this.call(() => this.exchange(configuration, code, binding));
    const latest = this.options.clock().getTime() / 1000 + clockSkewSeconds;
    if (!claims || claims.iat > latest) {
      this.log.warn({ problem: 'issued in the future' }, 'ID token refused');
      throw signInFailed(this.options.label);
    }
    return this.options.toPerson(claims);
  }

  async check(): Promise<void> {
    await this.configuration();
  }

  private async exchange(
    configuration: openId.Configuration,
    code: string,
    binding: SignInBinding,
  ): Promise<openId.IDToken | undefined> {
    try {
      const tokens = await openId.authorizationCodeGrant(
        configuration,
        this.returnAddress(configuration, code, binding),
        {
          pkceCodeVerifier: binding.codeVerifier,
          expectedState: binding.state,
          expectedNonce: binding.nonce,
          idTokenExpected: true,
        },
      );
      return tokens.claims();
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /** The library requires the full callback address; the client passes only the code. */
  private returnAddress(
    configuration: openId.Configuration,
    code: string,
    { state }: SignInBinding,
  ): URL {
    const address = new URL(this.options.redirectUri);
    address.searchParams.set('code', code);
    address.searchParams.set('state', state);
    address.searchParams.set('iss', configuration.serverMetadata().issuer);
    return address;
  }

  /** Error of a failed exchange. The provider's own text is not logged: it may repeat the code. */
  private refusalOf(error: unknown): DomainError {
    if (error instanceof openId.ResponseBodyError && error.status < 500) {
      this.log.warn({ problem: error.error }, 'The provider refused to exchange a code');
      return misconfigured.has(error.error)
        ? this.unavailable(error)
        : signInFailed(this.options.label);
    }
    if (error instanceof openId.ClientError && untrustworthy.has(error.code ?? '')) {
      this.log.warn({ problem: error.code }, 'ID token refused');
      return signInFailed(this.options.label);
    }
    return this.unavailable(error);
  }

  private unavailable(cause: unknown): DomainError {
    return new DomainError(
      'UNAVAILABLE',
      `${this.options.label} cannot be reached at the moment. Try again in a minute`,
      { reason: 'providerAway', retryAfter: 10, cause },
    );
  }

  private call<Result>(work: () => Promise<Result>): Promise<Result> {
    return callThroughBreaker(
      this.breaker,
      {
        openError: () => this.unavailable(new Error('The circuit breaker is open')),
        isDown: (error) => error instanceof DomainError && error.reason === 'providerAway',
      },
      work,
    );
  }

  /** Metadata of the provider; the next call retries a failed discovery. */
  private async configuration(): Promise<openId.Configuration> {
    const now = this.options.clock().getTime();
    if (!this.discovered || now - this.discovered.at > rememberMs)
      this.discovered = { at: now, configuration: this.call(() => this.discover()) };
    const current = this.discovered;
    try {
      return await current.configuration;
    } catch (error) {
      if (this.discovered === current) this.discovered = null;
      throw error;
    }
  }

  private async discover(): Promise<openId.Configuration> {
    const until = performance.now() + this.timeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.discoverOnce(until - performance.now());
      } catch (error) {
        const waitMs = 100 * 2 ** attempt * (0.5 + Math.random());
        const isTooLate = performance.now() + waitMs >= until;
        if (attempt === limits.upstream.retries || isTooLate) throw this.unavailable(error);
        await wait(waitMs);
      }
    }
  }

  private async discoverOnce(msLeft: number): Promise<openId.Configuration> {
    const { clientId, clientSecret, authentication } = this.options;
    const configuration = await openId.discovery(
      this.issuer,
      clientId,
      { id_token_signed_response_alg: 'RS256' },
      authentication === 'post'
        ? openId.ClientSecretPost(clientSecret)
        : openId.ClientSecretBasic(clientSecret),
      {
        // Quarters of a second, since the library requires whole milliseconds.
        timeout: Math.ceil(msLeft / 250) / 4,
        // The library's type also allows shared buffers, which it never sends.
        [openId.customFetch]: (address, request) => upstreamFetch(address, request as RequestInit),
        ...(this.issuer.protocol === 'http:' ? { execute: [openId.allowInsecureRequests] } : {}),
      },
    );
    // Without this a wrong signature passes in the code flow.
    openId.enableNonRepudiationChecks(configuration);
    configuration.timeout = this.timeoutMs / 1000;
    return configuration;
  }
}

/** Creates the client without calling the provider. */
export const createOpenIdClient = <Person>(
  options: OpenIdClientOptions<Person>,
): OpenIdProvider<Person> => new OpenIdClient(options);
