// T13: whatever a page sends for the log, credentials in it do not stand there, and it stays JSON.
import fc from '../testing/fastCheck.ts';
import { recordFigure } from '../testing/figures.ts';
import { redact } from './redact.ts';
import { newSecret } from './secrets.ts';

/** Signs that end texts, members and lines in JSON, in addresses and in headers. */
const spice = fc.constantFrom(
  '"',
  '\\',
  '\\"',
  "'",
  '{',
  '}',
  ':',
  ',',
  '\n',
  '\u2028',
  '\u0000',
  '&',
  '=',
  ' ',
);
const noise = fc
  .array(fc.oneof(spice, fc.string({ maxLength: 4 })), { maxLength: 8 })
  .map((all) => all.join(''));

const names = [
  'cookie',
  'Cookie',
  'set-cookie',
  'session',
  'sessionId',
  'sid',
  'token',
  'accessToken',
  'telegram_token',
  'password',
  'secret',
  'clientSecret',
  'code',
  'hash',
  'nonce',
  'Authorization',
  'x-api-key',
  'credentials',
];
const name = fc.constantFrom(...names);
/** What a person would not choose, and no rule of form knows. */
const word = fc.constantFrom('canary', 'canary-7', 'canary x');

/** Ways in which a secret stands in a value, whatever stands around it. */
const byName = fc.tuple(name, word, noise, noise).map(([key, secret, before, after]) => ({
  [key]: `${before}${secret}${after}`,
}));
const nested = fc
  .tuple(name, fc.jsonValue({ maxDepth: 2 }))
  .map(([key, inside]) => ({ [key]: { inside, list: ['canary'] } }));
const asText = byName.map((value) => JSON.stringify(value));
const asTextTwice = asText.map((text) => JSON.stringify({ body: text }));
const cutText = fc
  .tuple(asText, noise)
  .map(([text, before]) => `${before.replaceAll('"', '')} ${text.slice(0, -1)}`);
const byForm = fc.constantFrom(0, 1, 2, 3).map((form) => {
  const secret = newSecret();
  return { secret, text: [secret, `got ${secret}.`, `/x/${secret}/y`, `"${secret}"`][form]! };
});
const inAddress = fc
  .tuple(fc.constantFrom('token', 'code', 'state', 'hash', 'session', 'sid'), noise)
  .map(([key, before]) => `${before}https://x.example/path?${key}=canary&a=1`);
const inHeader = fc
  .tuple(fc.constantFrom('Cookie', 'cookie', 'Set-Cookie', 'Authorization'), noise)
  .map(([key, after]) => `${key}: sid=canary; other=canary${after.replaceAll(/[\r\n]/g, '')}`);

const within = (value: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.jsonValue({ maxDepth: 2 }), value, noise).map(([around, planted, key]) => ({
    around,
    [`x${key}`]: [planted],
  }));

const runs = 2_000;
let leaked = 0;

/** Runs a property, and counts it as a leak when it does not hold. */
const holds = (property: fc.IProperty<unknown>): void => {
  const outcome = fc.check(property, { numRuns: runs });
  if (outcome.failed) leaked += 1;
  expect(outcome.failed ? fc.defaultReportMessage(outcome) : undefined).toBeUndefined();
};

afterAll(() =>
  recordFigure({
    promise: 'T13',
    figure: `ways in which a credential reached the log, of 8 with ${runs} values by chance each`,
    target: '0',
    measured: leaked,
    holds: leaked === 0,
  }),
);

test.each<[string, fc.Arbitrary<unknown>]>([
  ['under its name', byName],
  ['somewhere below its name', nested],
  ['in a text that is JSON', asText],
  ['in a text of a text that is JSON', asTextTwice],
  ['in JSON that was cut off', cutText],
  ['in an address', inAddress],
  ['in a header', inHeader],
])('a secret %s is hidden, whatever stands around it', (_where, planted) => {
  holds(
    fc.property(within(planted), (value) => {
      expect(JSON.stringify(redact(value))).not.toContain('canary');
    }),
  );
});

test('a session or link is hidden by its form, under any name', () => {
  holds(
    fc.property(byForm, noise, ({ secret, text }, key) => {
      expect(JSON.stringify(redact({ [`x${key}`]: [text] }))).not.toContain(secret);
    }),
  );
});

test('any value stays JSON, and what is no secret stays as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => JSON.parse(JSON.stringify(redact(value)))).not.toThrow();
    }),
  );
  const plain = {
    route: '/dashboard?q=voice&page=2',
    build: 'a1b2c3d',
    count: 3,
    zipcode: 'kept',
    message: 'Cannot read "title" of undefined: statement 4, keyboard shortcut',
    list: [null, true, { at: '2026-10-01T09:30:00.000Z' }],
  };
  expect(redact(plain)).toEqual(plain);
  expect(JSON.stringify(redact(JSON.parse('{"__proto__": {"token": "canary"}}')))).toBe(
    '{"__proto__":{"token":"[hidden]"}}',
  );
});
