// Uploads of bookmark files over GraphQL and REST: encodings, sizes, rights, and the choices of an import.
import { limits } from '../../config/limits.ts';
import { anItem } from '../../testing/builders.ts';
import { encodeAs } from '../../testing/encodeAs.ts';
import { startTestApp, cookieOf, tokenOf, type TestApp } from '../../testing/testApp.ts';
import { until } from '../../testing/followStream.ts';
import { in1251 } from '../../testing/windows1251.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['signedIn']>>;
let user: typeof admin;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signedIn({ isAdmin: true });
  user = await app.signedIn();
  ({ token } = await tokenOf(admin, 'admin'));
});
afterAll(() => app.close());

/** Sends a raw file over REST. */
const post = (
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  language = 'en',
) =>
  fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': type,
      'Accept-Language': language,
    },
    body,
  });

const csv = 'id,title,url\n11,Рисовалка,https://ru.example.com/\n';
const query = `query ($files: [BookmarkFileInput!]) {
  previewImport(files: $files) { counts { new unreadable } rows { title } }
}`;
interface Preview {
  previewImport: { counts: Record<string, number>; rows: { title: string }[] };
}
const padded = (bytes: number) => `${csv}${' '.repeat(bytes)}`;

test('accepts a file as text and as base64 over GraphQL', async () => {
  for (const file of [
    { text: csv },
    { base64: Buffer.from(`\uFEFF${csv}`, 'utf16le').toString('base64') },
  ]) {
    const { body } = await admin.graphql<Preview>(query, { files: [{ name: 'own.csv', ...file }] });
    expect(body.data.previewImport).toMatchObject({
      counts: { new: 1, unreadable: 0 },
      rows: [{ title: 'Рисовалка' }],
    });
  }
});

/** Sends a multipart request with files, as the client does. */
async function sendFiles(caller: typeof admin, map: object, file = csv) {
  const form = new FormData();
  form.append(
    'operations',
    JSON.stringify({ query, variables: { files: [{ name: 'own.csv', file: null }] } }),
  );
  form.append('map', JSON.stringify(map));
  form.append('0', new Blob([file], { type: 'text/csv' }), 'own.csv');
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      Cookie: cookieOf(caller),
      Origin: app.config.http.publicUrl,
    },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as { data?: Preview } };
}
const place = { 0: ['variables.files.0.file'] };

test('accepts a file as a multipart upload over GraphQL', async () => {
  const { body } = await sendFiles(admin, place, `\uFEFF${csv}`);
  expect(body.data?.previewImport).toMatchObject({
    counts: { new: 1 },
    rows: [{ title: 'Рисовалка' }],
  });
  expect((await sendFiles(user, place)).status).toBe(400);
  for (const map of [
    { 1: ['variables.files.0.file'] },
    { 0: ['variables.files.1.file'] },
    { 0: ['__proto__.file'] },
    { 0: ['query'] },
  ])
    expect((await sendFiles(admin, map)).status).toBe(400);
  expect((await sendFiles(admin, place, padded(limits.request.uploadBytes))).status).toBe(413);
});

test('refuses a file with both forms, none, or invalid base64', async () => {
  for (const file of [{ text: csv, base64: 'AAAA' }, {}, { base64: '%%%' }]) {
    const variables = { files: [{ name: 'own.csv', ...file }] };
    const { body } = await admin.call('POST', '/graphql', { query, variables });
    expect(body).toMatchObject({
      errors: [{ extensions: { reason: 'notABookmarkFile', facts: { file: 'own.csv' } } }],
    });
  }
});

test('names a refused file, within the length limit of names', async () => {
  const name = 'я'.repeat(limits.text.fileName + 1);
  const { body } = await admin.call('POST', '/graphql', {
    query,
    variables: { files: [{ name }] },
  });
  const named = { extensions: { facts: { file: 'я'.repeat(limits.text.fileName) } } };
  expect(body).toMatchObject({ errors: [named] });
});

