// Commands import, sync and export.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anItem } from '../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../testing/syncFixture.ts';
import { runCli } from '../testing/runCli.ts';

let fixture: SyncWorld;
let folder: string;

beforeEach(async () => {
  fixture = await startSyncWorld({ bookmarks: 5 });
  folder = mkdtempSync(join(tmpdir(), 'loadout-bookmarks-'));
});
afterEach(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runCli(args, fixture.env);

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const csv = `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
11,Painter,,Draws pictures,https://painter.example.com/,,"image, text",2026-01-01T00:00:00.000Z,,,false
12,Рисовалка,Draws,Рисует,https://ru.example.com/,,image,2026-01-02T00:00:00.000Z,https://ru.example.com/a.png,,false
13,Broken,,,javascript:alert(1),,image,2026-01-03T00:00:00.000Z,,,false
14,"Not closed,,,https://broken.example.com/,,,,,,
15,Last,,,https://last.example.com/,,,2026-01-05T00:00:00.000Z,,,false
`;

const summary = (seen: number, added: number, failed: number) =>
  `${seen} bookmarks: ${added} new, 0 changed, ${seen - added} unchanged, 0 removed; ${failed} could not be read`;

describe('import', () => {
  test('imports readable bookmarks, names unreadable ones, and is idempotent', async () => {
    const path = file('bookmarks.csv', csv);
    const first = await run('import', path);
    expect(first).toMatchObject({
      code: 0,
      errors: '',
      progress: 'Reading bookmarks 5\nSettling the catalogue 4 of 4\n',
    });
    expect(first.lines).toEqual([
      expect.stringMatching(/^line 4: .*javascript:/),
      summary(4, 4, 1),
    ]);
    expect(await fixture.item(12)).toMatchObject({
      title_ru: 'Рисовалка',
      title_en: null,
      description_ru: 'Рисует',
      description_en: 'Draws',
    });
    expect(await fixture.tagsOf(11)).toEqual(['image', 'text']);
    expect((await run('import', path)).lines.at(-1)).toBe(summary(4, 0, 1));
  });

  test('counts addresses that are no pages by their kind', async () => {
    const path = file(
      'bookmarks.txt',
      'https://a.example.com\nhttps://b.example.com\njavascript:a()\nmailto:a@b.example\njavascript:b()\n',
    );
    const { lines } = await run('import', path, '--dry-run');
    expect(lines.filter((line) => line.includes(' begins with '))).toEqual([
      expect.stringMatching(/^line 3 and 1 more: .*javascript:/),
      expect.stringMatching(/^line 4: .*mailto:/),
    ]);
  });

  test('writes nothing in a dry run', async () => {
    const path = file('bookmarks.csv', csv);
    const { code, lines } = await run('import', path, '--dry-run');
    expect(code).toBe(0);
    expect(lines[0]).toBe('added     Painter <https://painter.example.com/>');
    expect(lines.at(-1)).toBe(`${summary(4, 4, 1)}. Nothing was written.`);
    for (const table of ['items', 'sync_runs', 'staged_bookmarks', 'activity', 'tags']) {
      expect(await fixture.database.db(table)).toEqual([]);
    }
  });

  test('names demo services that would be replaced, each once', async () => {
    const [first, second] = [
      await anItem(fixture.database.db, {
        sourceUrl: 'https://painter.example.com/',
        titleRu: 'Маляр',
        titleEn: null,
      }),
      await anItem(fixture.database.db, { sourceUrl: 'https://other.example.com/' }),
    ];
    await fixture.database
      .db('items')
      .whereIn('id', [first.id, second.id])
      .update({ is_demo: true });
    const path = file(
      'bookmarks.csv',
      'id,title,url,note,excerpt,folder,tags,created,cover\n11,Painter,http://www.painter.example.com\n12,Again,https://painter.example.com/\n13,New,https://new.example.com/\n',
    );
    const { code, lines } = await run('import', path, '--dry-run');
    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('gives way'))).toEqual([
      'gives way Маляр <https://painter.example.com/>, a service of the demo',
    ]);
    expect(await fixture.database.db('items').orderBy('id').pluck('id')).toEqual([
      first.id,
      second.id,
    ]);
    await run('import', path);
    expect(await fixture.database.db('items').where({ is_demo: true }).pluck('id')).toEqual([
      second.id,
    ]);
  });

  test('refuses a file that is no export, and writes nothing', async () => {
    const { code, errors } = await run('import', file('letter.txt', 'Dear Ada,\nhow are you?'));
    expect(code).toBe(1);
    expect(errors).toMatch(/letter\.txt is no export of bookmarks/);
    expect((await run('import', join(folder, 'nowhere.csv'))).errors).toMatch(/no such file/);
    expect(await fixture.database.db('sync_runs')).toEqual([]);
  });
});

