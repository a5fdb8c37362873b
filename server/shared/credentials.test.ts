// What is told from ordinary words: keys of well-known services, and what stands where a password does. No key here is one, and each
// is put together here: the project holds nothing that looks like one (secretsNowhere.test.ts).
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
  'Bypass: version2 of the tool',
])('ordinary words: %s', (text) => {
  expect(findCredential(text)).toBeNull();
});

test('a text of twenty thousand signs is read at once', () => {
  const begun = performance.now();
  for (const part of ['password is ', 'a-', 'sk-', 'eyJ', 'пароль ', '://a:', '-----BEGIN ', 'A '])
    findCredential(part.repeat(10_000));
  expect(performance.now() - begun).toBeLessThan(2_000);
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
