// Site pictures: found by the rules of the image proxy, fetched once and stored; internal addresses are never read.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { createImageFetcher } from '../../../integrations/imageFetcher/imageFetcher.ts';
import { createPageReader } from '../../../integrations/pageReader/pageReader.ts';
import { limits } from '../../../config/limits.ts';
import { createLog } from '../../../shared/log.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { NewItem } from '../items/items.ts';
import { createPicturesModule } from './pictures.module.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let database: TestDatabase;
let site: Server;
let canary: Server;
let canaryConnections = 0;
let answers: Record<string, Answer>;
let asked: string[];
let now: Date;
let picture: Buffer;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const at = (path = '/') => `http://127.0.0.1:${portOf(site)}${path}`;
const inside = (path = '/') => `http://127.0.0.1:${portOf(canary)}${path}`;
const png = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#0A6B58' } })
    .png()
    .toBuffer();
const page =
  (head: string): Answer =>
  (response) =>
    void response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(`<!doctype html><html><head>${head}</head><body>…</body></html>`);
const file =
  (bytes: Buffer | string): Answer =>
  (response) =>
    void response.end(bytes);

beforeAll(async () => {
  picture = await png(300, 200);
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  canary = createServer((_request, response) => void response.end(picture));
  canary.on('connection', () => (canaryConnections += 1));
  await Promise.all(
    [site, canary].map((one) => new Promise<void>((done) => void one.listen(0, '127.0.0.1', done))),
  );
});
afterAll(() => {
  for (const one of [site, canary]) {
    one.closeAllConnections();
    one.close();
  }
});
beforeEach(async () => {
  database = await createTestDatabase();
  answers = { '/picture.png': file(picture) };
  asked = [];
  now = new Date('2026-10-01T09:00:00Z');
});
afterEach(() => database.drop());

/** The module in one process. */
const openProcess = (given: { totalMs?: number; pause?: () => Promise<unknown> } = {}) => {
  const shared = {
    // The port of the canary is allowed, so that only its address is refused.
    limits: {
      ...limits.imageProxy,
      totalMs: given.totalMs ?? 5_000,
      ports: [80, 443, portOf(canary)],
    },
    allow: [{ host: '127.0.0.1', port: portOf(site) }],
  };
  return createPicturesModule({
    db: database.db,
    source: createImageFetcher(shared),
    pages: createPageReader(shared),
    limits: limits.imageProxy,
    cacheBytes: 1_000_000,
    readsSites: true,
    clock: () => now,
    log: createLog({ level: 'silent' }),
    pause: given.pause ?? (async () => {}),
  });
};
const lookAtDue = (process = openProcess()) =>
  process.sitePictures.fetchDue(new AbortController().signal);
const aService = (path: string, given: Partial<NewItem> = {}) =>
  anItem(database.db, { sourceUrl: at(path), imageUrl: null, ...given });
const foundOf = async (id: number): Promise<string | null> =>
  (await database.db('items').where({ id }).first('site_image_url'))!.site_image_url;
const later = (ms: number) => (now = new Date(now.getTime() + ms));

test('shows suitable pictures that the site declares', async () => {
  const icon = await png(64);
  const header = Buffer.from([
    0, 0, 1, 0, 1, 0, 64, 64, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0,
  ]);
  header.writeUInt32LE(icon.length, 14);
  const bytes: Record<string, Buffer> = {
    good: picture,
    dot: await png(1),
    strip: await png(800, 40),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ico: Buffer.concat([header, icon]),
  };
  const rows: [string, string, Record<string, string>, string | null][] = [
    [
      'what it shows where it is shared',
      '<link rel="icon" href="/icon.png"><meta name="twitter:image" content="/twitter.png"><meta property="og:image" content="/og.png">',
      { '/og.png': 'good', '/twitter.png': 'good', '/icon.png': 'good' },
      '/og.png',
    ],
    [
      'the next one where the first is gone',
      '<meta property="og:image" content="/og.png"><meta name="twitter:image" content="/twitter.png">',
      { '/twitter.png': 'good' },
      '/twitter.png',
    ],
    [
      'the icon of a phone before that of a tab, the largest first',
      '<link rel="icon" sizes="512x512" href="/icon.png"><link rel="apple-touch-icon" href="/touch.png"><link rel="apple-touch-icon" sizes="180x180" href="/touch180.png">',
      { '/icon.png': 'good', '/touch.png': 'good', '/touch180.png': 'good' },
      '/touch180.png',
    ],
    [
      'no counter of one pixel, no strip',
      '<meta property="og:image" content="/dot.png"><meta name="twitter:image" content="/strip.png"><link rel="shortcut icon" href="/icon.png">',
      { '/dot.png': 'dot', '/strip.png': 'strip', '/icon.png': 'good' },
      '/icon.png',
    ],
    [
      'no drawing, whatever it calls itself',
      '<link rel="icon" href="/logo.svg"><link rel="icon" href="/logo" type="image/svg+xml"><meta property="og:image" content="/drawing.png"><link rel="icon" href="/icon.png">',
      { '/drawing.png': 'svg', '/logo.svg': 'svg', '/logo': 'svg', '/icon.png': 'good' },
      '/icon.png',
    ],
    ['the PNG in its icon file', '', { '/favicon.ico': 'ico' }, '/favicon.ico'],
    ['nothing', '<link rel="icon" sizes="16x16" href="/icon.png">', { '/icon.png': 'good' }, null],
  ];
  for (const [what, head, files, found] of rows) {
    answers = { '/': page(head) };
    for (const [path, kind] of Object.entries(files)) answers[path] = file(bytes[kind]!);
    const { id } = await aService('/');
    await lookAtDue();
    expect([what, await foundOf(id)]).toEqual([what, found && at(found)]);
    await database.db('items').delete();
  }
});

