// Who is told to end: what is under way stops and says so; what has ended meanwhile is done, and says that.
import { interruptible } from './interruptible.ts';

test('work that stops is told as interrupted', async () => {
  const work = interruptible((signal) => {
    process.emit('SIGINT');
    signal.throwIfAborted();
    return Promise.resolve('done');
  });
  await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'interrupted' });
});

test('work that had done all of it is not told as if nothing had changed', async () => {
  const work = interruptible(() => {
    process.emit('SIGTERM');
    return Promise.resolve('done');
  });
  expect(await work).toBe('done');
});
