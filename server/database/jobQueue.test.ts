import { withJobsLast, type JobQueue } from './jobQueue.ts';

let stored: Parameters<JobQueue['enqueue']>[];
const queue: JobQueue = {
  async enqueue(...job) {
    stored.push(job);
  },
};
beforeEach(() => {
  stored = [];
});

test('jobs are stored behind the work, each key once as it was asked for last, in the order of the keys', async () => {
  const later = new Date('2026-11-23T12:00:00Z');
  const result = await withJobsLast(queue, async (jobs) => {
    await jobs.enqueue('write', {}, { key: 'write' });
    await jobs.enqueue('translate', { all: true }, { key: 'translate' });
    await jobs.enqueue('write', {}, { key: 'write', runAt: later });
    expect(stored).toEqual([]);
    return 7;
  });
  expect(result).toBe(7);
  expect(stored).toEqual([
    ['translate', { all: true }, { key: 'translate' }],
    ['write', {}, { key: 'write', runAt: later }],
  ]);
});

test('jobs without a key are stored as often as they were asked for, in that order, behind those with one', async () => {
  const asked = Array.from({ length: 12 }, (_, who) => ['tell', { who }] as const);
  await withJobsLast(queue, async (jobs) => {
    for (const job of asked) await jobs.enqueue(...job);
    await jobs.enqueue('write', {}, { key: 'write' });
    // Of the name that a number has made of another before.
    await jobs.enqueue('tell', { who: 'keyed' }, { key: 'tell 0' });
  });
  expect(stored).toEqual([
    ['tell', { who: 'keyed' }, { key: 'tell 0' }],
    ['write', {}, { key: 'write' }],
    ...asked,
  ]);
});

test('work that fails stores none', async () => {
  const failing = withJobsLast(queue, async (jobs) => {
    await jobs.enqueue('tell');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(stored).toEqual([]);
});
