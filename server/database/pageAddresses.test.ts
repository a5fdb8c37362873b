// The migration that works out the normalised addresses anew: what shared one and is another page has its own.
import { createTestDatabase } from '../testing/testDatabase.ts';
import { migrateIn, rebuildAt } from './migrate.ts';
import { migrationNames } from './migrationSource.ts';

test('addresses that were folded into one are told apart, and a page that was its own picture has none', async () => {
  const names = migrationNames();
  const database = await createTestDatabase('empty');
  const { db } = database;
  try {
    const before = names.slice(0, names.indexOf('0015_addresses_of_pages.ts'));
    await db.transaction((trx) => rebuildAt(trx, before));
    const item = (
      sourceUrl: string,
      normalised: string,
      picture: string | null,
      type = 'link',
    ) => ({
      title_en: 'Tool',
      source_url: sourceUrl,
      normalised_url: normalised,
      image_url: picture,
      media_type: type,
      media_source: '',
      updated_at: '2025-03-01T10:20:30Z',
    });
    const own = 'https://own.example/tool';
    await db('items').insert([
      item('https://demo.example/?ref=producthunt', 'demo.example', 'https://demo.example/a.png'),
      item('https://demo.example/?b=2&a=1&utm_id=1', 'demo.example/?a=1&b=2', null),
      item(own, 'own.example/tool', `${own}/`),
      item('https://own.example/a.png', 'own.example/a.png', 'https://own.example/a.png', 'image'),
      // More than one batch.
      ...Array.from({ length: 1_200 }, (_, n) =>
        item(`https://many.example/${n}//`, `many.example/${n}`, null),
      ),
    ]);
    const [person] = await db('users').insert({ name: 'Ann' }).returning('id');
    const proposal = (address: string) => ({
      user_id: person.id,
      address,
      normalised_url: 'wanted.example',
      created_at: '2025-03-01T10:20:30Z',
    });
    await db('proposed_services').insert({
      ...proposal('https://wanted.example/'),
      state: 'declined',
      settled_at: '2025-03-02T10:20:30Z',
    });
    await db('proposed_services').insert(proposal('https://wanted.example/?ref=producthunt'));

    await db.transaction(migrateIn);

    const rows = await db('items').orderBy('id').select('normalised_url', 'image_url');
    expect(rows.slice(0, 4)).toEqual([
      { normalised_url: 'demo.example?ref=producthunt', image_url: 'https://demo.example/a.png' },
      { normalised_url: 'demo.example?b=2&a=1', image_url: null },
      { normalised_url: 'own.example/tool', image_url: null },
      { normalised_url: 'own.example/a.png', image_url: 'https://own.example/a.png' },
    ]);
    expect(rows.slice(4).map((row) => row.normalised_url)).toEqual(
      Array.from({ length: 1_200 }, (_, n) => `many.example/${n}//`),
    );
    expect(await db('proposed_services').orderBy('id').select('normalised_url', 'state')).toEqual([
      { normalised_url: 'wanted.example', state: 'declined' },
      { normalised_url: 'wanted.example?ref=producthunt', state: 'open' },
    ]);
    expect(
      await db('wishes').where({ kind: 'proposal' }).orderBy('text').select('text', 'state'),
    ).toEqual([
      { text: 'wanted.example', state: 'declined' },
      { text: 'wanted.example?ref=producthunt', state: 'open' },
    ]);
  } finally {
    await database.drop();
  }
});
