// What is told from ordinary words: keys of well-known services, and what stands where a password does. No key here is one, and each
// is put together here: the project holds nothing that looks like one (secretsNowhere.test.ts).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCredential, refuseCredentials } from './credentials.ts';

const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6uD9oS2k';

const dashes = '-'.repeat(5);

test.each([
  ['sk-', `my key sk-${random.slice(0, 32)} works`],
  ['sk-proj-', `sk-proj-${random}`],
  ['sk_live_', `sk_live_${random.slice(0, 24)}`],
  ['ghp_', `ghp_${random.slice(0, 36)}`],
  ['github_pat_', `github_pat_${random}`],
  ['glpat-', `glpat-${random.slice(0, 20)}`],
  ['AKIA', `Наш доступ: ${'AK'}IAQ3ETZ7UBM5XW2K9P, берите`],
  ['xox', `xoxb-1234567890-${random.slice(0, 20)}`],
  ['AIza', `AIza${random.slice(0, 35)}`],
  ['-----BEGIN', `${dashes}BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=`],
  ['-----BEGIN', `${dashes}BEGIN PRIVATE KEY-----`],
  ['eyJ', `eyJ${random.slice(0, 20)}.eyJ${random.slice(0, 20)}.${random.slice(0, 20)}`],
  ['123456789:AA', `123456789:AA${random.slice(0, 33)}`],
  ['-----BEGIN', `${dashes}BEGIN PGP PRIVATE KEY BLOCK-----`],
  ['sk-', `DeepSeek: ${'sk'}-9f86d081884c7d659a2feaa0c55ad015`],
  ['sk-ant-', `sk-ant-api03-${random}`],
  ['gsk_', `gsk_${random}`],
  ['xai-', `xai-${random}`],
  ['pplx-', `pplx-${random}`],
  ['r8_', `r8_${random.slice(0, 37)}`],
  ['npm_', `npm_${random.slice(0, 36)}`],
  ['hf_', `hf_${random.slice(0, 34)}`],
  ['SG.', `SG.${random.slice(0, 22)}.${random}`],
  ['ghp_', `gh\u200Bp_${random.slice(0, 10)}\u00AD${random.slice(10, 36)}`],
  ['ghp_', `https://tool.example.com/?token=ghp_${random.slice(0, 36)}`],
  ['lo_', `Bearer lo_${random.slice(0, 43)}`],
])('a key that begins with %s', (beginning, text) => {
  const found = findCredential(text);
  expect(found?.kind).toBe('key');
  expect(found?.part.startsWith(beginning)).toBe(true);
  expect(found?.part).not.toContain(random.slice(0, 8));
});

test.each([
  'password: hunter2!',
  'Log in as demo, Password = Summer2026',
  'the password is Summer2026.',
  'Пароль: qwerty',
  'пароль — Весна2026',
  'логин team, пароль: 123456',
  'pwd=Tr0ub4dor&3',
  '"password": "Summer2026"',
  'api key: 9f86d081884c7d659a2feaa0c55ad015',
  'токен: 9f86d081884c7d659a2feaa0c55ad015',
  'clone https://bot:Summer2026@git.example.com/repo',
  'postgres://loadout:Summer2026@db.example.com/loadout',
  'redis://:Summer2026@db',
  'DB_PASSWORD=Summer2026',
  'SMTP_PASS=Summer2026',
  'Database__Password=Summer2026',
  'OPENAI_API_KEY=abcdef0123456789abcdef',
  'client_secret=9f86d081884c7d659a2feaa0c55ad015',
  'secret: 9f86d081-884c-4d65-9a2f-eaa0c55ad015',
  'dbPassword: Summer2026',
  '{"clientSecret": "9f86d081884c7d659a2feaa0c55ad015"}',
  '**Пароль:** Summer2026',
  '__Password__: Summer2026',
  '<b>password</b>: x9Summer2026',
  'Пароль от аккаунта: Summer2026',
  'Password for the demo account: Summer2026',
  'Пароль (общий): Summer2026',
  'pass\u200Bword\u200D: Summer2026',
  'password\u2060:\u00ADSummer2026',
  'пароль： Summer2026',
  'pass\uFE0Fword: Summer2026',
  'ｐａｓｓｗｏｒｄ：Summer2026',
  'password → Summer2026',
  'password => Summer2026',
  'пароли: Summer2026',
  'зайти с паролем: Summer2026',
  'pwd: Summer2026',
  'pw: Summer2026',
  'Authorization: Bearer 9f86d081884c7d659a2feaa0c55ad015',
  ...['$', '%', '{', '[', '<'].map((sign) => `password: ${sign}Summer2026`),
])('what looks like a password: %s', (text) => {
  const found = findCredential(text);
  expect(found?.kind).toBe('password');
  expect(found?.part).not.toMatch(/hunter2|Summer2026|qwerty|Весна|123456|Tr0ub|9f86/);
});