test('accepts larger bodies from admins, up to a limit', async () => {
  const more = limits.request.bodyBytes + 1;
  const sent = (text: string) => ({ query, variables: { files: [{ name: 'own.csv', text }] } });
  expect((await admin.call('POST', '/graphql', sent(padded(more)))).status).toBe(200);
  expect((await user.call('POST', '/graphql', sent(padded(more)))).status).toBe(413);
  expect((await app.visitor().call('POST', '/graphql', sent(padded(more)))).status).toBe(413);
  const tooMuch = padded(limits.request.uploadBytes);
  expect((await admin.call('POST', '/graphql', sent(tooMuch))).status).toBe(413);
  const path = '/api/v1/knowledge/import/preview';
  const files = [{ name: 'own.csv', text: padded(more) }];
  expect((await admin.call('POST', path, { files })).status).toBe(200);
  expect((await user.call('POST', path, { files })).status).toBe(413);
  expect((await admin.call('POST', '/api/v1/complaints', { comment: padded(more) })).status).toBe(
    413,
  );
});

test('accepts a data rule table from an approver as large as from an admin, and from nobody else', async () => {
  const chosen = await app.signedIn();
  await app.database
    .db('access_approvers')
    .insert({ user_id: chosen.userId, company_key: 'nexters' });
  const { id } = await anItem(app.database.db);
  const table = `id,owner\n${id},Art${' '.repeat(limits.request.bodyBytes)}`;
  const sent = {
    query: `mutation ($table: String!) {
      importDataRules(company: "nexters", table: $table) { rows changed errorsCount }
    }`,
    variables: { table },
  };
  const { status, body } = await chosen.call('POST', '/graphql', sent);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { importDataRules: { rows: 1, changed: 1, errorsCount: 0 } } },
  });
  const path = '/api/v1/rules/table';
  const given = { company: 'nexters', table };
  expect((await chosen.call('POST', path, given)).status).toBe(200);
  const asFile = await fetch(`${app.url}${path}?company=nexters`, {
    method: 'POST',
    headers: {
      Cookie: cookieOf(chosen),
      Origin: app.config.http.publicUrl,
      'Content-Type': 'text/csv',
    },
    body: table,
  });
  expect(asFile.status).toBe(200);
  expect((await chosen.call('POST', '/api/v1/knowledge/import/preview', given)).status).toBe(413);
  for (const nobody of [user, app.visitor()])
    for (const [at, what] of [['/graphql', sent] as const, [path, given] as const])
      expect((await nobody.call('POST', at, what)).status).toBe(413);
});

