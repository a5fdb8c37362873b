/** Client settings, given by the server at run time and validated (specification, section 5). */
export interface ClientSettings {
  appEnvironment: 'development' | 'production' | 'test';
  /** Must be there; null says that Google sign-in is switched off on this server. */
  googleClientId: string | null;
  googleCallbackPath: string;
  port: number;
  telegramBotName: string | null;
  telegramOpenId: boolean;
  /** Names of the sign-in providers that are set up. */
  signInProviders: string[];
  developerSignIn: boolean;
  /** Whether a language model analyses and translates use cases. */
  languageModel: boolean;
  splashOnly: boolean;
}

const defaults: Omit<ClientSettings, 'googleClientId'> = {
  appEnvironment: 'development',
  googleCallbackPath: '/oauth/google/callback',
  port: 5176,
  telegramBotName: null,
  telegramOpenId: false,
  signInProviders: [],
  developerSignIn: false,
  languageModel: false,
  splashOnly: false,
};

type Check = (value: unknown) => boolean;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isTextOrNull: Check = (value) =>
  value === null || (typeof value === 'string' && value !== '');

/** By hand: every page loads this before anything else, and a library would be ten times as long. */
const checks: Record<keyof ClientSettings, Check> = {
  appEnvironment: (value) => ['development', 'production', 'test'].includes(value as string),
  googleClientId: isTextOrNull,
  // A path on this site.
  googleCallbackPath: (value) => typeof value === 'string' && /^\/(?!\/)/.test(value),
  port: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65535,
  telegramBotName: isTextOrNull,
  telegramOpenId: isBoolean,
  signInProviders: (value) =>
    Array.isArray(value) && value.every((name) => /^[a-z0-9]+$/.test(String(name))),
  developerSignIn: isBoolean,
  languageModel: isBoolean,
  splashOnly: isBoolean,
};

/** Throws one message that names every setting that is wrong. */
export function readSettings(given: unknown): ClientSettings {
  const said = { ...defaults, ...(given as Partial<ClientSettings>) };
  // A string of the environment turned into a number.
  const settings = { ...said, port: Number(said.port) };
  const wrong = Object.entries(checks).filter(
    ([name, check]) => !check(settings[name as keyof ClientSettings]),
  );
  if (wrong.length > 0) {
    throw new Error(`The client's settings are wrong: ${wrong.map(([name]) => name).join(', ')}`);
  }
  return settings as ClientSettings;
}

let current: ClientSettings | null = null;

/** Called once when the page starts. */
export const setClientSettings = (settings: ClientSettings): void => {
  current = settings;
};

/** The settings of this page. */
export function clientSettings(): ClientSettings {
  if (!current) throw new Error('The client settings are read before the page has started');
  return current;
}
