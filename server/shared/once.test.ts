import { once } from './once.ts';

test('it is made when it is first asked for, and once, also when it is nothing', () => {
  let count = 0;
  const value = once(() => {
    count += 1;
    return null;
  });
  expect(count).toBe(0);
  expect([value(), value(), count]).toEqual([null, null, 1]);
});

test('what could not be made is made at the next call', () => {
  let tries = 0;
  const value = once(() => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  expect(value).toThrow('not yet');
  expect([value(), value()]).toEqual([2, 2]);
});
