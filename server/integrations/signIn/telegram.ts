// Sign-in with Telegram: OpenID Connect (core.telegram.org/bots/telegram-login), else the login widget.
import type { IDToken } from 'openid-client';
import type { TelegramPerson } from '../../modules/people/signIn/identityProviders.ts';
import { signInFailed } from '../../modules/people/signIn/signInRules.ts';
import { textClaim } from './openIdClient.ts';
import type { SignInProviderDefinition } from './signInProviderDefinition.ts';

const label = 'Telegram';

/** The claim `id` is the person's number for the bot and the widget. */
function telegramPersonOf(claims: IDToken): TelegramPerson {
  const id =
    typeof claims['id'] === 'number'
      ? String(claims['id'])
      : (textClaim(claims['id']) ?? claims.sub);
  if (!/^[1-9]\d{0,15}$/.test(id)) throw signInFailed(label);
  return {
    id,
    name:
      textClaim(claims['name']) ??
      textClaim([claims['given_name'], claims['family_name']].filter(textClaim).join(' ')),
    username: textClaim(claims['preferred_username']),
    pictureUrl: textClaim(claims['picture']),
  };
}

export const telegram: SignInProviderDefinition = {
  kind: 'telegram',
  name: 'telegram',
  label,
  callbackPath: () => '/oauth/telegram/callback',
  openId: ({ telegram: settings }) =>
    settings?.clientSecret
      ? {
          issuer: settings.issuer,
          clientId: settings.botToken.split(':')[0] ?? '',
          clientSecret: settings.clientSecret,
          authentication: 'basic',
          scope: 'openid profile',
          toPerson: telegramPersonOf,
        }
      : null,
  loginPage: ({ telegram: settings }) =>
    settings && !settings.clientSecret ? '/login?with=telegram' : null,
};
