import { goodForms, hostileForms } from '../../server/testing/redirectForms.ts';
import { loginPathFrom, safeReturnPath } from './paths.ts';

test.each(goodForms)('after signing in %j leads to %j', (asked, place) => {
  expect(safeReturnPath(asked)).toBe(place);
});

test.each(hostileForms.map((form) => [JSON.stringify(form).slice(0, 60), form] as const))(
  'after signing in %s leads to the dashboard',
  (_name, form) => {
    expect(safeReturnPath(form)).toBe('/dashboard');
  },
);

test.each([null, undefined, '/login', '/login?from=/login', '/login/'])(
  'after signing in %p leads to the dashboard',
  (asked) => {
    expect(safeReturnPath(asked)).toBe('/dashboard');
  },
);

test('the login screen remembers the place, unless it is itself or the start', () => {
  expect(loginPathFrom('/dashboard?tags=a,b')).toBe('/login?from=%2Fdashboard%3Ftags%3Da%2Cb');
  expect(loginPathFrom('/')).toBe('/login');
  expect(loginPathFrom('/login?from=%2Fx')).toBe('/login');
});
