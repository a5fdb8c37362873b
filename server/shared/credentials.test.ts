// Recognition of keys in published texts. The keys are fake and are concatenated here, so that no file of the project contains a
// key format (secretLeaks.test.ts).
import { holdsKey, refuseCredentials } from './credentials.ts';

const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6uD9oS2k';

test.each([
  ['of Loadout', `Bearer lo_${random.slice(0, 43)}`],
  ['of GitHub, in an address', `https://tool.example.com/?token=ghp_${random.slice(0, 36)}`],
  ['of Slack', `xoxb-1234567890-${random.slice(0, 20)}`],
  ['of a project at a language model', `${'sk'}-proj-${random}`],
  ['of a language model', `my key sk-${random.slice(0, 32)} works`],
  [
    'of a signed-in session: a JWT',
    `eyJ${random.slice(0, 20)}.eyJ${random.slice(0, 30)}.${random}`,
  ],
  ['of a Telegram bot', `the bot 123456:AA${random.slice(0, 33)} answers`],
  [
    'of a Telegram bot, in an address',
    `https://api.telegram.org/bot7000000001:AA${random.slice(0, 33)}/getMe`,
  ],
  ['of a Discord bot', `M${random.slice(0, 23)}.G7hJ2k.${random.slice(0, 38)}`],
  ['of a Discord webhook', `https://discord.com/api/webhooks/123456789012345678/${random}`],
  ['of a database', 'postgres://loadout:Summer2026@db.example.com/loadout'],
])('recognises a key %s', async (_name, text) => {
  expect(await holdsKey(text)).toBe(true);
});

test.each([
  `${'sk'}-hynix-memory-prices-of-2026-and-what-they-mean`,
  'We keep the password in the vault',
  'gpt-4o-mini-2024-07-18 answers faster',
  'https://example.com/a?b=c#d',
  'Meet at 123456: AAA batteries are in the box',
  'eyJ begins every JSON Web Token; paste yours at https://jwt.io',
  'com.example.application.SomeVeryLongClassNameOfOurs.method',
])('does not take %s for a key', async (text) => {
  expect(await holdsKey(text)).toBe(false);
});

test('the refusal names the field and not the secret', async () => {
  const key = `ghp_${random.slice(0, 36)}`;
  const refusal = await refuseCredentials({ title: 'none', comment: `see ${key}` }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({
    code: 'INVALID',
    reason: 'holdsKey',
    facts: { field: 'comment' },
  });
  expect(JSON.stringify(refusal)).not.toContain(key);
});
