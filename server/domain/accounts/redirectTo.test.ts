import { countHeld } from '../../testing/figures.ts';
import { limits } from '../../limits.ts';
import { safeRedirect } from './redirectTo.ts';

describe('A4, safeRedirect: the final origin is ours', () => {
  const refused = countHeld('A4', 'ways out refused of tried', 18);
  test.each([
    ['a path', '/dashboard', '/dashboard'],
    [
      'a path with a query',
      '/dashboard?search=%D0%B8%D0%B3%D1%80%D0%B0&page=2',
      '/dashboard?search=%D0%B8%D0%B3%D1%80%D0%B0&page=2',
    ],
    ['a path with a fragment', '/profile/use-cases#case-7', '/profile/use-cases#case-7'],
    [
      'an address inside the query',
      '/dashboard?next=https://evil.example',
      '/dashboard?next=https://evil.example',
    ],
    ['a path that climbs', '/admin/../dashboard', '/dashboard'],
    ['the root', '/', '/'],
  ])('keeps %s', (_what, asked, expected) => {
    expect(safeRedirect(asked)).toBe(expected);
  });

  test.each([
    ['nothing', ''],
    ['a foreign address', 'https://evil.example/'],
    ['a foreign address without a scheme', '//evil.example/'],
    ['three slashes', '///evil.example'],
    ['a slash and a backslash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a backslash later', '/dashboard\\..\\evil'],
    ['a script', 'javascript:alert(1)'],
    ['a data address', 'data:text/html,<script>alert(1)</script>'],
    ['a relative path', 'dashboard'],
    ['a host behind a user name', '@evil.example'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a new line that browsers drop', '/\n/evil.example'],
    ['a NUL', '/dash\u0000board'],
    ['a leading blank', ' //evil.example'],
    ['a path that climbs to two slashes', '/x/..//evil.example'],
    ['a dot before two slashes', '/.//evil.example'],
    ['half a surrogate pair', '/\ud800'],
  ])('refuses %s', (_what, asked) => {
    expect(safeRedirect(asked)).toBeNull();
    refused();
  });

  test('refuses what is no text at all', () => {
    expect(safeRedirect(null)).toBeNull();
    expect(safeRedirect(undefined)).toBeNull();
  });

  test(`takes ${limits.text.redirectPath} characters and not one more`, () => {
    const longest = `/${'a'.repeat(limits.text.redirectPath - 1)}`;
    expect(safeRedirect(longest)).toBe(longest);
    expect(safeRedirect(`${longest}a`)).toBeNull();
  });
});
