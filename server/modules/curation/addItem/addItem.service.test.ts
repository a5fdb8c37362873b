// Adding an item by its address: the page is read under the rules of the image proxy, and one bookmark is created.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeLanguageModel } from '../../../../fakes/languageModel.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';

const page = (body: string) => `<!doctype html><html><head>${body}</head><body>…</body></html>`;
const head = `<meta charset="utf-8"><title> Plain
  title </title><meta name="description" content="Plain">
  <meta property="og:title" content="Voice &amp; Text Studio">
  <meta property="og:description" content="Turns text into voice">
  <meta property="og:image" content="/cover.png">`;

let world: SyncWorld;
let site: Server;
let canary: Server;
let connections = 0;
let answers: Record<string, { body: string | Buffer; type?: string; location?: string }>;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) =>
  new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  site = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (!answer) return void response.writeHead(404).end();
    const { body, type = 'text/html; charset=utf-8', location } = answer;
    response.writeHead(location ? 302 : 200, {
      'content-type': type,
      ...(location && { location }),
    });
    response.end(body);
  });
  canary = createServer((_request, response) => void response.end(page(head)));
  canary.on('connection', () => (connections += 1));
  await Promise.all([listening(site), listening(canary)]);
});
afterAll(async () => {
  await Promise.all([site, canary].map((one) => new Promise((done) => one.close(done))));
});

beforeEach(async () => {
  answers = { '/': { body: page(head) } };
  connections = 0;
  world = await startSyncWorld({
    bookmarks: 4,
    env: { IMAGE_PROXY_ALLOW: `127.0.0.1:${portOf(site)}` },
  });
  await world.sync();
  await world.raindrop.control.forgetCalls();
});
afterEach(() => world.close());

const at = (path = '/') => `http://127.0.0.1:${portOf(site)}${path}`;
const lookUp = (address: string) => world.services.additions.lookUp(world.admin, address);
const studio = { sourceUrl: 'https://studio.example.com/', titleEn: 'Studio', tags: ['voice'] };
const add = (given: object = {}) =>
  world.services.additions.add(world.admin, { ...studio, ...given });
const row = (id: number) => world.database.db('items').where({ id }).first();
const bookmarks = async () =>
  (await world.raindrop.control.bookmarks()).filter(({ link }) => link === studio.sourceUrl);

describe('what a page says', () => {
  test('is proposed in its language, with tags of the catalogue', async () => {
    expect(await lookUp(at())).toEqual({
      address: at(),
      knownId: null,
      isRead: true,
      titleRu: null,
      titleEn: 'Voice & Text Studio',
      descriptionRu: null,
      descriptionEn: 'Turns text into voice',
      imageUrl: at('/cover.png'),
      tags: ['text'],
      machineTexts: [],
    });
  });

  test('is proposed in both languages with a model, marked as machine-written', async () => {
    const model = await startFakeLanguageModel();
    const { services } = createTestServices(world.database.db, {
      env: {
        ...world.env,
        LANGUAGE_MODEL_URL: model.url,
        LANGUAGE_MODEL_KEY: 'key',
        LANGUAGE_MODEL_NAME: 'model',
      },
    });
    const proposal = await services.additions.lookUp(world.admin, at());
    expect(proposal).toMatchObject({
      descriptionEn: 'Turns text into voice',
      descriptionRu: expect.stringContaining('['),
      machineTexts: ['descriptionRu'],
    });
    const { descriptionRu, descriptionEn, machineTexts } = proposal;
    const { itemId } = await services.additions.add(world.admin, {
      ...studio,
      descriptionRu,
      descriptionEn,
      machineTexts,
    });
    expect(Object.keys((await row(itemId)).machine_texts)).toEqual(['description_ru']);
    await model.close();
  });

  test('is not read at a non-public address, also after a redirect', async () => {
    const inside = `127.0.0.1:${portOf(canary)}`;
    answers['/away'] = { body: '', location: `http://${inside}/` };
    answers['/odd'] = { body: '', location: 'file:///etc/passwd' };
    const private_ = [
      `http://${inside}/`,
      `http://localhost:${portOf(canary)}/`,
      `http://[::1]:${portOf(canary)}/`,
      `http://2130706433:${portOf(canary)}/`,
      'http://169.254.169.254/latest/meta-data',
      at('/away'),
      at('/odd'),
    ];
    for (const address of private_)
      expect([address, (await lookUp(address)).isRead]).toEqual([address, false]);
    expect(connections).toBe(0);
  });
});

