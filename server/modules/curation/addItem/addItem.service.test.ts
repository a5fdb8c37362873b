// Adding an item by its address: the page is read under the rules of the image proxy, and one bookmark is created.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeLanguageModel } from '../../../../fakes/languageModel.ts';
import { aMember } from '../../../testing/builders.ts';
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

  test('has no picture when it declares none, and neither has the item', async () => {
    answers['/plain'] = { body: page('<title>Plain</title>'), type: 'text/html' };
    const { titleEn, imageUrl } = await lookUp(at('/plain'));
    expect([titleEn, imageUrl]).toEqual(['Plain', null]);
    const { itemId } = await add({ imageUrl });
    expect((await row(itemId)).image_url).toBeNull();
  });

  test('is decoded, and not read when it is no page', async () => {
    answers['/cyrillic'] = {
      body: Buffer.concat([
        Buffer.from('<meta charset="windows-1251"><title>'),
        Buffer.from([0xc3, 0xee, 0xeb, 0xee, 0xf1]),
        Buffer.from('</title>'),
      ]),
      type: 'text/html',
    };
    answers['/file'] = { body: page(head), type: 'application/zip' };
    expect(await lookUp(at('/cyrillic'))).toMatchObject({ titleRu: 'Голос', titleEn: null });
    expect(await lookUp(at('/file'))).toMatchObject({ isRead: true, titleEn: null });
    expect(await lookUp(at('/missing'))).toMatchObject({ isRead: false, titleEn: null });
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

  test('links a known address to its item, and refuses an invalid one', async () => {
    for (const address of ['file:///etc/passwd', 'nonsense', '', 'https://a:b@example.com/'])
      await expect(lookUp(address)).rejects.toMatchObject({ code: 'INVALID' });
    const known = Number((await world.item(bookmarkId(1)))['id']);
    expect(await lookUp('http://www.tool1.example.com?utm_source=x')).toMatchObject({
      knownId: known,
    });
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

  test('is stored without a bookmarks provider', async () => {
    const { services } = createTestServices(world.database.db);
    const { itemId, bookmark } = await services.additions.add(world.admin, studio);
    expect(bookmark.state).toBe('unchanged');
    expect(await row(itemId)).toMatchObject({ sync_status: 'local', bookmark_wanted: false });
  });

  test('requires an admin and a title', async () => {
    await expect(add({ titleEn: ' ' })).rejects.toMatchObject({ errors: [{ path: 'titleEn' }] });
    const member = await aMember(world.database.db);
    const { additions } = world.services;
    await expect(additions.add(member, studio)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(additions.lookUp(member, at())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
