import { createBoundedQueue } from './boundedQueue.ts';

const never = new AbortController().signal;
const full = () => new Error('full');
const open = (waiting: number, waitMs = 60_000) =>
  createBoundedQueue({ waiting, waitMs, refusal: full });

/** Work that ends when it is told to, and says when it began. */
function work(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begin = () => {
    begun.push(name);
    return promise;
  };
  return { begin, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('goes one after another in the order of asking, also behind what fails', async () => {
  const run = open(5);
  const begun: string[] = [];
  const [one, two, three] = ['one', 'two', 'three'].map((name) => work(begun, name));
  const first = run(one!.begin, never);
  const second = run(two!.begin, never);
  const third = run(three!.begin, never);
  expect(begun).toEqual(['one']);
  one!.fail();
  await expect(first).rejects.toThrow('one');
  two!.end();
  expect(await second).toBe('two');
  three!.end();
  expect(await third).toBe('three');
  expect(begun).toEqual(['one', 'two', 'three']);
  expect(await run(async () => 'four', never)).toBe('four');
});

test('of those that come past the bound each is refused at once, and the line goes on', async () => {
  const run = open(1);
  const begun: string[] = [];
  const [one, two] = [work(begun, 'one'), work(begun, 'two')];
  const taken = [run(one.begin, never), run(two.begin, never)];
  await expect(run(async () => 'three', never)).rejects.toThrow('full');
  one.end();
  two.end();
  expect(await Promise.all(taken)).toEqual(['one', 'two']);
});

test('who has waited too long is refused and leaves a place', async () => {
  const run = open(1, 0);
  const one = work([], 'one');
  const first = run(one.begin, never);
  await expect(run(async () => 'two', never)).rejects.toThrow('full');
  const third = run(async () => 'three', never);
  one.end();
  expect(await first).toBe('one');
  expect(await third).toBe('three');
});

test('who gives up is not begun, wherever in the line', async () => {
  const run = open(2);
  const begun: string[] = [];
  const one = work(begun, 'one');
  const first = run(one.begin, never);
  const leaving = new AbortController();
  const late = new AbortController();
  const gone = run(work(begun, 'gone').begin, leaving.signal);
  const handedOver = run(work(begun, 'late').begin, late.signal);
  leaving.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  const last = run(async () => 'last', never);
  one.end();
  await first;
  // Its turn has come, and it has not begun yet.
  late.abort(new Error('late'));
  await expect(handedOver).rejects.toThrow('late');
  expect(await last).toBe('last');
  expect(begun).toEqual(['one']);
  await expect(run(async () => 'x', leaving.signal)).rejects.toThrow('left');
});
