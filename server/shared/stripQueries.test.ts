import { stripQueries, stripQueriesIn } from './stripQueries.ts';

test.each([
  ['GET https://x.example/a?code=canary#b failed', 'GET https://x.example/a failed'],
  ['at load (https://x.example/a.js?v=canary:1:2)', 'at load (https://x.example/a.js'],
  ['/oauth/google/callback?code=canary&state=canary', '/oauth/google/callback'],
  ['/login#canary "/b?canary" </c?canary>', '/login "/b" </c>'],
  ['smtp://user:canary@mail.example:25', 'smtp://mail.example:25'],
  ['Is this C# or F#? 1/2 of them', 'Is this C# or F#? 1/2 of them'],
  ['ordinary text with code 42', 'ordinary text with code 42'],
])('%s is kept as %s', (text, kept) => {
  expect(stripQueries(text)).toBe(kept);
});

test('strips every text of a tree, names included, and leaves the rest as it is', () => {
  const tree = { list: [null, true, 3, { '/a?canary': '/b?canary' }], page: '/c' };
  expect(stripQueriesIn(tree)).toEqual({ list: [null, true, 3, { '/a': '/b' }], page: '/c' });
  const prototype = stripQueriesIn(JSON.parse('{"__proto__": "/a?canary"}'));
  expect(JSON.stringify(prototype)).toBe('{"__proto__":"/a"}');
});

test.each(['a', '-eyJ', '//', '//a@', '/?', '#', '? ', '\\"', 'https://'])(
  'takes a megabyte of %j',
  (sign) => {
    const text = `${sign.repeat(1_000_000 / sign.length)}!`;
    expect(stripQueries(text).length).toBeLessThanOrEqual(text.length);
  },
);
