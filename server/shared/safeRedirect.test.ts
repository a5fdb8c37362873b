import { goodForms, hostileForms } from '../testing/redirectForms.ts';
import { maxRedirectLength, safeRedirect } from './safeRedirect.ts';

describe('A4, safeRedirect: the final origin is ours', () => {
  test.each(goodForms)('keeps %j', (asked, place) => {
    expect(safeRedirect(asked)).toBe(place);
  });

  test.each(hostileForms.map((form) => [JSON.stringify(form).slice(0, 60), form] as const))(
    'refuses %s',
    (_name, form) => {
      expect(safeRedirect(form)).toBeNull();
    },
  );

  test('refuses a missing address', () => {
    expect(safeRedirect(null)).toBeNull();
    expect(safeRedirect(undefined)).toBeNull();
  });

  test(`takes ${maxRedirectLength} characters and not one more`, () => {
    const longest = `/${'a'.repeat(maxRedirectLength - 1)}`;
    expect(safeRedirect(longest)).toBe(longest);
    expect(safeRedirect(`${longest}a`)).toBeNull();
  });
});
