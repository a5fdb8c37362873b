import { createLog } from '../../shared/log.ts';
import { createRounds } from './round.ts';

test('a round goes on to the last open text, however many there are', async () => {
  const all = Array.from({ length: 41 }, (_, at) => ({ id: at + 1 }));
  const translated: number[] = [];
  const rounds = createRounds({
    store: {
      pending: (afterId, limit) =>
        Promise.resolve(all.filter(({ id }) => id > afterId).slice(0, limit)),
      firstTry: () => Promise.resolve(null),
    },
    model: 'a model',
    translate: ({ id }) => {
      translated.push(id);
      return Promise.resolve(true);
    },
    tries: { succeeded: () => Promise.resolve(), failed: () => Promise.resolve() },
    asRefusal: (error) => error,
    clock: () => new Date('2026-03-01T10:00:00Z'),
    log: createLog({ level: 'silent' }),
    most: 41,
  });
  expect(await rounds.translatePending(new AbortController().signal)).toEqual({
    translated: 41,
    failed: 0,
    isModelUnavailable: false,
    isCut: false,
  });
  expect(translated).toEqual(all.map(({ id }) => id));
});
