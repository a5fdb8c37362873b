import { redact } from './redact.ts';

test.each([
  [
    'GET /oauth/google/callback?code=4/0Ab_c-d&state=xyz failed',
    'GET /oauth/google/callback?code=[removed]&state=[removed] failed',
  ],
  ['/auth/direct-access?token=abc.def', '/auth/direct-access?token=[removed]'],
  ['/dashboard?search=секрет&page=2', '/dashboard?search=[removed]&page=2'],
  ['{"token":"abc","name":"Анна"}', '{"token":"[removed]","name":"Анна"}'],
  ['{"telegramToken": "a\\"b"}', '{"telegramToken": "[removed]"}'],
  ['Authorization: Bearer abc.def-ghi=', 'Authorization: Bearer [removed]'],
  ['eyJhbGciOi.eyJzdWIi.c2lnbmF0', '[removed]'],
  ['The call failed: token=abcdef123 of tool', 'The call failed: token=[removed] of tool'],
  ['ordinary text with code 42', 'ordinary text with code 42'],
])('%p', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test('a token inside JSON inside JSON is removed too', () => {
  expect(
    redact(JSON.stringify({ body: JSON.stringify({ token: 'secret', page: 1 }) })),
  ).not.toContain('secret');
});
