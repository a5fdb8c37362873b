// An OpenID provider through openid-client: discovered when it is first needed, every check of the ID token on.
import { setTimeout as wait } from 'node:timers/promises';
import * as openId from 'openid-client';
import type {
  OpenIdProvider,
  SignInBinding,
} from '../../modules/people/signIn/identityProviders.ts';
import { signInFailed } from '../../modules/people/signIn/signInRules.ts';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Log } from '../../shared/log.ts';
import { createCircuitBreaker, callThroughBreaker } from '../circuitBreaker.ts';
import { upstreamFetch } from '../upstreamFetch.ts';

interface Options<Person> {
  provider: 'google' | 'telegram';
  /** Plain http is accepted for a loopback host only. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** How the secret travels to the token endpoint. */
  authentication: 'post' | 'basic';
  /** A route of the client; the same at both halves of the sign-in. */
  redirectUri: string;
  scope: string;
  /** Further parameters of the first half. */
  parameters?: Record<string, string>;
  toPerson(claims: openId.IDToken): Person;
  clock: Clock;
  log: Log;
  /** For one call of the provider, its repeats included. */
  timeoutMs?: number;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Metadata is asked for again after this long; keys are refreshed by the library. */
const rememberMs = dayMs;
/** How far the provider's clock may be ahead of ours: what the library grants for `exp` and `nbf`. */
const skewSeconds = 30;

/** Codes of the library that say: what came back is not what this provider should have sent to us. */
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

/** Errors of the token endpoint that are the fault of our settings, not of the person. */
const misconfigured = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope']);

export function createOpenIdProvider<Person>(options: Options<Person>): OpenIdProvider<Person> {
  const { provider, issuer, clientId, clientSecret, authentication, redirectUri, clock } = options;
  const log = options.log.child({ part: provider });
  const server = new URL(issuer);
  const isPlain = server.protocol === 'http:';
  if (isPlain && !loopbackHosts.has(server.hostname))
    throw new Error(`The issuer of ${provider} must be https`);
  let known: { at: number; configuration: Promise<openId.Configuration> } | null = null;

  const away = (cause: unknown): DomainError =>
    new DomainError(
      'UNAVAILABLE',
      `${provider === 'google' ? 'Google' : 'Telegram'} cannot be reached at the moment`,
      {
        reason: 'providerAway',
        retryAfter: 10,
        cause,
      },
    );

  const timeoutMs = options.timeoutMs ?? limits.upstream.googleMs;
  const breaker = createCircuitBreaker(clock);
  const call = <Result>(work: () => Promise<Result>): Promise<Result> =>
    callThroughBreaker(
      breaker,
      {
        openError: () => away(new Error('Failed repeatedly and is left alone')),
        isDown: (error) => error instanceof DomainError && error.reason === 'providerAway',
      },
      work,
    );

  const discoverOnce = async (msLeft: number): Promise<openId.Configuration> => {
    const configuration = await openId.discovery(
      server,
      clientId,
      { id_token_signed_response_alg: 'RS256' },
      authentication === 'post'
        ? openId.ClientSecretPost(clientSecret)
        : openId.ClientSecretBasic(clientSecret),
      {
        // Quarters of a second: the library wants whole milliseconds.
        timeout: Math.ceil(msLeft / 250) / 4,
        // The library's type also allows bytes in shared memory, which it never sends.
        [openId.customFetch]: (address, request) => upstreamFetch(address, request as RequestInit),
        ...(isPlain ? { execute: [openId.allowInsecureRequests] } : {}),
      },
    );
    // Without this a wrong signature passes in the code flow.
    openId.enableNonRepudiationChecks(configuration);
    configuration.timeout = timeoutMs / 1000;
    return configuration;
  };

  /** Reading metadata may be repeated, as long as there is time. */
  const discover = async (): Promise<openId.Configuration> => {
    const until = performance.now() + timeoutMs;
    for (let tries = 0; ; tries += 1) {
      try {
        return await discoverOnce(until - performance.now());
      } catch (error) {
        const waitMs = 100 * 2 ** tries * (0.5 + Math.random());
        const isTooLate = performance.now() + waitMs >= until;
        if (tries === limits.upstream.retries || isTooLate) throw away(error);
        await wait(waitMs);
      }
    }
  };

  /** Discovery that succeeded is remembered; one that failed is tried again by the next call. */
  const configured = async (): Promise<openId.Configuration> => {
    const now = clock().getTime();
    if (!known || now - known.at > rememberMs) known = { at: now, configuration: call(discover) };
    const mine = known;
    try {
      return await mine.configuration;
    } catch (error) {
      if (known === mine) known = null;
      throw error;
    }
  };

  /** The answer of the provider's page as the library wants it: the page of the client hands over the code only. */
  const returnAddress = (
    configuration: openId.Configuration,
    code: string,
    { state }: SignInBinding,
  ): URL => {
    const address = new URL(redirectUri);
    address.searchParams.set('code', code);
    address.searchParams.set('state', state);
    address.searchParams.set('iss', configuration.serverMetadata().issuer);
    return address;
  };

  /** Whose fault a failed exchange is. What the provider wrote is not logged: it may repeat the code. */
  const refusalOf = (error: unknown): DomainError => {
    if (error instanceof openId.ResponseBodyError && error.status < 500) {
      log.warn({ problem: error.error }, 'The provider refused to exchange a code');
      return misconfigured.has(error.error) ? away(error) : signInFailed(provider);
    }
    if (error instanceof openId.ClientError && untrustworthy.has(error.code ?? '')) {
      log.warn({ problem: error.code }, 'The ID token of the provider was refused');
      return signInFailed(provider);
    }
    return away(error);
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const configuration = await configured();
      return openId.buildAuthorizationUrl(configuration, {
        ...options.parameters,
        redirect_uri: redirectUri,
        scope: options.scope,
        state,
        nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    },

    async redeem(code, binding) {
      const configuration = await configured();
      const claims = await call(async () => {
        try {
          const tokens = await openId.authorizationCodeGrant(
            configuration,
            returnAddress(configuration, code, binding),
            {
              pkceCodeVerifier: binding.codeVerifier,
              expectedState: binding.state,
              expectedNonce: binding.nonce,
              idTokenExpected: true,
            },
          );
          return tokens.claims();
        } catch (error) {
          throw refusalOf(error);
        }
      });
      const latest = clock().getTime() / 1000 + skewSeconds;
      if (!claims || claims.iat > latest) {
        log.warn({ problem: 'issued in the future' }, 'The ID token of the provider was refused');
        throw signInFailed(provider);
      }
      return options.toPerson(claims);
    },

    async check() {
      await configured();
    },
  };
}
