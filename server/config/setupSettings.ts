// Which settings a part of the set-up needs, as lines for `.env`. What is set is never shown.
import type { Config } from './config.ts';
import type { SetupPart, SetupSetting, SetupSettings } from '../modules/setup/setup.ts';
import { telegramCallbackPath } from '../integrations/telegram/telegramOpenId.ts';
import { settings, type SettingName } from './settings.ts';

const names: Partial<Record<SetupPart, SettingName[]>> = {
  signIn: ['APP_ENV', 'PUBLIC_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  bookmarks: ['RAINDROP_TOKEN', 'RAINDROP_COLLECTION'],
  mail: ['SMTP_URL', 'MAIL_FROM', 'ACCESS_REQUESTS_TO'],
  model: ['LANGUAGE_MODEL_URL', 'LANGUAGE_MODEL_NAME', 'LANGUAGE_MODEL_KEY'],
  telegram: ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_BOT_NAME', 'TELEGRAM_CLIENT_SECRET'],
};

const lineOf = (name: SettingName): SetupSetting => ({
  name,
  example: settings[name].example,
  isSecret: settings[name].secret,
});

/** What the set-up may know of the configuration: whether a part is set up, and the names of its settings. */
export const setupSettingsOf = (config: Config): SetupSettings => ({
  isSet: {
    // Telegram's people come in too, by its widget or by OpenID.
    signIn: config.google !== null || config.telegram !== null,
    bookmarks: config.raindrop !== null || config.bookmarksFile !== null,
    mail: config.mail !== null,
    model: config.languageModel !== null,
    telegram: config.telegram !== null,
  },
  lines: Object.fromEntries(
    Object.entries(names).map(([part, wanted]) => [part, wanted.map(lineOf)]),
  ),
  returnAddress:
    config.http.publicUrl +
    (config.google === null && config.telegram?.clientSecret
      ? telegramCallbackPath
      : config.googleCallbackPath),
});
