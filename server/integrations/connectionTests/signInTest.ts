// Connection test of the sign-in: every configured provider must answer and accept our secret.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Groups } from '../../config/settingGroups.ts';
import { ConnectionTestError, type ConnectionTestResult } from '../../modules/setup/setup.ts';
import { systemClock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { createOpenIdClient, type OpenIdClientSettings } from '../signIn/openIdClient.ts';
import type { SignInProviderDefinition } from '../signIn/signInProviderDefinition.ts';
import { readJson } from './readJson.ts';

interface Limits {
  log: Log;
  timeoutMs: number;
}

type Client = Omit<OpenIdClientSettings<unknown>, 'toPerson'> & {
  name: string;
  label: string;
  redirectUri: string;
};

const metadata = z.object({ issuer: z.string(), token_endpoint: z.string() });

/** True when the provider refused our client: with an OAuth error, or with a 401. */
const isRefusal = (cause: unknown): boolean =>
  typeof cause === 'object' &&
  cause !== null &&
  ('error' in cause || ('status' in cause && cause.status === 401));

/** Reads the metadata, then lets the provider check our secret with an invalid code. */
async function testOpenId(client: Client, { log, timeoutMs }: Limits): Promise<string> {
  const until = performance.now() + timeoutMs;
  const address = `${client.issuer}/.well-known/openid-configuration`;
  const { issuer } = await readJson(address, {}, metadata, timeoutMs);
  if (issuer.replace(/(?<!\/)\/+$/, '') !== client.issuer)
    throw new ConnectionTestError('nonsense');
  const provider = createOpenIdClient({
    ...client,
    toPerson: () => null,
    clock: systemClock,
    log,
    // The library requires whole milliseconds.
    timeoutMs: Math.max(1, Math.floor(until - performance.now())),
  });
  const binding = {
    state: randomUUID(),
    nonce: randomUUID(),
    codeVerifier: randomUUID() + randomUUID(),
  };
  try {
    await provider.redeem(randomUUID(), binding);
  } catch (error) {
    // The provider accepts our secret and refuses the code.
    if (error instanceof DomainError && error.reason === 'signInFailed') return issuer;
    const cause = error instanceof DomainError ? error.cause : null;
    if (isRefusal(cause)) throw new ConnectionTestError('refused', error);
    const fault = performance.now() >= until ? 'tooLate' : 'unreachable';
    throw new ConnectionTestError(fault, error);
  }
  throw new ConnectionTestError('nonsense');
}

/**
 * Tests all configured sign-in providers.
 * @param testBot for a provider with the login widget
 * @throws ConnectionTestError of the first failure
 */
export async function testSignIn(
  settings: Groups,
  definitions: readonly SignInProviderDefinition[],
  testBot: (() => Promise<ConnectionTestResult>) | null,
  limits: Limits,
): Promise<ConnectionTestResult> {
  const results = definitions.map(async (definition): Promise<string[]> => {
    const { name, label } = definition;
    const client = definition.openId(settings);
    const redirectUri = settings.http.publicUrl + definition.callbackPath(settings);
    if (client) return [await testOpenId({ ...client, name, label, redirectUri }, limits)];
    return testBot && definition.loginPage?.(settings) ? (await testBot()).found : [];
  });
  return { found: (await Promise.all(results)).flat(), count: null };
}
