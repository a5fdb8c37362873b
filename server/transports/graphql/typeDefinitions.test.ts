import { readTypeDefinitions, withLimits } from './typeDefinitions.ts';

test('the limits that the schema names are filled in', () => {
  expect(
    withLimits(
      '`search` at most {text.search} characters, within {session.freshMs} or {notifications.keptMs}; /knowledge/{id}',
    ),
  ).toBe('`search` at most 200 characters, within 10 minutes or 90 days; /knowledge/{id}');
  expect(() => withLimits('{text.nothing}')).toThrow(
    'The schema names a limit that is none: text.nothing',
  );
  expect(readTypeDefinitions().join('\n')).not.toMatch(/\{\w+\.\w+/);
});
