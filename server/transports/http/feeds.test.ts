// Feeds over HTTP: valid format, conditional requests, access by their secret address only, and no hidden data.
import { parse } from 'parse5';
import { aUseCase, anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

type Person = Caller & { userId: number };

let app: TestApp;
let person: Person;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(() => app.close());

const renew = async (who: Person): Promise<string> => {
  const { body } = await who.graphql<{ made: { address: string } }>(
    'mutation { made: renewFeedAddress { address createdAt } }',
  );
  return app.url + new URL(body.data.made.address).pathname;
};
const read = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address, { headers });
  return { response, text: await response.text() };
};

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}
const childrenOf = (node: Node, name: string): Node[] =>
  (node.childNodes ?? []).filter(({ nodeName }) => nodeName === name);
const wordsOf = (node: Node): string => node.value ?? (node.childNodes ?? []).map(wordsOf).join('');
/** Adapts Atom for the HTML parser: closes empty elements, and renames `title`, which has a meaning of its own. */
const treeOf = (text: string): Node => {
  const html = text
    .replace(/^<\?xml[^>]*\?>\n/, '')
    .replaceAll(/<link([^>]*)\/>/g, '<a-link$1></a-link>')
    .replaceAll(/<(\/?)title/g, '<$1a-title');
  const find = (node: Node): Node | undefined =>
    node.nodeName === 'feed'
      ? node
      : (node.childNodes ?? []).map(find).find((found) => found !== undefined);
  const feed = find(parse(html) as unknown as Node);
  if (!feed) throw new Error('There is no feed');
  return feed;
};
const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const one = (node: Node, name: string): string => {
  const found = childrenOf(node, name);
  if (found.length !== 1) throw new Error(`${name}: ${found.length}`);
  return wordsOf(found[0]!);
};
const linksOf = (node: Node) =>
  childrenOf(node, 'a-link').map(({ attrs }) =>
    Object.fromEntries((attrs ?? []).map(({ name, value }) => [name, value])),
  );

