// Registry of sign-in providers: the definitions, opened with the settings, and their health probes.
import type { Groups } from '../../config/settingGroups.ts';
import type {
  OpenIdProvider,
  SignInProvider,
} from '../../modules/people/signIn/identityProviders.ts';
import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/durations.ts';
import type { HealthProbe } from '../../shared/healthProbe.ts';
import type { Log } from '../../shared/log.ts';
import { google } from './google.ts';
import { createOpenIdClient, type OpenIdClientSettings } from './openIdClient.ts';
import type { SignInProviderDefinition } from './signInProviderDefinition.ts';
import { telegram } from './telegram.ts';

/** In the order of the sign-in page. A new provider is a file in this folder, its settings and its texts in both locales. */
export const signInProviderDefinitions: readonly SignInProviderDefinition[] = [google, telegram];

/** Creates all providers, even unconfigured ones, without calling them. */
export function openSignInProviders(
  settings: Groups,
  definitions: readonly SignInProviderDefinition[],
  { clock, log }: { clock: Clock; log: Log },
): SignInProvider[] {
  const { publicUrl } = settings.http;
  return definitions.map((definition) => {
    const { name, label } = definition;
    const redirectUri = publicUrl + definition.callbackPath(settings);
    const page = definition.loginPage?.(settings) ?? null;
    const shared = { name, label, redirectUri, loginPageUrl: page && publicUrl + page };
    const open = <Person>(
      client: OpenIdClientSettings<Person> | null,
    ): OpenIdProvider<Person> | null =>
      client && createOpenIdClient({ ...client, name, label, redirectUri, clock, log });
    return definition.kind === 'work'
      ? { kind: 'work', ...shared, openId: open(definition.openId(settings)) }
      : { kind: 'telegram', ...shared, openId: open(definition.openId(settings)) };
  });
}

interface Reachable {
  check(): Promise<void>;
}

/** A provider that answered is not checked again for this long. */
const rememberMs = minuteMs;

/** Health probes of the providers, none of which is vital. Telegram is as healthy as its bot. */
export const signInProbes = (
  providers: readonly SignInProvider[],
  bot: Reachable | null,
): HealthProbe[] =>
  providers.map(({ name, label, kind, openId }) => {
    const reachable = kind === 'telegram' ? bot : openId;
    let answeredAt = Number.NEGATIVE_INFINITY;
    return {
      name,
      isVital: false,
      isOutside: reachable !== null,
      check: async () => {
        if (!reachable) return { state: 'off', detail: `Signing in with ${label} is not set up` };
        const now = performance.now();
        if (now - answeredAt > rememberMs) {
          await reachable.check();
          answeredAt = now;
        }
        return 'ok';
      },
    };
  });
