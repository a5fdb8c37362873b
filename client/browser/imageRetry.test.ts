import { jest } from '@jest/globals';
import { openFakeServer, type FakeAnswer, type FakeServer } from '../testing/fakeServer.ts';
import { fetchImage, imageConcurrency } from './useImage.ts';
import { onSignedOut } from './signedOut.ts';

let server: FakeServer;
const proxy = '/api/v1/proxy/image';
const open = (...answers: FakeAnswer[]) => {
  server = openFakeServer({
    [`GET ${proxy}`]: (call) => (answers.length > 1 ? answers.shift()! : answers[0]!)(call),
  });
};
const picture = () => new Response('bytes', { status: 200 });
const status = (code: number) => () => new Response(null, { status: code });

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  server?.close();
});

test('never requests again after 410', async () => {
  open(status(410));
  const { signal } = new AbortController();
  expect(await fetchImage('https://pictures.example/gone.png', signal)).toBeNull();
  expect(await fetchImage('https://pictures.example/gone.png', signal)).toBeNull();
  expect(server.calls).toHaveLength(1);
});

test.each([[401], [403], [410]])(
  'section 8: a picture refused with %i signs out only for 401',
  async (code) => {
    open(status(code));
    const heard: string[] = [];
    const stop = onSignedOut((reason) => heard.push(reason));
    const { signal } = new AbortController();
    expect(await fetchImage(`https://pictures.example/${code}.png`, signal)).toBeNull();
    expect(heard).toEqual(code === 401 ? ['ended'] : []);
    stop();
  },
);

test('stops retries when the screen is left', async () => {
  open(status(429));
  const leave = new AbortController();
  const work = fetchImage('https://pictures.example/b.png', leave.signal);
  await jest.advanceTimersByTimeAsync(10);
  leave.abort();
  await expect(work).rejects.toThrow('aborted');
  await jest.advanceTimersByTimeAsync(20_000);
  expect(server.calls).toHaveLength(1);
});

test('limits parallel requests to the proxy’s limit per person', async () => {
  const answers: Array<(response: Response) => void> = [];
  open(() => new Promise<Response>((resolve) => answers.push(resolve)));
  const { signal } = new AbortController();
  const works = Array.from({ length: imageConcurrency + 2 }, (_unused, place) =>
    fetchImage(`https://pictures.example/many-${place}.png`, signal),
  );
  await jest.advanceTimersByTimeAsync(0);
  expect(server.calls).toHaveLength(imageConcurrency);
  answers[0]!(picture());
  await jest.advanceTimersByTimeAsync(0);
  expect(server.calls).toHaveLength(imageConcurrency + 1);
  answers[1]!(picture());
  await jest.advanceTimersByTimeAsync(0);
  for (const answer of answers.slice(2)) answer(picture());
  expect((await Promise.all(works)).every((blob) => blob?.size === 5)).toBe(true);
});
