import { runInThisContext } from 'node:vm';

test('Node loads the tests itself, not Jest into a context of its own', () => {
  expect(runInThisContext('Array')).toBe(Array);
});
