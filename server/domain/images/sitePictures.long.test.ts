// A company's first hour: 410 services whose sites answer show their pictures. And a server that is killed while it looks.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { jobQueue } from '../../database/jobQueue.ts';
import { createImageFetcher } from '../../integrations/imageFetcher/imageFetcher.ts';
import { createPageReader } from '../../integrations/pageReader/pageReader.ts';
import { limits } from '../../limits.ts';
import { createLog } from '../../shared/log.ts';
import { anItem } from '../../testing/builders.ts';
import { startServer } from '../../testing/serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createImagesRoom } from './images.room.ts';

let database: TestDatabase;
let site: Server;
let port: number;
/** Paths that nobody answers. */
let silent: Set<string>;
let asked: string[];

/** How the sites of such services name their pictures; one of the last kind has none that can be shown. */
const heads: [share: number, head: string][] = [
  [60, '<meta property="og:image" content="/cover.jpg">'],
  [8, '<meta name="twitter:image" content="/cover.jpg">'],
  [8, '<meta property="og:image" content="/gone"><link rel="apple-touch-icon" href="/icon.png">'],
  [10, '<link rel="icon" type="image/svg+xml" href="/x.svg"><link rel="icon" href="/icon.png">'],
  [11, '<link rel="shortcut icon" href="/icon.png">'],
  [3, '<link rel="icon" type="image/svg+xml" href="/x.svg">'],
];
const headOf = (number: number): string => {
  let left = (number * 37) % 100;
  return heads.find(([share]) => (left -= share) < 0)?.[1] ?? '';
};

beforeAll(async () => {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0A6B58' } });
  const files: Record<string, Buffer> = {
    '/cover.jpg': await drawn(1_200, 630).jpeg().toBuffer(),
    '/icon.png': await drawn(64, 64).png().toBuffer(),
  };
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (silent.has(path)) return;
    const file = files[path];
    const number = /^\/service\/(\d+)$/.exec(path)?.[1];
    if (file) response.end(file);
    else if (number)
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<html><head><title>Service</title>${headOf(Number(number))}</head></html>`);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => void site.listen(0, '127.0.0.1', done));
  ({ port } = site.address() as AddressInfo);
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(async () => {
  database = await createTestDatabase();
  silent = new Set();
  asked = [];
});
afterEach(() => database.drop());

const addServices = async (count: number): Promise<void> => {
  for (let number = 0; number < count; number += 1)
    await anItem(database.db, { sourceUrl: `http://127.0.0.1:${port}/service/${number}` });
};
const found = async (): Promise<number> =>
  (await database.db('items').whereNotNull('site_image_url').pluck('id')).length;
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};

test('410 services whose sites answer show their pictures', async () => {
  await addServices(410);
  const shared = { limits: limits.imageProxy, allow: [{ host: '127.0.0.1', port }] };
  const { sitePictures } = createImagesRoom({
    db: database.db,
    source: createImageFetcher(shared),
    pages: createPageReader(shared),
    limits: limits.imageProxy,
    cacheBytes: 1_000_000,
    readsSites: true,
    clock: () => new Date(),
    log: createLog({ level: 'silent' }),
    hostPauseMs: 0,
  });
  await sitePictures.lookAtDue(new AbortController().signal);
  const percent = Math.round(((await found()) / 410) * 1_000) / 10;
  const { rows } = await database.db.raw<{ rows: { bytes: number }[] }>(
    'select max(length(picture)) as bytes from site_pictures',
  );
  expect(percent).toBeGreaterThanOrEqual(95);
  expect(rows[0]!.bytes).toBeLessThan(50_000);
  expect(asked.filter((path) => path.startsWith('/service/'))).toHaveLength(410);
});

test('a server that is killed while it looks loses nothing and asks no site again that has answered', async () => {
  await addServices(4);
  silent.add('/service/2');
  const settings = {
    DATABASE_URL: database.url,
    SITE_PICTURES: 'true',
    IMAGE_PROXY_ALLOW: `127.0.0.1:${port}`,
  };
  const first = await startServer(settings);
  await jobQueue(database.db).enqueue('fetchSitePictures', {}, { key: 'fetchSitePictures' });
  await until(() => asked.includes('/service/2'));
  await first.end('SIGKILL');
  silent.clear();
  const before = await found();
  expect(before).toBe(2);
  const second = await startServer(settings);
  // What the first had begun is free once its time is over: here, at once.
  await database
    .db('site_pictures')
    .whereNull('found_url')
    .update({ next_look_at: new Date(0) });
  await database.db.raw(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()`,
  );
  await database.db.raw(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null`,
  );
  await jobQueue(database.db).enqueue('fetchSitePictures', {}, { key: 'fetchSitePictures' });
  await until(async () => (await found()) === 4);
  await second.end('SIGTERM');
  expect(asked.filter((path) => path.startsWith('/service/')).toSorted()).toEqual([
    '/service/0',
    '/service/1',
    '/service/2',
    '/service/2',
    '/service/3',
  ]);
});
