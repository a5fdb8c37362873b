// Client settings, read before the sign-in, so that one build of the client serves every environment.
import { isSetUp, type SignInProvider } from '../../people/accounts/accounts.module.ts';

/** Configuration that may be public. */
interface PublicConfig {
  environment: string;
  google: { clientId: string } | null;
  googleCallbackPath: string;
  telegram: { botName: string; clientSecret: string | null } | null;
  signIn: { developer: boolean };
  languageModel: object | null;
  http: { splashHost: string | null };
}

export interface ClientSettings {
  appEnvironment: string;
  googleClientId: string | null;
  googleCallbackPath: string;
  telegramBotName: string | null;
  telegramOpenId: boolean;
  /** Names of the configured providers, in the order of the sign-in page. */
  signInProviders: string[];
  developerSignIn: boolean;
  languageModel: boolean;
  splashOnly: boolean;
}

/** Settings for a host; the splash host shows only a video (specification, section 2). */
export const clientSettingsFor = (
  config: PublicConfig,
  providers: readonly SignInProvider[],
  host: string,
): ClientSettings => ({
  appEnvironment: config.environment,
  googleClientId: config.google?.clientId ?? null,
  googleCallbackPath: config.googleCallbackPath,
  telegramBotName: config.telegram?.botName ?? null,
  telegramOpenId: Boolean(config.telegram?.clientSecret),
  signInProviders: providers.filter(isSetUp).map(({ name }) => name),
  developerSignIn: config.signIn.developer,
  languageModel: config.languageModel !== null,
  splashOnly: config.http.splashHost !== null && config.http.splashHost === host,
});
