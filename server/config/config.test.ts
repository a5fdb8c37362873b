import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, readConfig, readEnvironment } from './config.ts';
import type { ConfigProblem, Environment } from './config.ts';
import { settings } from './settings.ts';

const root = join(import.meta.dirname, '../..');

function problemsOf(env: Environment): ConfigProblem[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const namesOf = (env: Environment) => problemsOf(env).map(({ name }) => name);

describe('DATA_DIR', () => {
  const file = join(root, 'package.json');

  test('is refused when it is a file and the database is embedded', () => {
    expect(namesOf({ DATA_DIR: file })).toEqual(['DATA_DIR']);
  });

  test('may be missing with an external database', () => {
    expect(namesOf({ DATA_DIR: file, DATABASE_URL: 'postgres://localhost/x' })).toEqual([]);
  });
});

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hush' };
const production = { APP_ENV: 'production', PUBLIC_URL: 'https://loadout.example.com', ...google };

test.each([
  ['PORT', '0'],
  ['PORT', '80a'],
  ['HOST', '127.0.0.1:80'],
  ['PUBLIC_URL', 'loadout.example.com'],
  ['PUBLIC_URL', 'https://example.com/path'],
  ['TRUST_PROXY', '-1'],
  ['APP_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DEVELOPER_SIGN_IN', 'maybe'],
  ['GOOGLE_ISSUER', 'http://accounts.google.com'],
  ['GOOGLE_CALLBACK_PATH', '//evil.example'],
  ['SYNC_SCHEDULE', '* * * *'],
  ['RAINDROP_COLLECTION', 'x'],
  ['IMAGE_PROXY_ALLOW', 'images.internal'],
  ['IMAGE_PROXY_ALLOW', 'images.internal:65536'],
  ['WEBHOOKS_ALLOW', 'tools.internal:8080,tools.internal:99999'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://tools.example.com/'],
  ['CORS_ORIGINS', 'http://tools.example.com'],
  ['CORS_ORIGINS', 'https://a.example.com,tools.example.com'],
])('%s=%s is refused', (name, value) => {
  expect(namesOf({ [name]: value })).toEqual([name]);
});

describe('DATABASE_URL', () => {
  const canary = 'canary';

  test.each([
    [`mysql://u:${canary}@h/db`, 'another kind of database'],
    [`jdbc:postgresql://h/db?password=${canary}`, 'leave out jdbc:'],
    [`host=h user=u password=${canary}`, 'list of keywords'],
    [`u:${canary}@h/db`, 'begins with postgres://'],
    ['postgres://', 'names no database'],
    [`postgres://u:${canary}@h1,h2/db`, 'several hosts'],
    [`postgres://u:${canary}@h:port/db`, 'the port is a number'],
    [`postgres://u:12/${canary}@h/db`, '/ as %2F'],
    [`postgres://u:${canary}#1@h/db`, '# as %23'],
    [`postgres://u:${canary}?1@h/db`, '? as %3F'],
    [`postgres://u:${canary}%E9@h/db`, '% as %25'],
    [`postgres://u:${canary}@h/db?sslmode=bogus`, 'sslmode=bogus'],
    [`postgres://u:${canary}@h/db?sslmode=verify-ca`, 'without sslrootcert'],
    [`postgres://u:${canary}@h/db?sslmode=require&sslrootcert=/no/such.pem`, '/no/such.pem'],
  ])('%s is refused with what to do and without the password', (address, said) => {
    const [problem, ...others] = problemsOf({ DATABASE_URL: address });
    expect(others).toEqual([]);
    expect(problem?.reason).toContain(said);
    expect(problem?.reason).not.toContain(canary);
  });

  test.each([
    'postgres://u:p%40%3A%2F%23%3F%25@h/db',
    'postgres://u:p@s:s@h/db',
    'postgresql:///db?host=/var/run/postgresql',
    'postgres://h/db?application_name=a@b',
  ])('accepts %s unchanged', (DATABASE_URL) => {
    const { database } = readConfig({ DATABASE_URL });
    expect(decodeURIComponent(database.url ?? '')).toBe(decodeURIComponent(DATABASE_URL));
  });
});

test.each<[Environment, string[]]>([
  [{ GOOGLE_CLIENT_ID: 'id' }, ['GOOGLE_CLIENT_SECRET']],
  [{ TELEGRAM_WEBHOOK_SECRET: 'w' }, ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_BOT_NAME']],
  [{ LANGUAGE_MODEL_KEY: 'k' }, ['LANGUAGE_MODEL_URL', 'LANGUAGE_MODEL_NAME']],
  [{ EMBEDDINGS_HIDDEN_TEXTS: 'true' }, ['EMBEDDINGS_URL', 'EMBEDDINGS_MODEL']],
  [{ DATABASE_DIRECT_URL: 'postgres://x/y' }, ['DATABASE_URL']],
  [{ MAIL_FROM: 'a@b.co', SMTP_URL: 'smtp://x' }, ['ACCESS_REQUESTS_TO']],
])('names what is missing in the half-configured %j', (env, names) => {
  expect(namesOf(env)).toEqual(names);
});

test.each(['DATABASE_READ_URL', 'DATABASE_READ_URL_FILE', 'DATABASE_READ_MAX_LAG'])(
  'refuses the removed setting %s and says to delete it',
  (name) => {
    const { message } = new ConfigError(problemsOf({ [name]: 'secret-value' }));
    expect(message).toContain(`  ${name}: was removed`);
    expect(message).toContain('Delete this line');
    expect(message).not.toMatch(/secret-value|for example/);
  },
);

describe('address of the server', () => {
  test.each<[string, Environment, string | null]>([
    ['in development', {}, '127.0.0.1'],
    ['in a test', { APP_ENV: 'test' }, '127.0.0.1'],
    ['in development behind a proxy', { TRUST_PROXY: '1' }, '127.0.0.1'],
    ['in production', production, null],
    ['in production behind a proxy', { ...production, TRUST_PROXY: '1' }, '127.0.0.1'],
    ['in a container', { ...production, TRUST_PROXY: '1', HOST: '0.0.0.0' }, '0.0.0.0'],
    ['with a word about it', { HOST: '::' }, '::'],
  ])('%s', (_where, env, host) => {
    expect(readConfig(env).http.host).toBe(host);
  });
});

describe('the developer sign-in', () => {
  test.each<[string, Environment, boolean]>([
    ['on a laptop', {}, true],
    ['on a laptop with its own bookmarks', { RAINDROP_TOKEN: 't' }, true],
    ['with an address that others can open', { PUBLIC_URL: 'http://loadout.example.com' }, false],
    ['with an https address', { PUBLIC_URL: 'https://loadout.example.com' }, false],
    ['behind a proxy', { TRUST_PROXY: '1' }, false],
    ['heard by other machines', { HOST: '0.0.0.0' }, false],
    ['heard by this machine under another name', { HOST: '::1' }, true],
    ['beside Google', google, false],
    ['beside Telegram', { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_BOT_NAME: 'bot' }, false],
    ['asked for beside Google', { ...google, DEVELOPER_SIGN_IN: 'true' }, true],
    [
      'asked for with an address that others can open',
      { PUBLIC_URL: 'http://loadout.example.com', DEVELOPER_SIGN_IN: 'true' },
      true,
    ],
    ['switched off on a laptop', { DEVELOPER_SIGN_IN: 'false' }, false],
  ])('%s: %s', (_where, env, exists) => {
    expect(readConfig(env).signIn.developer).toBe(exists);
  });
});

describe('in production', () => {
  test('accepts a complete configuration', () => {
    const config = readConfig(production);
    expect(config.signIn.developer).toBe(false);
    expect(config.log.pretty).toBe(false);
  });

  test.each<[string, Environment, string[]]>([
    ['no address', { PUBLIC_URL: undefined }, ['PUBLIC_URL']],
    ['a plain http address', { PUBLIC_URL: 'http://loadout.example.com' }, ['PUBLIC_URL']],
    ['the developer sign-in', { DEVELOPER_SIGN_IN: 'true' }, ['DEVELOPER_SIGN_IN']],
    [
      'nobody able to sign in',
      { GOOGLE_CLIENT_ID: undefined, GOOGLE_CLIENT_SECRET: undefined },
      ['GOOGLE_CLIENT_ID'],
    ],
  ])('%s is refused', (_what, change, names) => {
    expect(namesOf({ ...production, ...change })).toEqual(names);
  });

  test('accepts http for this machine, and Telegram as the only sign-in', () => {
    const env = {
      APP_ENV: 'production',
      PUBLIC_URL: 'http://localhost:5176',
      TELEGRAM_BOT_TOKEN: '1:a',
      TELEGRAM_BOT_NAME: 'bot',
    };
    expect(namesOf(env)).toEqual([]);
  });
});

describe('problems', () => {
  test('are reported at once with name, reason and example, without values', () => {
    const secrets = { TELEGRAM_BOT_TOKEN: 'canary-token', DATABASE_URL: 'canary://user:pass@x' };
    const problems = problemsOf({ PORT: 'canary-port', TELEGRAM_BOT_NAME: 'bot', ...secrets });
    expect(problems.map(({ name }) => name)).toEqual([
      'PORT',
      'DATABASE_URL',
      'TELEGRAM_BOT_TOKEN',
    ]);
    const { message } = new ConfigError(problems);
    expect(message).not.toContain('canary');
    for (const { name, reason, example } of problems) {
      expect(message).toContain(`${name}: ${reason}, for example ${name}=${example}`);
    }
  });
});

describe('a secret from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-config-'));
  const file = join(folder, 'token');
  const empty = join(folder, 'empty');
  writeFileSync(file, 'from-file\n');
  writeFileSync(empty, '\n');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read without the line end', () => {
    expect(readConfig({ RAINDROP_TOKEN_FILE: file }).raindrop?.token).toBe('from-file');
  });

  test.each<[string, Environment]>([
    ['given twice', { RAINDROP_TOKEN_FILE: file, RAINDROP_TOKEN: 'x' }],
    ['missing', { RAINDROP_TOKEN_FILE: join(folder, 'none') }],
    ['empty', { RAINDROP_TOKEN_FILE: empty }],
  ])('is refused when %s', (_what, env) => {
    expect(namesOf(env)).toEqual(['RAINDROP_TOKEN']);
  });

  test('is not read for other settings', () => {
    expect(readConfig({ PORT_FILE: file }).http.port).toBe(5176);
  });
});

