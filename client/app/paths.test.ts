import { loginFrom, safePlace } from './paths.ts';

test.each([
  ['/dashboard?search=a#b', '/dashboard?search=a#b'],
  ['/profile/knowledge', '/profile/knowledge'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['https://evil.example/', '/dashboard'],
  ['//evil.example/', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['\\\\evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login?from=/login', '/dashboard'],
])('after signing in %p leads to %p', (asked, place) => {
  expect(safePlace(asked)).toBe(place);
});

test('the login screen remembers the place, unless it is itself or the start', () => {
  expect(loginFrom('/dashboard?tags=a,b')).toBe('/login?from=%2Fdashboard%3Ftags%3Da%2Cb');
  expect(loginFrom('/')).toBe('/login');
  expect(loginFrom('/login?from=%2Fx')).toBe('/login');
});