test('refuses a deeply nested body as a fault of the caller', async () => {
  // The body itself is one level.
  const send = async (path: string, levels: number) => {
    const answer = await fetch(app.url + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: `{"variables":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
    });
    return { path, status: answer.status, said: await answer.text() };
  };
  const { bodyDepth } = limits.request;
  const tooDeep = 'nested too deeply';
  for (const path of ['/graphql', '/mcp', '/api/v1/complaints']) {
    expect((await send(path, bodyDepth)).said).not.toContain(tooDeep);
    for (const levels of [bodyDepth + 1, 40_000])
      expect(await send(path, levels)).toMatchObject({
        path,
        status: 400,
        said: expect.stringContaining(tooDeep) as string,
      });
  }
});

describe('a raw file over REST', () => {
  const sent = async (...given: Parameters<typeof post>) => {
    const answer = await post(...given);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test('is previewed whatever its type', async () => {
    for (const type of ['text/csv', 'text/plain; charset=utf-8', 'application/octet-stream']) {
      const path = '/knowledge/import/preview?name=own.csv';
      const { status, body } = await sent(path, type, Buffer.from(csv));
      expect({ type, status }).toEqual({ type, status: 200 });
      expect(body).toMatchObject({ data: { counts: { unreadable: 0 } } });
    }
  });

  test('is imported with the kinds in the address', async () => {
    const { body } = await sent('/knowledge/import?kinds=new', 'text/csv', Buffer.from(csv));
    expect(body).toMatchObject({ data: { source: 'file' } });
  });

  test('is refused with a wrong query, without a write', async () => {
    const run = () => app.database.db('sync_runs').max('id').first();
    const before = await run();
    for (const [where, asked, path, code] of [
      ['import', 'kind=new', 'kind', 'unknown'],
      ['import', 'exclude=11&exclude=12', 'exclude', 'repeated'],
      ['import', 'kinds=newest', 'kinds.0', 'invalid_type'],
      ['import/preview', 'page=1e1', 'page', 'invalid_type'],
    ] as const) {
      const at = `/knowledge/${where}?${asked}`;
      expect({ asked, ...(await sent(at, 'text/csv', Buffer.from(csv))) }).toMatchObject({
        asked,
        status: 400,
        body: { errors: [{ path, code }] },
      });
    }
    expect(await run()).toEqual(before);
  });

  test('is refused as a data rule table with a wrong query', async () => {
    const { id } = await anItem(app.database.db);
    const table = Buffer.from(`id;source_code\n${id};нет\n`);
    for (const [asked, path, code] of [
      ['isDryRun=FALSE', 'isDryRun', 'invalid_type'],
      ['isDryRun=', 'isDryRun', 'invalid_type'],
      ['isDryRun=false&isDryRun=false', 'isDryRun', 'repeated'],
      ['dryRun=false', 'dryRun', 'unknown'],
      ['isDryRun=false&name=a.csv', 'name', 'unknown'],
    ] as const)
      expect({
        asked,
        ...(await sent(`/rules/table?company=nexters&${asked}`, 'text/csv', table)),
      }).toMatchObject({ asked, status: 400, body: { errors: [{ path, code }] } });
    expect(await app.database.db('data_rules').where({ item_id: id })).toEqual([]);
  });

  test('is previewed as a data rule table, with lines in the caller’s language, and imported', async () => {
    const item = await anItem(app.database.db);
    const at = '/rules/table?company=nexters';
    const fine = Buffer.from(`\uFEFFid;source_code\r\n${item.id};нет\r\n`);
    expect(await sent(at, 'text/csv', fine)).toMatchObject({
      status: 200,
      body: { data: { isDryRun: true, rows: 1, changed: 1, changeId: null } },
    });
    const excel = in1251(`id;source_code;source_code_if_ru\r\n${item.id};да, если;без имен\r\n`);
    const yes = { dataClass: 'source_code', verdict: 'yes_if', conditionRu: 'без имен' };
    expect(await sent(at, 'text/csv', excel)).toMatchObject({
      body: {
        data: {
          changes: [
            {
              after: {
                verdicts: expect.arrayContaining([expect.objectContaining(yes)]) as unknown,
              },
            },
          ],
        },
      },
    });
    expect(
      await sent(at, 'text/csv', Buffer.from([0x89, 0x50, 0xff, 0, 1, 2, 3, 4])),
    ).toMatchObject({
      status: 400,
      body: { reason: 'unknownEncoding' },
    });
    const faulty = Buffer.from(`id;source_code\n${item.id};maybe\n`);
    const { body } = await sent(`${at}&isDryRun=false`, 'text/csv', faulty, 'ru');
    expect(body).toMatchObject({
      data: {
        changed: 0,
        errors: [
          {
            line: 2,
            column: 'source_code',
            message: expect.stringContaining('Неизвестное значение'),
          },
        ],
      },
    });
    expect(await sent(`${at}&isDryRun=false`, 'text/csv', fine)).toMatchObject({
      body: { data: { changed: 1, changeId: expect.any(String) } },
    });
  });
});

describe('choices of an import', () => {
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

  async function sent(path: string, body: string | Uint8Array<ArrayBuffer>, language = 'en') {
    const type = 'application/octet-stream';
    const answer = await post(`/knowledge/import${path}`, type, body, language);
    return { answer, text: await answer.text() };
  }

  const preview = async (query = '', body: string | Uint8Array<ArrayBuffer> = bookmarks) =>
    (JSON.parse((await sent(`/preview?name=own.html${query}`, body)).text) as { data: Preview })
      .data;

  const empty = async () => {
    for (const table of ['items', 'tags', 'sync_runs']) await app.database.db(table).delete();
  };

  /** Titles and tags of an empty catalogue after an import. */
  async function imported(query: string, body = bookmarks): Promise<Record<string, string[]>> {
    const { db } = app.database;
    const whenImported = () =>
      until(async () => !(await db('sync_runs').where({ state: 'running' }).first()));
    await whenImported();
    await empty();
    expect((await sent(`?name=own.html${query}`, body)).answer.status).toBe(200);
    await whenImported();
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

  test('previews folders with their rows, private rows and omitted ones', async () => {
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

  test('excludes private rows by default', async () => {
    expect(Object.keys(await imported('')).toSorted()).toEqual([
      'gem',
      'outside',
      'relic',
      'writer',
    ]);
    expect(Object.keys(await imported('&includePrivate=true'))).toContain('hidden');
  });

  test('applies the nearest choice of nested folders', async () => {
    const found = await imported('&excludeFolders=/,Work/Old%252C dull&includeFolders=Work');
    expect(Object.keys(found)).toEqual(['writer']);
    expect(
      Object.keys(
        await imported('&excludeFolders=Work&includeFolders=Work/Old%252C dull/Gems'),
      ).toSorted(),
    ).toEqual(['gem', 'outside']);
  });

  test('turns folder names into tags as chosen', async () => {
    for (const [mode, tags] of [
      ['none', []],
      ['last', ['Gems']],
      ['all', ['Gems', 'Old, dull', 'Work']],
    ] as const) {
      await empty();
      expect((await preview(`&folderTags=${mode}`)).newTags).toEqual(
        expect.arrayContaining([...tags]),
      );
      expect({ mode, tags: (await imported(`&folderTags=${mode}`))['gem'] }).toEqual({
        mode,
        tags,
      });
    }
  });

  test('asks about ambiguous dates and applies the answer', async () => {
    expect((await preview('', dates)).files).toMatchObject([{ ambiguousDate: '03/04/2024' }]);
    await imported('&dayMonthOrder=monthFirst', dates);
    const { created_at: at } = await app.database.db('items').where({ is_demo: false }).first();
    expect((at as Date).toISOString()).toContain('2024-03-04');
  });

  test('reads a file in the chosen encoding, unless it is UTF-8', async () => {
    const polish = new Uint8Array(
      encodeAs('windows-1250', 'url,title\nhttps://a.example.com/,Narzędzie\n'),
    );
    const titles = async (query: string, body: string | Uint8Array<ArrayBuffer>) =>
      (await preview(query, body)).rows.map(({ title }) => title);
    expect(await titles('', polish)).toEqual(['Narzêdzie']);
    expect(await titles('&encoding=CP1250', polish)).toEqual(['Narzędzie']);
    const utf8 = 'url,title\nhttps://a.example.com/,Narzędzie\n';
    expect(await titles('&encoding=CP1250', utf8)).toEqual(['Narzędzie']);
    expect((await sent('/preview?name=own.html&encoding=none', polish)).answer.status).toBe(400);
  });

  test('lists excluded private rows with their lines in the report', async () => {
    const line = 'own.html,7,left out,Marked as private: not imported unless you choose it,https';
    expect((await sent('/report?name=own.html', bookmarks)).text).toContain(line);
    expect((await sent('/report?name=own.html&includePrivate=true', bookmarks)).text).not.toContain(
      'private',
    );
  });

  test('writes the report as a spreadsheet table in the caller’s language', async () => {
    for (const [language, line] of [
      ['en', 'own.html,17,left out,Not a web page (javascript:)'],
      ['ru', 'own.html,17,пропущена,Не веб-страница (javascript:)'],
    ] as const) {
      const { answer, text } = await sent('/report?name=own.html', bookmarks, language);
      expect(answer.headers.get('content-type')).toContain('text/csv');
      expect(answer.headers.get('content-disposition')).toContain('import-report.csv');
      expect(text).toContain(line);
    }
  });
});