test('prefers the environment over .env, without changing the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-env-'));
  writeFileSync(join(folder, '.env'), 'LOADOUT_PROBE=file\nPATH=file\n');
  const env = readEnvironment(folder);
  expect(env['LOADOUT_PROBE']).toBe('file');
  expect(env['PATH']).toBe(process.env['PATH']);
  expect(process.env['LOADOUT_PROBE']).toBeUndefined();
  rmSync(folder, { recursive: true });
});

describe('.env.example', () => {
  const text = readFileSync(join(root, '.env.example'), 'utf8');
  const examples = parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ''));

  test('lists exactly the settings', () => {
    expect(Object.keys(examples).sort()).toEqual(Object.keys(settings).sort());
    expect(text.match(/^#[A-Z_]+=/gm)).toHaveLength(Object.keys(settings).length);
  });

  test('is a valid configuration', () => {
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines.every((line) => line.startsWith('#'))).toBe(true);
  });
});

test('docs/operations.md lists every setting with its default', () => {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| .*`[A-Z_]{4,}`/.test(line));
  for (const [name, { schema }] of Object.entries(settings)) {
    const unset = schema.parse(undefined);
    const isPlain = typeof unset === 'string' || typeof unset === 'number';
    const shown = isPlain ? `\`${name}\` (\`${unset}\`` : `\`${name}\``;
    expect({ name, isShown: rows.some((row) => row.includes(shown)) }).toEqual({
      name,
      isShown: true,
    });
  }
});

test('describes every setting with a valid example', () => {
  for (const [name, { about, example, schema }] of Object.entries(settings)) {
    expect(about).not.toBe('');
    expect({ name, isTaken: schema.safeParse(example).success }).toEqual({ name, isTaken: true });
  }
});
