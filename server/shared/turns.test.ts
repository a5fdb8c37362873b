// Long work leaves everybody else a turn, however many pieces it has; the clock is the test's own.
import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { createTurns, createWriteRests, mapInTurns } from './turns.ts';

afterEach(() => jest.restoreAllMocks());

/**
 * A clock that stands still until it is moved; in each rest everybody else takes so long, pauses end so much too late, and others work in
 * such a part of each.
 */
function openClock(othersMs = 0, lateMs = 0, othersInPause = 0) {
  let at = 0;
  let active = 0;
  const after = setImmediate;
  const soon = (work: () => void) => after(work);
  jest.spyOn(performance, 'now').mockImplementation(() => at);
  jest.spyOn(performance, 'eventLoopUtilization').mockImplementation((before) => ({
    active: active - (before?.active ?? 0),
    idle: 0,
    utilization: 0,
  }));
  const rests = jest.spyOn(globalThis, 'setImmediate').mockImplementation(((done: () => void) =>
    soon(() => {
      at += othersMs;
      active += othersMs;
      done();
    })) as unknown as typeof setImmediate);
  const pauses = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    done: () => void,
    ms: number,
  ) =>
    soon(() => {
      at += ms + lateMs;
      active += othersInPause * ms;
      done();
    })) as unknown as typeof setTimeout);
  return {
    move: (ms: number) => void (at += ms),
    now: () => at,
    rests: () => rests.mock.calls.length,
    pauses: () => pauses.mock.calls.length,
  };
}

/** Two hundred pieces of half a millisecond: the longest turn, what part of the time they had, and whether there were pauses. */
async function work(othersMs: number, lateMs = 0) {
  const clock = openClock(othersMs, lateMs);
  const turns: number[] = [];
  const pieces = Array.from({ length: 200 }, (_, at) => at);
  const done = await mapInTurns(pieces, (one) => {
    clock.move(0.5);
    turns[clock.rests()] = (turns[clock.rests()] ?? 0) + 0.5;
    return one * 2;
  });
  expect(done).toEqual(pieces.map((one) => one * 2));
  return {
    longest: Math.max(...turns),
    part: Math.round((100 / clock.now()) * 100),
    hasPauses: clock.pauses() > 0,
  };
}

test.each([
  ['nobody else is busy: short turns, since somebody may come, and no pause', 0, 0.5, 100, false],
  ['others take little: pauses, so that an answer is not held up at each step', 1, 0.5, 14, true],
  ['others take 20 ms a round: longer turns, or it would come to no end', 20, 2.5, 11, false],
  ['others take very long: no turn is longer than eight milliseconds', 100, 8, 7, false],
])('%s', async (_when, othersMs, longest, part, hasPauses) => {
  expect(await work(othersMs)).toEqual({ longest, part, hasPauses });
});

test('a pause that ends late, while nobody works, makes no turn longer', async () => {
  expect((await work(1, 20)).longest).toBe(0.5);
});

test('work for which others wait has longer turns, and makes no pauses', async () => {
  const { move, pauses } = openClock(1);
  const all = [createTurns(), createTurns('awaited'), createTurns('longest')];
  const ended = () => all.map((turns) => turns.next() !== undefined);
  expect(ended()).toEqual([false, false, false]);
  move(1);
  expect(ended()).toEqual([true, false, false]);
  move(3);
  expect(ended()).toEqual([true, true, false]);
  move(4);
  expect(ended()).toEqual([true, true, true]);
  await mapInTurns(
    Array.from({ length: 20 }, () => null),
    () => move(4),
    createTurns('awaited'),
  );
  expect(pauses()).toBe(0);
});

test('the index that follows an import rests twelve times as long as it works', async () => {
  const { move, now } = openClock(1);
  await mapInTurns(
    Array.from({ length: 1_000 }, () => null),
    () => move(0.5),
    createTurns('soon'),
  );
  expect(Math.round((500 / now()) * 100)).toBe(8);
});

test('rests beside others add up to a little over a second at most', async () => {
  const { move, now } = openClock(1);
  await mapInTurns(
    Array.from({ length: 1_000 }, () => null),
    () => move(0.5),
  );
  expect(now()).toBe(1_000 * (0.5 + 1) + 1_050);
});

test.each([
  ['nobody is busy: a look whether somebody is', 0, 2_300],
  ['others are busy: three times as long as it takes', 0.5, 8_000],
])('between portions of what the database writes, %s', async (_when, othersInPause, took) => {
  const clock = openClock(0, 0, othersInPause);
  const rest = createWriteRests();
  for (let portion = 0; portion < 100; portion += 1) {
    clock.move(20);
    await rest();
  }
  expect(clock.now()).toBe(took);
});

test('rests between portions add up to eighteen seconds at most', async () => {
  const clock = openClock(0, 0, 0.5);
  const rest = createWriteRests();
  for (let portion = 0; portion < 100; portion += 1) {
    clock.move(200);
    await rest();
  }
  expect(clock.now()).toBe(20_000 + 18_000);
});
