import { createLog } from './log.ts';

function logged(fields: object): string {
  let text = '';
  const destination = { write: (line: string) => void (text += line) };
  createLog({ level: 'info', destination }).info(fields, 'said');
  return text;
}

test.each([
  { token: 'canary' },
  { code: 'canary' },
  { req: { headers: { authorization: 'Bearer canary', cookie: 'sid=canary' } } },
  { res: { headers: { 'set-cookie': ['sid=canary'] } } },
  { body: { password: 'canary', telegramToken: 'canary' } },
  { variables: { input: { code: 'canary' } } },
  { settings: { google: { clientSecret: 'canary' } } },
])('redacts the secret in %j', (fields) => {
  const line = logged(fields);
  expect(line).toContain('[hidden]');
  expect(line).not.toContain('canary');
});

test('keeps the code of an error', () => {
  const err = Object.assign(new Error('gone'), { code: '57P01' });
  expect(JSON.parse(logged({ err }))).toMatchObject({
    err: { errorCode: '57P01', message: 'gone' },
  });
});

test('writes an entry as one line of JSON, whatever the text', () => {
  const text = logged({ entry: 'a\nb\r\u2028c' });
  expect(text.trimEnd()).not.toContain('\n');
  expect(JSON.parse(text)).toMatchObject({ entry: 'a\nb\r\u2028c', msg: 'said' });
});

test('drops lines below the level', () => {
  let lines = 0;
  const log = createLog({ level: 'warn', destination: { write: () => void (lines += 1) } });
  log.info('no');
  log.warn('yes');
  expect(lines).toBe(1);
});

test.each([
  ['postgres://user:canary@host/db', 'postgres://host/db'],
  ['/auth/direct-access?token=canary&x=1', '/auth/direct-access'],
])('removes user and query of an address: %s', (url, clean) => {
  expect(JSON.parse(logged({ url }))).toMatchObject({ url: clean });
});
