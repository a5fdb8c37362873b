// Settings of each part of the set-up page as lines for `.env`, without their values.
import type { Config } from './config.ts';
import type { SetupPart, SetupSetting, SetupSettings } from '../modules/setup/setup.ts';
import { isSetUp, type SignInProvider } from '../modules/people/accounts/accounts.module.ts';
import { settings, type SettingName } from './settings.ts';

const names: Partial<Record<SetupPart, SettingName[]>> = {
  signIn: ['APP_ENV', 'PUBLIC_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  bookmarks: ['RAINDROP_TOKEN', 'RAINDROP_COLLECTION'],
  mail: ['SMTP_URL', 'MAIL_FROM', 'ACCESS_REQUESTS_TO'],
  model: ['LANGUAGE_MODEL_URL', 'LANGUAGE_MODEL_NAME', 'LANGUAGE_MODEL_KEY'],
  embeddings: ['EMBEDDINGS_URL', 'EMBEDDINGS_MODEL', 'EMBEDDINGS_KEY'],
  telegram: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_BOT_NAME', 'TELEGRAM_CLIENT_SECRET'],
};

const lineOf = (name: SettingName): SetupSetting => ({
  name,
  example: settings[name].example,
  isSecret: settings[name].secret,
});

/** The redirect URI is that of the first OpenID Connect provider, or Google's without one. */
export const setupSettingsOf = (
  config: Config,
  providers: readonly SignInProvider[],
): SetupSettings => ({
  isSet: {
    signIn: providers.some(isSetUp),
    bookmarks: config.raindrop !== null || config.bookmarksFile !== null,
    mail: config.mail !== null,
    model: config.languageModel !== null,
    embeddings: config.embeddings !== null,
    telegram: config.telegram !== null,
  },
  lines: Object.fromEntries(
    Object.entries(names).map(([part, wanted]) => [part, wanted.map(lineOf)]),
  ),
  returnAddress: (providers.find(({ openId }) => openId) ?? providers[0])?.redirectUri ?? '',
  signInProviders: providers.map(({ name }) => name),
});
