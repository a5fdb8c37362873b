// What the page needs to know before anybody signs in: one build of the client serves every environment.

/** The parts of the configuration that the page may know. */
interface PageConfig {
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
  developerSignIn: boolean;
  languageModel: boolean;
  splashOnly: boolean;
}

/** Settings for the page on a host; on the splash host only a video is shown (specification, section 2). */
export const clientSettingsFor = (config: PageConfig, host: string): ClientSettings => ({
  appEnvironment: config.environment,
  googleClientId: config.google?.clientId ?? null,
  googleCallbackPath: config.googleCallbackPath,
  telegramBotName: config.telegram?.botName ?? null,
  telegramOpenId: Boolean(config.telegram?.clientSecret),
  developerSignIn: config.signIn.developer,
  languageModel: config.languageModel !== null,
  splashOnly: config.http.splashHost !== null && config.http.splashHost === host,
});