describe('an added service', () => {
  test('has its bookmark at once, and no run adds it again', async () => {
    const { itemId, bookmark } = await add({ descriptionEn: 'Speaks', imageUrl: null });
    expect(bookmark).toEqual({ state: 'written', reason: null });
    expect(await bookmarks()).toMatchObject([
      { title: 'Studio', excerpt: 'Speaks', tags: ['voice'], collectionId: -1 },
    ]);
    expect(await row(itemId)).toMatchObject({ sync_status: 'synced', title_en: 'Studio' });
    expect((await world.sync()).counts).toMatchObject({ new: 0, changed: 0, unchanged: 5 });
    const edited = await world.services.edits.edit(world.admin, itemId, { titleEn: 'Studio 2' });
    expect(edited.bookmark.state).toBe('written');
    expect(await bookmarks()).toMatchObject([{ title: 'Studio 2' }]);
    const entry = await world.database.db('activity').where({ action: 'item.added' }).first();
    expect(entry).toMatchObject({ item_id: itemId, actor_id: world.admin.user.id });
  });

  test('is refused for a used address, also of a merged item, and for simultaneous calls', async () => {
    const known = Number((await world.item(bookmarkId(1)))['id']);
    const merged = Number((await world.item(bookmarkId(2)))['id']);
    await world.services.merges.merge(world.admin, [known, merged], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    for (const sourceUrl of ['https://www.tool1.example.com', 'http://tool2.example.com/#top'])
      await expect(add({ sourceUrl })).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'serviceKnown',
        facts: { itemId: known, titleRu: null, titleEn: 'Tool 1' },
      });
    const twice = await Promise.allSettled([add(), add()]);
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bookmarks()).toHaveLength(1);
  });

  test('waits while Raindrop is down; a bookmark with a lost answer is not created twice', async () => {
    await world.raindrop.control.fail({ kind: 'dropAfter', method: 'POST', path: '/raindrop' });
    const { itemId, bookmark } = await add();
    expect(bookmark).toEqual({ state: 'waiting', reason: 'bookmarksUnreachable' });
    expect(await row(itemId)).toMatchObject({ bookmark_id: null, sync_status: 'local' });
    await world.raindrop.control.clearFaults();
    expect(
      await world.services.additions.createRequestedBookmarks(new AbortController().signal),
    ).toMatchObject({
      written: 1,
    });
    expect(await bookmarks()).toHaveLength(1);
    expect((await row(itemId)).bookmark_id).toBe((await bookmarks())[0]!._id);
    expect((await world.sync()).counts).toMatchObject({ new: 0, changed: 0 });
  });

  test('is found by a run that reads its bookmark before it is linked', async () => {
    await world.raindrop.control.fail({ kind: 'dropAfter', method: 'POST', path: '/raindrop' });
    const { itemId } = await add();
    await world.raindrop.control.clearFaults();
    expect((await world.sync()).counts).toMatchObject({ new: 0 });
    expect((await row(itemId)).bookmark_id).toBe((await bookmarks())[0]!._id);
    expect(
      await world.services.additions.createRequestedBookmarks(new AbortController().signal),
    ).toMatchObject({
      written: 0,
      remaining: 0,
    });
    expect(await world.open()).toEqual([]);
  });
});