describe('sync', () => {
  test('prints the changes of a dry run line by line, and writes nothing', async () => {
    await run('sync');
    await fixture.raindrop.control.edit({
      id: bookmarkId(1),
      changes: { title: 'Tool one', tags: ['text'] },
    });
    await fixture.raindrop.control.trash({ id: bookmarkId(2) });
    await fixture.raindrop.control.add({ _id: 99, link: 'https://new.example.com/', title: 'New' });
    const before = await fixture.database.db('sync_runs');
    const { code, lines } = await run('sync', '--dry-run');
    expect(code).toBe(0);
    expect(lines).toEqual([
      'added     New <https://new.example.com/>',
      'raised    Tool one <https://tool1.example.com/> title_changed: "Tool 1" → "Tool one"',
      'raised    Tool one <https://tool1.example.com/> tags_changed: text, group-1 → text',
      'raised    Tool 2 <https://tool2.example.com/> item_removed: "" → "trashed"',
      '5 bookmarks: 1 new, 1 changed, 3 unchanged, 1 removed; 0 could not be read. Nothing was written.',
    ]);
    expect(await fixture.database.db('sync_runs')).toEqual(before);
    expect(await fixture.open()).toEqual([]);
    await expect(fixture.item(99)).rejects.toThrow('No item');
  });

  test('stops at too many removals unless they are allowed', async () => {
    await run('sync');
    await fixture.raindrop.control.trash({ id: bookmarkId(1) });
    await fixture.raindrop.control.trash({ id: bookmarkId(2) });
    const stopped = await run('sync');
    expect(stopped.code).toBe(1);
    expect(stopped.errors).toMatch(/2 or more of 5 bookmarks are gone.*--allow-removals/);
    const allowed = await run('sync', '--allow-removals');
    expect(allowed).toMatchObject({ code: 0, errors: '' });
    expect(allowed.lines.at(-1)).toMatch(/2 removed/);
  });

  test('fails without a bookmarks provider, and when it fails', async () => {
    await fixture.raindrop.control.fail({ kind: '401', times: 2 });
    expect(await run('sync')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/token/i),
    });
    const env = fixture.env;
    fixture.env = { DATABASE_URL: fixture.database.url };
    expect(await run('sync')).toMatchObject({
      code: 1,
      errors: 'No source of bookmarks is configured',
    });
    fixture.env = env;
  });
});

describe('export', () => {
  test('writes a CSV whose import changes nothing', async () => {
    await run('import', file('bookmarks.csv', csv));
    await fixture.database
      .db('items')
      .where({ bookmark_id: 11 })
      .update({ description_ru: 'Рисует картинки' });
    const path = join(folder, 'out.csv');
    expect(await run('export', path)).toMatchObject({
      code: 0,
      lines: [`4 items written to ${path}`],
    });
    const lines = readFileSync(path, 'utf8').split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      '\uFEFFid,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
      '11,Painter,Рисует картинки,Draws pictures,https://painter.example.com/,,"image, text",2026-01-01T00:00:00.000Z,,,false',
      '12,Рисовалка,Draws,Рисует,https://ru.example.com/,,image,2026-01-02T00:00:00.000Z,https://ru.example.com/a.png,,false',
    ]);
    await run('import', path);
    expect(await fixture.open()).toEqual([]);
    expect((await run('import', path)).lines.at(-1)).toBe(summary(4, 0, 0));
    await run('export', path, '--force', '--excel');
    expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFFid;title;/);
    expect((await run('import', path)).lines.at(-1)).toBe(summary(4, 0, 0));
  });

  test('writes a JSON with both languages; deleted items are not in it', async () => {
    await run('import', file('bookmarks.csv', csv));
    await fixture.database
      .db('items')
      .where({ bookmark_id: 15 })
      .update({ removed_at: new Date() });
    const path = join(folder, 'out.json');
    expect((await run('export', path)).code).toBe(0);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([
      expect.objectContaining({
        bookmarkId: 11,
        titleEn: 'Painter',
        titleRu: null,
        tags: ['image', 'text'],
      }),
      expect.objectContaining({ bookmarkId: 12, descriptionRu: 'Рисует', descriptionEn: 'Draws' }),
      expect.objectContaining({ bookmarkId: 14, titleEn: 'Not closed' }),
    ]);
  });

  test('replaces a file only with --force, and supports two formats', async () => {
    const path = file('out.json', 'mine');
    expect(await run('export', path)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/exists already/),
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect((await run('export', path, '--force')).code).toBe(0);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([]);
    expect((await run('export', join(folder, 'out.xml'))).code).toBe(2);
    expect(await run('export', join(folder, 'no', 'out.csv'))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/ENOENT/),
    });
  });
});
