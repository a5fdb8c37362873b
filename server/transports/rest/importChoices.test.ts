// Choices of an import over REST: private rows, folders, their names as tags, the order of dates, and the report.
import { encodeAs } from '../../testing/encodeAs.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  const admin = await app.signedIn({ isAdmin: true });
  const { body } = await admin.graphql<{ made: { token: string } }>(
    'mutation { made: createApiToken(name: "Tool", scope: admin) { token } }',
  );
  token = body.data.made.token;
});
afterAll(() => app.close());

const link = (name: string, attributes = '') =>
  `<DT><A HREF="https://${name}.example.com/"${attributes}>${name}</A>`;
const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
${link('outside')}
<DT><H3>Work</H3>
<DL><p>
${link('writer')}
${link('hidden', ' PRIVATE="1"')}
<DT><H3>Old, dull</H3>
<DL><p>
${link('relic')}
<DT><H3>Gems</H3>
<DL><p>
${link('gem')}
</DL><p>
</DL><p>
</DL><p>
<DT><A HREF="javascript:alert(1)">script</A>
</DL>`;
const dates = 'url,title,created\nhttps://a.example.com/,A,03/04/2024\n';

interface Preview {
  groups: { folder: string; path: string[]; isPrivate: boolean; kind: string; rows: number }[];
  rows: { title: string; isPrivate: boolean }[];
  files: Record<string, unknown>[];
  newTags: string[];
  remarkCounts: Record<string, unknown>[];
}

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, language = 'en') {
  const answer = await fetch(`${app.url}/api/v1/knowledge/import${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/octet-stream',
      'Accept-Language': language,
    },
    body,
  });
  return { answer, text: await answer.text() };
}

const preview = async (query = '', body: string | Uint8Array<ArrayBuffer> = bookmarks) =>
  (JSON.parse((await post(`/preview?name=own.html${query}`, body)).text) as { data: Preview }).data;

const empty = async () => {
  for (const table of ['items', 'tags', 'sync_runs']) await app.database.db(table).delete();
};

/** Titles of an empty catalogue once the import has ended, with their tags. */
async function imported(query: string, body = bookmarks): Promise<Record<string, string[]>> {
  await empty();
  expect((await post(`?name=own.html${query}`, body)).answer.status).toBe(200);
  const { db } = app.database;
  for (;;) {
    const run: { state: string } | undefined = await db('sync_runs').orderBy('id', 'desc').first();
    if (run?.state === 'finished') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const rows: { title: string; tags: string[] | null }[] = await db('items')
    .leftJoin('item_tags', 'item_id', 'items.id')
    .leftJoin('tags', 'tags.id', 'tag_id')
    .where({ is_demo: false })
    .groupBy('items.id')
    .select(
      db.raw('coalesce(title_en, title_ru) as title'),
      db.raw('array_remove(array_agg(original_name order by original_name), null) as tags'),
    );
  return Object.fromEntries(rows.map(({ title, tags }) => [title, tags ?? []]));
}

test('the preview names the folders with their rows, private rows and what is left out', async () => {
  const { groups, rows, files, remarkCounts } = await preview();
  expect(
    groups.map((one) => [one.folder, one.path, one.isPrivate, one.kind, one.rows]).toSorted(),
  ).toEqual([
    ['', [], false, 'new', 1],
    ['Work', ['Work'], false, 'new', 1],
    ['Work', ['Work'], true, 'new', 1],
    ['Work/Old%2C dull', ['Work', 'Old, dull'], false, 'new', 1],
    ['Work/Old%2C dull/Gems', ['Work', 'Old, dull', 'Gems'], false, 'new', 1],
  ]);
  expect(rows.find(({ title }) => title === 'hidden')?.isPrivate).toBe(true);
  expect(files).toMatchObject([{ name: 'own.html', rows: 5, leftOut: 1 }]);
  expect(remarkCounts).toMatchObject([
    { code: 'addressKind', isLeftOut: true, count: 1 },
    { code: 'private', isLeftOut: true, count: 1 },
  ]);
});

test('private rows stay out unless they are asked for', async () => {
  expect(Object.keys(await imported('')).toSorted()).toEqual(['gem', 'outside', 'relic', 'writer']);
  expect(Object.keys(await imported('&includePrivate=true'))).toContain('hidden');
});

test('of folders that are left out and taken in the nearest decides', async () => {
  const found = await imported('&excludeFolders=/,Work/Old%252C dull&includeFolders=Work');
  expect(Object.keys(found)).toEqual(['writer']);
  expect(
    Object.keys(
      await imported('&excludeFolders=Work&includeFolders=Work/Old%252C dull/Gems'),
    ).toSorted(),
  ).toEqual(['gem', 'outside']);
});

test('names of folders become tags as it is chosen', async () => {
  for (const [mode, tags] of [
    ['none', []],
    ['last', ['Gems']],
    ['all', ['Gems', 'Old, dull', 'Work']],
  ] as const) {
    await empty();
    expect((await preview(`&folderTags=${mode}`)).newTags).toEqual(
      expect.arrayContaining([...tags]),
    );
    expect({ mode, tags: (await imported(`&folderTags=${mode}`))['gem'] }).toEqual({ mode, tags });
  }
});

test('a date that can be read both ways is asked about, and read as it is answered', async () => {
  expect((await preview('', dates)).files).toMatchObject([{ ambiguousDate: '03/04/2024' }]);
  await imported('&dayMonthOrder=monthFirst', dates);
  const { created_at: at } = await app.database.db('items').where({ is_demo: false }).first();
  expect((at as Date).toISOString()).toContain('2024-03-04');
});

test('a file is read in the encoding that is asked for, unless it is UTF-8', async () => {
  const polish = new Uint8Array(
    encodeAs('windows-1250', 'url,title\nhttps://a.example.com/,Narzędzie\n'),
  );
  const titles = async (query: string, body: string | Uint8Array<ArrayBuffer>) =>
    (await preview(query, body)).rows.map(({ title }) => title);
  expect(await titles('', polish)).toEqual(['Narzêdzie']);
  expect(await titles('&encoding=CP1250', polish)).toEqual(['Narzędzie']);
  const utf8 = 'url,title\nhttps://a.example.com/,Narzędzie\n';
  expect(await titles('&encoding=CP1250', utf8)).toEqual(['Narzędzie']);
  expect((await post('/preview?name=own.html&encoding=none', polish)).answer.status).toBe(400);
});

test('private rows are in the report with their lines as long as they stay out', async () => {
  const line = 'own.html,7,left out,Marked as private: not imported unless you choose it,https';
  expect((await post('/report?name=own.html', bookmarks)).text).toContain(line);
  expect((await post('/report?name=own.html&includePrivate=true', bookmarks)).text).not.toContain(
    'private',
  );
});

test('the report is a table for spreadsheets in the language of the caller', async () => {
  for (const [language, line] of [
    ['en', 'own.html,17,left out,Not a web page (javascript:)'],
    ['ru', 'own.html,17,пропущена,Не веб-страница (javascript:)'],
  ] as const) {
    const { answer, text } = await post('/report?name=own.html', bookmarks, language);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toContain('import-report.csv');
    expect(text).toContain(line);
  }
});
