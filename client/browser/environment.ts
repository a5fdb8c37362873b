/** Client settings, given by the server at run time and validated (specification, section 5). */
import * as v from 'valibot';

const path = v.pipe(v.string(), v.regex(/^\/(?!\/)/, 'must be a path on this site'));

const schema = v.object({
  /** `development` unless the server says otherwise. */
  appEnvironment: v.optional(v.picklist(['development', 'production', 'test']), 'development'),
  /** Must be there; null says that Google sign-in is switched off on this server. */
  googleClientId: v.nullable(v.pipe(v.string(), v.nonEmpty())),
  googleCallbackPath: v.optional(path, '/oauth/google/callback'),
  /** A string of the environment turned into a number. */
  port: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(65535)),
    5176,
  ),
  telegramBotName: v.optional(v.nullable(v.string()), null),
  telegramOpenId: v.optional(v.boolean(), false),
  /** Names of the sign-in providers that are set up. */
  signInProviders: v.optional(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9]+$/))), []),
  developerSignIn: v.optional(v.boolean(), false),
  /** Whether a language model analyses and translates use cases. */
  languageModel: v.optional(v.boolean(), false),
  splashOnly: v.optional(v.boolean(), false),
});

export type ClientSettings = v.InferOutput<typeof schema>;

/** Throws one message that names every setting that is wrong. */
export function readSettings(given: unknown): ClientSettings {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  throw new Error(`The client's settings are wrong: ${problems.join('; ')}`);
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