test('stores a small copy and serves it to those who see the item', async () => {
  answers['/'] = page('<meta property="og:image" content="/picture.png">');
  const shown = await aService('/');
  const { images } = openProcess();
  const [member, admin] = [await aMember(database.db), await anAdmin(database.db)];
  await expect(images.read(member, at('/picture.png'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await lookAtDue()).toEqual({ looked: 1, found: 1 });
  asked = [];
  const { bytes, type } = await images.read(member, at('/picture.png'));
  const { width, height, format } = await sharp(bytes).metadata();
  expect({ type, width, height, format }).toEqual({
    type: 'image/webp',
    width: 208,
    height: 139,
    format: 'webp',
  });
  expect(asked).toEqual([]);
  await database.db('items').where({ id: shown.id }).update({ admin_visibility: 'hidden' });
  await expect(openProcess().images.read(member, at('/picture.png'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await openProcess().images.read(admin, at('/picture.png'))).bytes).toEqual(bytes);
});

test('asks a site once while its picture is fresh, across processes; then again', async () => {
  answers['/'] = page('<meta property="og:image" content="/picture.png">');
  const { id } = await aService('/');
  const rounds = await Promise.all(
    [openProcess(), openProcess(), openProcess()].map((one) => lookAtDue(one)),
  );
  expect(rounds.map(({ looked }) => looked).toSorted()).toEqual([0, 0, 1]);
  later(limits.sitePictures.freshMs - 1);
  await lookAtDue();
  expect(asked).toEqual(['/', '/picture.png']);
  answers['/'] = page('<link rel="icon" href="/new.png">');
  answers['/new.png'] = file(picture);
  later(1);
  await lookAtDue();
  expect(await foundOf(id)).toBe(at('/new.png'));
});

test('retries a failing site with growing waits up to a week, and keeps its picture', async () => {
  const { freshMs, retryMs } = limits.sitePictures;
  answers['/'] = page('<meta property="og:image" content="/picture.png">');
  const { id } = await aService('/');
  await lookAtDue();
  answers['/'] = (response) => void response.writeHead(500).end();
  later(freshMs);
  const waits = [];
  for (let failure = 0; failure < 10; failure += 1) {
    await lookAtDue();
    const { next_look_at: next } = await database.db('site_pictures').first('next_look_at');
    waits.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(waits.map((wait) => wait / retryMs)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 168, 168]);
  expect(await foundOf(id)).toBe(at('/picture.png'));
  answers['/'] = page('');
  await lookAtDue();
  expect(await foundOf(id)).toBeNull();
});

test('limits the tried pictures of a page', async () => {
  const { tries } = limits.sitePictures;
  const names = Array.from({ length: tries }, (_none, place) => `/icon${place}.png`);
  answers['/'] = page(
    names
      .map((name, place) => `<link rel="icon" sizes="${512 - place}x512" href="${name}">`)
      .join(''),
  );
  answers[names.at(-1)!] = file(picture);
  const { id } = await aService('/');
  await lookAtDue();
  // The default icon is one of them.
  expect(asked).toEqual(['/', ...names.slice(0, -1), '/favicon.ico']);
  expect(await foundOf(id)).toBeNull();
});

test('repeats an interrupted check after its time', async () => {
  answers['/'] = () => undefined;
  const { id } = await aService('/');
  const killed = new AbortController();
  const round = openProcess({ totalMs: 300 }).sitePictures.fetchDue(killed.signal);
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // The first process did not store its result, as if its server had never answered.
  await round;
  await database.db('site_pictures').update({
    failures: 0,
    next_look_at: new Date(now.getTime() + limits.sitePictures.lookMs),
  });
  answers['/'] = page('<meta property="og:image" content="/picture.png">');
  expect(await lookAtDue()).toEqual({ looked: 0, found: 0 });
  later(limits.sitePictures.lookMs);
  expect(await lookAtDue()).toEqual({ looked: 1, found: 1 });
  expect(await foundOf(id)).toBe(at('/picture.png'));
});

test('asks a host one page at a time with pauses; never for demo and removed items', async () => {
  await aService('/1');
  await aService('/2');
  const demo = await aService('/demo');
  const gone = await aService('/gone');
  await database.db('items').where({ id: demo.id }).update({ is_demo: true });
  await database.db('items').where({ id: gone.id }).update({ removed_at: now });
  await lookAtDue(openProcess({ pause: async () => asked.push('pause') }));
  expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/1', 'pause', '/2']);
});

test('an import fetches pictures of its items, unless the server must not', async () => {
  answers['/'] = page('<meta property="og:image" content="/picture.png">');
  const on = {
    SITE_PICTURES: 'true',
    IMAGE_PROXY_ALLOW: `127.0.0.1:${portOf(site)}`,
  };
  const jobs = async () =>
    (await storedJobs(database.db)).filter((job) => job.key === 'fetchSitePictures').length;
  const admin = await anAdmin(database.db);
  const add = (services: ReturnType<typeof createTestServices>['services'], path: string) =>
    services.additions.add(admin, { sourceUrl: at(path), titleEn: 'Studio' });
  const off = createTestServices(database.db).services;
  await add(off, '/');
  expect(await jobs()).toBe(0);
  expect(await lookAtDue({ ...openProcess(), sitePictures: off.sitePictures })).toEqual({
    looked: 0,
    found: 0,
  });
  const { services } = createTestServices(database.db, { env: on, clock: () => now });
  const { itemId } = await add(services, '/?second');
  expect(await jobs()).toBe(1);
  answers['/?second'] = page('<meta property="og:image" content="/picture.png">');
  await runDueJobs(database.url, services);
  expect(await foundOf(itemId)).toBe(at('/picture.png'));
});

test('I1: does not reach internal addresses; stops reading endless bodies, and finds nothing in bombs', async () => {
  let written = 0;
  const endless: Answer = (response) => {
    const more = () => {
      do written += 64_000;
      while (!response.destroyed && response.write(Buffer.alloc(64_000, ' ')));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const lead =
    (where: string): Answer =>
    (response) =>
      void response.writeHead(302, { Location: where }).end();
  const head = (address: string) => page(`<meta property="og:image" content="${address}">`);
  const huge = Buffer.concat([
    Buffer.from('<html><head><meta property="og:image" content="/picture.png"></head>'),
    Buffer.alloc(50_000_000, ' '),
  ]);
  answers = {
    ...answers,
    '/redirect': lead(inside()),
    '/private': head(inside('/picture.png')),
    '/metadata': head('http://169.254.169.254/latest/meta-data'),
    '/name': head(`http://localhost:${portOf(canary)}/`),
    '/short': head(`http://127.1:${portOf(canary)}/`),
    '/mapped': head(`http://[::ffff:127.0.0.1]:${portOf(canary)}/`),
    '/file': head('file:///etc/passwd'),
    '/base': page(`<base href="${inside()}"><meta property="og:image" content="x.png">`),
    '/picture-redirect': head('/away.png'),
    '/away.png': lead(inside()),
    '/endless': endless,
    '/endless-picture': head('/endless.png'),
    '/endless.png': endless,
    '/bomb': (response) =>
      void response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000, ' '))),
    '/huge': file(huge),
  };
  const paths = Object.keys(answers).filter((path) => !path.includes('.png'));
  const services = [];
  for (const path of paths) services.push(await aService(path));
  services.push(await anItem(database.db, { sourceUrl: inside('/service') }));
  const { looked } = await lookAtDue(openProcess({ totalMs: 5000 }));
  expect(looked).toBe(services.length);
  const found = await database.db('items').whereNotNull('site_image_url').pluck('source_url');
  // Only the head of a page of 50 MB is read.
  expect(found).toEqual([at('/huge')]);
  expect(canaryConnections).toBe(0);
  // Two endless bodies of at most a few megabytes each, with what the connections buffer.
  expect(written).toBeLessThan(60_000_000);
});
