// Telegram as an OpenID provider (core.telegram.org/bots/telegram-login): the client is the bot.
import type { IDToken } from 'openid-client';
import type {
  OpenIdProvider,
  TelegramPerson,
} from '../../modules/people/signIn/identityProviders.ts';
import { signInFailed } from '../../modules/people/signIn/signInRules.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { createOpenIdProvider } from '../openId/openIdProvider.ts';

/** The client's route that Telegram's OpenID Connect returns to. */
export const telegramCallbackPath = '/oauth/telegram/callback';

interface Options {
  issuer: string;
  botToken: string;
  clientSecret: string;
  /** Public address of the client's route that Telegram sends the browser back to. */
  redirectUri: string;
  clock: Clock;
  log: Log;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The claim `id` is the number that the bot and the widget know; it is what makes them one person. */
function telegramPersonOf(claims: IDToken): TelegramPerson {
  const id =
    typeof claims['id'] === 'number' ? String(claims['id']) : (textOf(claims['id']) ?? claims.sub);
  if (!/^[1-9]\d{0,15}$/.test(id)) throw signInFailed('telegram');
  return {
    id,
    name:
      textOf(claims['name']) ??
      textOf([claims['given_name'], claims['family_name']].filter(textOf).join(' ')),
    username: textOf(claims['preferred_username']),
    pictureUrl: textOf(claims['picture']),
  };
}

export const createTelegramOpenId = (options: Options): OpenIdProvider<TelegramPerson> =>
  createOpenIdProvider({
    provider: 'telegram',
    issuer: options.issuer,
    clientId: options.botToken.split(':')[0] ?? '',
    clientSecret: options.clientSecret,
    authentication: 'basic',
    redirectUri: options.redirectUri,
    scope: 'openid profile',
    toPerson: telegramPersonOf,
    clock: options.clock,
    log: options.log,
  });
