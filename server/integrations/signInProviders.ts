// Who can vouch for a person, as the settings say: what is not configured is null.
import type {
  OpenIdProvider,
  GooglePerson,
  TelegramLoginCheck,
  TelegramPerson,
} from '../modules/people/signIn/identityProviders.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { createGoogle } from './google/google.ts';
import { createTelegramLoginCheck } from './telegram/loginWidget.ts';
import { createTelegramOpenId, telegramCallbackPath } from './telegram/telegramOpenId.ts';

/** The settings that matter here. */
interface Settings {
  http: { publicUrl: string };
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  googleCallbackPath: string;
  telegram: { issuer: string; botToken: string; clientSecret: string | null } | null;
}

export interface SignInProviders {
  google: OpenIdProvider<GooglePerson> | null;
  /** Null while the login widget is used. */
  telegramOpenId: OpenIdProvider<TelegramPerson> | null;
  checkTelegramLogin: TelegramLoginCheck | null;
}

/** Calls nobody: a provider is asked when somebody signs in. */
export function openSignInProviders(settings: Settings, clock: Clock, log: Log): SignInProviders {
  const { http, google, telegram } = settings;
  return {
    google:
      google &&
      createGoogle({
        google,
        redirectUri: http.publicUrl + settings.googleCallbackPath,
        clock,
        log,
      }),
    telegramOpenId: telegram?.clientSecret
      ? createTelegramOpenId({
          issuer: telegram.issuer,
          botToken: telegram.botToken,
          clientSecret: telegram.clientSecret,
          redirectUri: http.publicUrl + telegramCallbackPath,
          clock,
          log,
        })
      : null,
    checkTelegramLogin: telegram && createTelegramLoginCheck(telegram.botToken),
  };
}
