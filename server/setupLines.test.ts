// What the set-up knows of the configuration: any way to sign in is one.
import { readConfig } from './config.ts';
import { stepsOf } from './domain/setup/setup.ts';
import type { HealthPart } from './domain/system/health.ts';
import { setupSettingsOf } from './setupLines.ts';

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hidden-one' };
const telegram = { TELEGRAM_BOT_TOKEN: '7000000001:hidden-two', TELEGRAM_BOT_NAME: 'a_bot' };
const openId = { ...telegram, TELEGRAM_CLIENT_SECRET: 'hidden-three' };

const signIn = (env: Record<string, string>, health: HealthPart[] = []) =>
  stepsOf({
    facts: { companiesWithDomain: 0, givenCompanies: 0, ownItems: 0, admins: 0, backupAt: null },
    settings: setupSettingsOf(readConfig({ APP_ENV: 'test', ...env })),
    health,
    tried: new Map(),
    now: new Date(),
  }).find(({ part }) => part === 'signIn')!;

const part = (name: string, state: HealthPart['state']): HealthPart => ({
  name,
  state,
  detail: state === 'ok' ? null : 'For a reason',
});

test.each([
  ['nothing', {}, 'missing'],
  ['Google', google, 'untried'],
  ['another OpenID provider', { ...google, GOOGLE_ISSUER: 'https://id.acme.example' }, 'untried'],
  ["Telegram's widget", telegram, 'untried'],
  ["Telegram's OpenID", openId, 'untried'],
  ['both', { ...google, ...openId }, 'untried'],
])('a sign-in with %s', (_, env, state) => {
  const step = signIn(env);
  expect(step.state).toBe(state);
  expect(JSON.stringify(step)).not.toContain('hidden');
});

test('the address to register is that of the provider that is set up', () => {
  expect(signIn({}).returnAddress).toMatch(/\/oauth\/google\/callback$/);
  expect(signIn(openId).returnAddress).toMatch(/\/oauth\/telegram\/callback$/);
  expect(signIn({ ...google, ...openId }).returnAddress).toMatch(/\/oauth\/google\/callback$/);
});

test('one that is off says nothing about the other; one that fails is told', () => {
  const off = part('google', 'off');
  expect(signIn(telegram, [off, part('telegram', 'ok')]).state).toBe('done');
  expect(signIn(telegram, [off, part('telegram', 'failing')])).toMatchObject({
    state: 'failing',
    fault: 'unreachable',
  });
  const both = { ...google, ...telegram };
  expect(signIn(both, [part('google', 'failing'), part('telegram', 'ok')]).state).toBe('failing');
  expect(signIn(both, [part('google', 'ok'), part('telegram', 'ok')]).state).toBe('done');
});
