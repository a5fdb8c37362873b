// Address check over the demo catalogue: spellings of the page of an item, other pages, and nearby items.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Services } from '../../../composition.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { type Member } from '../../people/accounts/accounts.ts';
import { limits } from '../../../config/limits.ts';
import { pageAddressesQueries } from './pageAddresses.module.ts';

interface Spellings {
  known: Record<string, string[]>;
  /** Addresses of a second bookmark of the item. */
  second: Record<string, string[]>;
  unknown: string[];
}

const spellings = JSON.parse(
  readFileSync(join(import.meta.dirname, 'spellings.json'), 'utf8'),
) as Spellings;

let database: TestDatabase;
let services: Services;
let person: Member;
let admin: Member;

const idOf = async (title: string): Promise<number> => {
  const row: { id: number } | undefined = await database
    .db('items')
    .where({ title_en: title })
    .first('id');
  if (!row) throw new Error(`There is no ${title}`);
  return row.id;
};
const titleOf = async (id: number | null): Promise<string | null> => {
  if (id === null) return null;
  const row: { title_en: string } | undefined = await database
    .db('items')
    .where({ id })
    .first('title_en');
  return row?.title_en ?? null;
};
/** Records that the link check saw a redirect. */
const moved = async (title: string, to: string, state = 'ok'): Promise<void> => {
  const { db } = database;
  const [item] = await db('items').where({ title_en: title }).select('id', 'source_url');
  const check = { item_id: item.id, url: item.source_url, state, status: '200', moved_to: to };
  await db('link_checks').insert({ ...check, checked_at: new Date() });
};
const check = (address: string, viewer = person, title?: string) =>
  services.addresses.check(viewer, { address, ...(title ? { title } : {}) });
const near = async (address: string, title?: string) => {
  const { nearIds } = await check(address, person, title);
  return Promise.all(nearIds.map(titleOf));
};

beforeAll(async () => {
  database = await createTestDatabase('demo');
  const { db } = database;
  services = createTestServices(db).services;
  person = await aMember(db);
  admin = await anAdmin(db);
  await moved('Windsurf', 'https://codeium.example.com/');
  await moved('Kandinsky', 'https://fusionbrain.example.com/kandinsky');
  // Redirects that say nothing about the page.
  await moved('Loom', 'https://login.example.com/sign-in');
  await moved('Unity AI', 'https://front.example.com/');
  await moved('Miro', 'https://shared.example.com/both');
  await moved('Maze', 'https://shared.example.com/both');
  const second = await anItem(db, { sourceUrl: 'https://figjam.example.com/board' });
  const settings = { removed_at: new Date(), merged_into: await idOf('Figma') };
  await db('items').where({ id: second.id }).update(settings);
  await anItem(db, {
    titleEn: 'Hidden tool',
    sourceUrl: 'https://hidden-tool.example.com/',
    adminVisibility: 'hidden',
  });
});
afterAll(() => database.drop());

test('finds the item by every spelling of its page, and by no other page', async () => {
  const wanted = [spellings.known, spellings.second].flatMap((of) =>
    Object.entries(of).flatMap(([title, addresses]) =>
      addresses.map((address) => ({ title, address })),
    ),
  );
  const wrong: string[] = [];
  for (const { title, address } of wanted) {
    const found = await titleOf((await check(address)).knownId);
    if (found !== title) wrong.push(`${address} is ${String(found)}, not ${title}`);
  }
  const falseYes: string[] = [];
  for (const address of spellings.unknown) {
    const found = await titleOf((await check(address)).knownId);
    if (found !== null) falseYes.push(`${address} is not ${found}`);
  }
  expect(wanted.length).toBeGreaterThan(50);
  expect(spellings.unknown.length).toBeGreaterThan(100);
  expect(falseYes).toEqual([]);
  expect(wrong).toEqual([]);
});

test('finds near items of an unknown page: same site by path, same owner, same name', async () => {
  expect((await near('https://www.adobe.com/products/illustrator.html'))[0]).toMatch(
    /^Adobe (?:Photoshop|Substance 3D)$/,
  );
  expect(await near('https://www.adobe.com/products/illustrator.html')).toEqual(
    expect.arrayContaining(['Adobe Photoshop', 'Adobe Substance 3D', 'Adobe Firefly']),
  );
  expect(await near('https://github.com/openai/gpt-2')).toEqual(['Whisper']);
  expect(await near('https://github.com/ggml-org/whisper')).toContain('Whisper');
  expect(await near('https://ru.wikipedia.org/wiki/Canva', 'Canva — Википедия')).toContain('Canva');
  expect(await near('https://nobody-knows-this.example.org/tool')).toEqual([]);
});

test('shows a hidden item to admins only, also as near', async () => {
  const hidden = await idOf('Hidden tool');
  expect((await check('http://www.hidden-tool.example.com/', admin)).knownId).toBe(hidden);
  expect((await check('https://hidden-tool.example.com/x', admin)).nearIds).toContain(hidden);
  expect(await check('https://hidden-tool.example.com/', person, 'Hidden tool')).toMatchObject({
    knownId: null,
    nearIds: expect.not.arrayContaining([hidden]),
  });
});

test.each(['https://ai', 'https://co.uk', 'https://vercel.app', 'https://vercel.app/new'])(
  'ignores shared hosting names as owners: %s',
  async (address) => {
    for (const sourceUrl of [
      'https://near.ai',
      'https://near.co.uk',
      'https://near.vercel.app/new',
    ])
      if ((await check(sourceUrl)).knownId === null) await anItem(database.db, { sourceUrl });
    expect(await check(address)).toMatchObject({ knownId: null, nearIds: [] });
  },
);

test('uses indexes for neighbours and for exact matches', async () => {
  const statements: { sql: string; bindings: unknown[] }[] = [];
  const note = (query: { sql: string; bindings: unknown[] }) => statements.push(query);
  database.db.on('query', note);
  await check('https://www.adobe.com/products/illustrator.html');
  database.db.off('query', note);
  const asked = statements.filter(({ sql }) => /normalised_url/.test(sql));
  const plans = await database.db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    return Promise.all(
      asked.map(async ({ sql, bindings }) => {
        const plain = sql.replaceAll(/\$\d+/g, '?');
        const { rows } = await trx.raw<{ rows: object[] }>(
          `explain ${plain}`,
          bindings as string[],
        );
        return JSON.stringify(rows);
      }),
    );
  });
  expect(plans).toHaveLength(2);
  expect(plans.join()).toContain('items_normalised_url_ix');
  expect(plans.join().match(/items_address_place_ix/g)).toHaveLength(2);
});

test('reads only the neighbours on a site with thousands of items', async () => {
  await database.db.raw(`
    insert into items (title_en, source_url, normalised_url, media_type, media_source, sync_status)
    select 'Part ' || n, 'https://crowd.example/part/' || lpad(n::text, 5, '0'), 'crowd.example/part/' || lpad(n::text, 5, '0'), 'link', 'crowd.example', 'local'
    from generate_series(1, 3000) as n`);
  const around = await pageAddressesQueries(database.db).findNeighbours(
    person,
    'https://crowd.example/part/01500/page',
  );
  expect(around).toHaveLength(2 * limits.catalogue.addressesAround);
  expect(await near('https://crowd.example/part/01500/page')).toContain('Part 1500');
});