/** Checks the rules of RFC 4287 (sections 4.1.1 and 4.1.2); returns the entries. */
const checked = (text: string) => {
  expect(text).toMatch(
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/,
  );
  // Only characters that XML allows, and only escaped signs.
  expect(text).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  const feed = treeOf(text);
  expect(URL.canParse(one(feed, 'id'))).toBe(true);
  expect(one(feed, 'a-title')).not.toBe('');
  expect(one(feed, 'updated')).toMatch(date);
  expect(one(childrenOf(feed, 'author')[0]!, 'name')).not.toBe('');
  expect(linksOf(feed).map(({ rel }) => rel)).toEqual(['self', 'alternate']);
  const entries = childrenOf(feed, 'entry').map((entry) => ({
    id: one(entry, 'id'),
    title: one(entry, 'a-title'),
    updated: one(entry, 'updated'),
    link: linksOf(entry),
    summary: childrenOf(entry, 'summary').map(wordsOf).join(''),
  }));
  for (const { id, title, updated, link } of entries) {
    expect(URL.canParse(id)).toBe(true);
    expect(title).not.toBe('');
    expect(updated).toMatch(date);
    expect(link).toMatchObject([{ rel: 'alternate', type: 'text/html' }]);
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  return entries;
};
const titles = async (address: string) =>
  checked((await read(address)).text).map(({ title }) => title);

test('lists new services in general, by tag and by search: valid, newest first, nothing hidden, even for an admin', async () => {
  const { db } = app.database;
  const odd = '<Odd> & "quoted" \u0007 ]]>';
  await anItem(db, { titleEn: 'Old zappa', createdAt: new Date('2026-01-01'), tags: ['feeds'] });
  const { id } = await anItem(db, { titleEn: odd, titleRu: odd, descriptionEn: '</summary> &' });
  await anItem(db, { titleEn: 'Hidden zappa', adminVisibility: 'hidden', tags: ['feeds'] });
  const searches = await db('zero_result_searches').select();
  let hidden = 0;
  for (const who of [person, admin]) {
    const address = await renew(who);
    const { response, text } = await read(`${address}/new.atom?lang=en`);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const entries = checked(text);
    expect(entries.map(({ title }) => title)).toEqual(['<Odd> & "quoted"  ]]>', 'Old zappa']);
    expect(entries[0]).toMatchObject({ summary: '</summary> &' });
    expect(entries[0]!.id).toMatch(new RegExp(`/services/${id}$`));
    expect(await titles(`${address}/tag.atom?tag=feeds&lang=en`)).toEqual(['Old zappa']);
    expect(await titles(`${address}/search.atom?text=zappa&lang=en`)).toEqual(['Old zappa']);
    expect(await titles(`${address}/search.atom?text=nothingofthekindqq`)).toEqual([]);
    for (const path of ['new', 'tag', 'search', 'used'])
      hidden += /Hidden/.test(
        (await read(`${address}/${path}.atom?lang=en&tag=feeds&text=zappa`)).text,
      )
        ? 1
        : 0;
  }
  expect(hidden).toBe(0);
  // A feed reader does not create catalogue gaps.
  expect(await db('zero_result_searches').select()).toEqual(searches);
});

test('lists changes of used services: by others, of the own company, and of existing objects', async () => {
  const { db } = app.database;
  const { id: itemId } = await anItem(db, { titleEn: 'Used tool', titleRu: 'Мой инструмент' });
  const { id: other } = await anItem(db, { titleEn: 'Other tool' });
  await db('item_likes').insert({ user_id: person.userId, item_id: itemId });
  const address = `${await renew(person)}/used.atom`;
  expect(await titles(address)).toEqual([]);
  for (const id of [itemId, other])
    await db('items').where({ id }).update({ description_en: 'New words' });
  const said = await aUseCase(db, { itemId, userId: admin.userId });
  const own = await aUseCase(db, { itemId, userId: person.userId });
  const { company } = (await db('users')
    .where({ id: person.userId })
    .first('company_key as company')) as { company: string };
  const event = (kind: string, subject_id: string, actor_id: number | null = null) =>
    db('events').insert({
      at: new Date(),
      kind,
      subject_kind: 'any',
      subject_id,
      item_id: itemId,
      actor_id,
    });
  await event('use_case_published', String(said.id), admin.userId);
  await event('use_case_published', String(own.id), person.userId);
  await event('data_rules_changed', `${itemId}/${company}/team`);
  await event('data_rules_changed', `${itemId}/elsewhere/team`);
  await event('wish_told', `1/${person.userId}`);
  expect(await titles(`${address}?lang=en`)).toEqual([
    'Used tool: the company has changed the data rules',
    'Used tool: new use case',
    'Used tool: the description has changed',
  ]);
  expect((await titles(address))[1]).toBe('Мой инструмент: новый кейс');
  // Deleted and restored several times.
  for (let times = 0; times < 3; times += 1)
    await event('use_case_published', String(said.id), admin.userId);
  expect(await titles(address)).toHaveLength(3);
  await db('use_cases').where({ id: said.id }).update({ deleted_at: new Date() });
  expect(await titles(address)).toHaveLength(2);
  await db('items').where({ id: itemId }).update({ admin_visibility: 'hidden' });
  expect(await titles(address)).toEqual([]);
});

test('ends the address with the account, and does not restore it when the person is enabled', async () => {
  const who = await app.signedIn();
  const address = `${await renew(who)}/new.atom`;
  await admin.graphql('mutation ($id: ID!) { disableAccount(id: $id, reason: "Left") { id } }', {
    id: String(who.userId),
  });
  expect((await read(address)).response.status).toBe(404);
  await admin.graphql('mutation ($id: ID!) { enableAccount(id: $id) { id } }', {
    id: String(who.userId),
  });
  expect((await read(address)).response.status).toBe(404);
  expect(
    await app.database.db('feed_addresses').where({ user_id: who.userId }).first(),
  ).toBeUndefined();
});

test('answers in full only after a change', async () => {
  const address = `${await renew(person)}/new.atom`;
  const first = await read(address);
  const etag = first.response.headers.get('etag') ?? '';
  const again = await read(address, { 'If-None-Match': etag });
  expect([again.response.status, again.text]).toEqual([304, '']);
  expect((await read(address, { 'If-None-Match': '*' })).response.status).toBe(304);
  const several = { 'If-None-Match': `"other", W/${etag}` };
  expect((await read(address, several)).response.status).toBe(304);
  await anItem(app.database.db, { titleEn: 'Fresh', createdAt: new Date(Date.now() + 60_000) });
  expect((await read(address, { 'If-None-Match': etag })).response.status).toBe(200);
});

test('ends the former address at a renewal, a removal and a loss of access', async () => {
  const statusOf = async (address: string) => (await read(address)).response.status;
  const former = await renew(person);
  expect(await statusOf(`${former}/new.atom`)).toBe(200);
  const now = await renew(person);
  expect(await statusOf(`${former}/new.atom`)).toBe(404);
  expect(await statusOf(`${now}/new.atom`)).toBe(200);
  const { db } = app.database;
  await db('users').where({ id: person.userId }).update({ disabled_at: new Date() });
  expect(await statusOf(`${now}/new.atom`)).toBe(404);
  await db('users').where({ id: person.userId }).update({ disabled_at: null });
  for (const wrong of ['/old.atom', '/tag.atom', '/search.atom?text=', '/new.atom?lang=de', '/new'])
    expect(await statusOf(now + wrong)).toBe(404);
  const stored = await db('feed_addresses').where({ user_id: person.userId }).first();
  expect(JSON.stringify(stored)).not.toContain(now.split('/').at(-1));
  await person.graphql('mutation { removeFeedAddress { success } }');
  expect(await statusOf(`${now}/new.atom`)).toBe(404);
  const { body } = await person.graphql<{ myFeedAddress: null }>('{ myFeedAddress { createdAt } }');
  expect(body.data.myFeedAddress).toBeNull();
});

test('has no feed for an unknown tag, and an empty one for an unused tag', async () => {
  const address = await renew(person);
  await app.database
    .db('tags')
    .insert({ original_name: 'orphan tag', name_ru: 'сирота', name_en: 'orphan' });
  const orphan = await read(`${address}/tag.atom?tag=orphan%20tag`);
  expect(orphan.response.status).toBe(200);
  for (const path of ['tag.atom?tag=nobody-knows', 'none.atom', 'tag.atom']) {
    const { response, text } = await read(`${address}/${path}`, { 'Accept-Language': 'en' });
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      type: 'urn:loadout:problem:not-found',
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(text).not.toContain(new URL(address).pathname);
  }
});

test('Z4: an approval tag has no feed', async () => {
  const address = await renew(person);
  await anItem(app.database.db, { titleEn: 'Approved', tags: ['gdevapproved'] });
  const { response } = await read(`${address}/tag.atom?tag=gdevapproved`);
  expect(response.status).toBe(404);
});
