/** The client's settings, as the server gives them at run time, validated (specification, section 5). */
import * as z from 'zod/mini';

const path = z.string().check(z.regex(/^\/(?!\/)/, 'must be a path on this site'));

const schema = z.object({
  /** `development` unless the server says otherwise. */
  appEnvironment: z._default(z.enum(['development', 'production', 'test']), 'development'),
  /** Must be there; null says that Google sign-in is switched off on this server. */
  googleClientId: z.nullable(z.string().check(z.minLength(1))),
  googleCallbackPath: z._default(path, '/oauth/google/callback'),
  /** A string of the environment turned into a number. */
  port: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(65535)), 5176),
  telegramBotName: z._default(z.nullable(z.string()), null),
  telegramOpenId: z._default(z.boolean(), false),
  developerSignIn: z._default(z.boolean(), false),
  /** Whether a language model looks at use cases and translates them. */
  languageModel: z._default(z.boolean(), false),
  splashOnly: z._default(z.boolean(), false),
});

export type ClientSettings = z.infer<typeof schema>;

/** Throws one message that names every setting that is wrong. */
export function readSettings(given: unknown): ClientSettings {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The client's settings are wrong: ${problems.join('; ')}`);
}

let current: ClientSettings | null = null;

/** Called once when the page starts. */
export const startSettings = (settings: ClientSettings): void => {
  current = settings;
};

/** The settings of this page. */
export function clientSettings(): ClientSettings {
  if (!current) throw new Error('The client settings are read before the page has started');
  return current;
}