test.each([
  'We write password reset emails with it: twenty of them in ten minutes.',
  'Сделали парольный менеджер за два дня.',
  'Пароль: как в вики, спросите Анну',
  'password: ask me',
  'Password: see 1Password',
  'password: 1Password',
  'password: ********',
  'password: <your-password>',
  'token: 4096 in the context, we pay per token',
  'Токены — это части слов, 1000 токенов стоят цент',
  'The key is to ask for JSON: then it answers well.',
  'Секрет: пишите коротко',
  `sk-${'x'.repeat(32)}`,
  `sk-${'your-api-key-goes-here-and-nowhere-else'}`,
  'A task-management-board-with-20-columns, disk-usage-analysis-2026',
  'postgres://user:password@host/db',
  'https://example.com:8080/a@b',
  'mailto:anna@example.com at 10:30',
  'ghp_ is the beginning of a token of GitHub',
  `AKIA${'A'.repeat(16)}`,
  'eyJ begins a JWT',
  'pass: 2 of 3 levels',
  `https://news.example.com/${'sk'}-hynix-hbm3-memory-supply-2026`,
  `https://example.com/blog/${'sk'}-telecom-a-dot-assistant-2025`,
  `${'sk'}-learn-pipelines-for-1000-examples`,
  `https://example.com/models/${'sk'}-bert-base-multilingual-v2-finetuned`,
  `https://example.com/models/SK-Bert-Base-Multilingual-v2/${'sk'}-Bert-Base-Multilingual-v2-Finetuned`,
  `${'sk'}-YOUR_OPENAI_API_KEY_GOES_HERE_1`,
  `${'sk'}-proj-your-key-here-1234567`,
  `${'sk'}-proj-YOUR-Key-Goes-Here-1234567`,
  `${'ghp'}_YourTokenGoesHere1234567890abcdefg`,
  `${'AKI'}AIOSFODNN7EXAMPLE`,
  ...[
    '${PASSWORD}',
    '$PASSWORD',
    '<password1>',
    '{{password1}}',
    '%PASSWORD%',
    '[your password 1]',
  ].map((placeholder) => `password: ${placeholder}`),
  'postgres://user:${PASSWORD1}@host/db',
  'Battle pass: season3',
  'Battle pass — 1000 рублей',
  'Second pass: 10000 iterations',
  'render pass: albedo1, RENDER pass=albedo1',
  'pass: v1.2.0',
  'boarding pass: 2026',
  'token: gpt-4o-mini-2024-07-18',
  'Токен: 550e8400-e29b-41d4-a716-446655440000',
  'token: 550e8400-e29b-41d4-a716-44665544abcd',
  'token: https://docs.example.com/abc123def',
  'secret: vault/prod/app1/key',
  'pwd: /home/user1/project',
  'password: AES-256',
  'password: OAuth2',
  'password: varchar(255)',
  'password: v1.2.0',
  'Password is AES-256 encrypted',
  'пароль: «минимум-8-знаков»',
  'password: min-8-characters',
  'password: 16-digit',
  'Забыли пароль: пишите на help2@example.com',
  'пароль: help2@example.com',
  'password: string; token: number',
  'password: $password, newPassword: $newPassword',
  'Bypass: version2 of the tool',
])('ordinary words: %s', (text) => {
  expect(findCredential(text)).toBeNull();
});

test('nothing that we have written for people is taken for a secret', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync(
    [
      '*.md',
      'docs/**/*.md',
      'schema/*.graphql',
      'client/i18n/**/*.json',
      'server/demo/data/*.json',
    ],
    { cwd: root },
  );
  expect(files.length).toBeGreaterThan(40);
  const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'));
  expect(lines.filter((line) => findCredential(line) !== null)).toEqual([]);
});

test('what its author calls no password passes, a key never does', () => {
  const refusalOf = (text: string, mayHoldPassword: boolean): unknown => {
    try {
      refuseCredentials([null, text], { mayHoldPassword });
      return null;
    } catch (error) {
      return error;
    }
  };
  expect(refusalOf('password: Summer2026', false)).toMatchObject({
    code: 'INVALID',
    reason: 'holdsPassword',
    facts: { part: 'password …' },
  });
  expect(refusalOf('password: Summer2026', true)).toBeNull();
  expect(refusalOf(`ghp_${random.slice(0, 36)}`, true)).toMatchObject({ reason: 'holdsKey' });
});
