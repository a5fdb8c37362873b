// Inconsistencies and runs over GraphQL and REST.
import { startFakeRaindrop, type FakeRaindrop } from '../../../../fakes/raindrop.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { aBookmark, bookmarkId } from '../../../testing/syncFixture.ts';

interface Row {
  id: string;
  type: string;
  status: string;
  [field: string]: unknown;
}
interface List {
  success: boolean;
  data: Row[];
}
interface One {
  success: boolean;
  data: Row;
  error: string;
  code: string;
  reason: string;
}

let raindrop: FakeRaindrop;
let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  raindrop = await startFakeRaindrop({
    bookmarks: Array.from({ length: 10 }, (_, at) => aBookmark(at + 1)),
  });
  await raindrop.control.rate({ limit: 100_000 });
  app = await startTestApp({
    env: { RAINDROP_URL: raindrop.url, RAINDROP_TOKEN: raindrop.token, SYNC_SCHEDULE: '0 * * * *' },
  });
  admin = await app.signedIn({ isAdmin: true, name: 'Ada' });
});
afterAll(async () => {
  await app.close();
  await raindrop.close();
});

interface Status {
  success: boolean;
  data: { state: string; startedBy: string; nextRunAt: string; counts: Record<string, number> };
}

/** Starts a run over REST and waits for its end. */
async function sync(): Promise<Status['data']> {
  const started = await admin.call<Status>('POST', '/api/v1/knowledge/sync');
  expect(started.status).toBe(200);
  return ended();
}

async function ended(): Promise<Status['data']> {
  for (;;) {
    const { body } = await admin.call<Status>('GET', '/api/v1/knowledge/sync/status');
    if (body.data.state !== 'running') return body.data;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const open = async (type?: string): Promise<Row[]> => {
  const query = type ? `?status=new&type=${type}` : '?status=new';
  return (await admin.call<List>('GET', `/api/v1/inconsistencies${query}`)).body.data;
};

test('starts and watches a run over REST', async () => {
  const { body: idle } = await admin.call<Status>('GET', '/api/v1/knowledge/sync/status');
  expect(idle).toMatchObject({
    success: true,
    data: { state: 'idle', source: 'raindrop', failures: [] },
  });
  expect(new Date(idle.data.nextRunAt).getUTCMinutes()).toBe(0);
  const status = await sync();
  expect(status).toMatchObject({
    state: 'finished',
    startedBy: 'Ada',
    expected: 10,
    counts: { seen: 10, new: 10, changed: 0, unchanged: 0, removed: 0, failed: 0 },
  });
});

test('refuses a second run at the same time', async () => {
  await raindrop.control.fail({ kind: 'slow', delayMs: 300 });
  await admin.call('POST', '/api/v1/knowledge/sync');
  const second = await admin.call<One>('POST', '/api/v1/knowledge/sync');
  expect(second).toMatchObject({
    status: 409,
    body: { success: false, code: 'CONFLICT', reason: 'syncRunning' },
  });
  const { body } = await admin.call<Status>('GET', '/api/v1/knowledge/sync/status');
  expect(body.data.state).toBe('running');
  expect(await ended()).toMatchObject({ state: 'finished' });
});

const changed = (changes: Record<string, unknown>) => (n: number) =>
  raindrop.control.edit({ id: bookmarkId(n), changes });

/** The nine paths, the action that causes each inconsistency, and its expected fields. */
const paths: [string, string, (n: number) => Promise<unknown>, Record<string, unknown>, string][] =
  [
    [
      'resolve-title',
      'title_changed',
      changed({ title: 'Other' }),
      { oldTitle: 'Tool 1', newTitle: 'Other' },
      'use_raindrop',
    ],
    [
      'resolve-description',
      'description_changed',
      changed({ excerpt: 'Other' }),
      { oldDescription: 'What tool 2 does', newDescription: 'Other' },
      'use_raindrop',
    ],
    [
      'resolve-tags',
      'tags_changed',
      changed({ tags: ['text', 'other'] }),
      { removedTags: ['group-0'], addedTags: ['other'] },
      'keep_current_update_raindrop',
    ],
    [
      'resolve-media-type',
      'media_type_changed',
      changed({ type: 'video' }),
      { oldType: 'link', newType: 'video' },
      'use_raindrop',
    ],
    [
      'resolve-media-source',
      'media_source_changed',
      changed({ domain: 'up.example.com' }),
      { oldSource: 'tool5.example.com', newSource: 'up.example.com' },
      'use_raindrop',
    ],
    [
      'resolve-image-url',
      'image_url_changed',
      changed({ cover: 'https://a.example.com/a.png' }),
      { oldUrl: 'https://tool6.example.com/cover.png', newUrl: 'https://a.example.com/a.png' },
      'keep_current_update_raindrop',
    ],
    [
      'resolve-source-url',
      'source_url_changed',
      changed({ link: 'https://a.example.com/' }),
      { oldUrl: 'https://tool7.example.com/', newUrl: 'https://a.example.com/' },
      'use_raindrop',
    ],
    [
      'resolve-link-broken',
      'link_broken',
      async (n) => {
        const { db } = app.database;
        const item: { id: number } | undefined = await db('items')
          .where({ bookmark_id: bookmarkId(n) })
          .first('id');
        await db('inconsistencies').insert({
          item_id: item?.id,
          type: 'link_broken',
          old_value: '"https://tool8.example.com/"',
          new_value: '"404"',
        });
      },
      { url: 'https://tool8.example.com/', linkStatus: '404' },
      'ignore',
    ],
    [
      'resolve-removed',
      'item_removed',
      (n) => raindrop.control.trash({ id: bookmarkId(n) }),
      { oldTitle: null, newUrl: null },
      'delete_item',
    ],
  ];

test('has values and a path for each type', async () => {
  for (const [at, [, , provoke]] of paths.entries()) await provoke(at + 1);
  await sync();
  expect((await open()).map((row) => row.type).sort()).toEqual(
    paths.map(([, type]) => type).sort(),
  );
  for (const [path, type, , values, action] of paths) {
    const [row, ...others] = await open(type);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      type,
      status: 'new',
      changedOnBothSides: false,
      canUndo: false,
      knowledgeItem: expect.any(Object),
      ...values,
    });
    const wrongPath = path === 'resolve-title' ? 'resolve-tags' : 'resolve-title';
    const wrong = await admin.call<One>('POST', `/api/v1/inconsistencies/${row?.id}/${wrongPath}`, {
      action,
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID', reason: 'wrongType' } });
    const answer = await admin.call<One>('POST', `/api/v1/inconsistencies/${row?.id}/${path}`, {
      action,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { id: row?.id, resolution: action, resolvedBy: { name: 'Ada' } },
      },
    });
    const again = await admin.call<One>('POST', `/api/v1/inconsistencies/${row?.id}/${path}`, {
      action,
    });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: 'decidedMeanwhile' },
    });
  }
  expect(await open()).toEqual([]);
});

test('sets a status over REST: ignored, and open again', async () => {
  await raindrop.control.edit({ id: bookmarkId(10), changes: { title: 'Ten' } });
  await sync();
  const [row] = await open('title_changed');
  const path = `/api/v1/inconsistencies/${row?.id}/status`;
  expect((await admin.call<One>('PATCH', path, { status: 'ignored' })).body.data).toMatchObject({
    status: 'ignored',
    canUndo: true,
  });
  expect(
    (await admin.call<List>('GET', '/api/v1/inconsistencies?status=ignored&type=title_changed'))
      .body.data,
  ).toHaveLength(1);
  expect((await admin.call<One>('PATCH', path, { status: 'new' })).body.data).toMatchObject({
    status: 'new',
    resolvedAt: null,
  });
  expect(await admin.call('PATCH', path, { status: 'resolved' })).toMatchObject({ status: 400 });
  expect(await admin.call('PATCH', path, { status: 'whatever' })).toMatchObject({ status: 400 });
  expect(
    await admin.call('PATCH', '/api/v1/inconsistencies/99999/status', { status: 'new' }),
  ).toMatchObject({ status: 404 });
  expect(await admin.call('POST', path, { status: 'new' })).toMatchObject({ status: 405 });
});

test('resolves many at once, undoes and counts over GraphQL', async () => {
  const [row] = await open('title_changed');
  const resolved = await admin.graphql<{
    resolveInconsistencies: { resolved: Row[]; failed: Row[] };
  }>(
    `mutation ($ids: [ID!]!) { resolveInconsistencies(ids: $ids, action: keep_current_update_raindrop) {
      resolved { id status canUndo knowledgeItem { titleEn syncStatus } } failed { id error } } }`,
    { ids: [row?.id] },
  );
  expect(resolved.body.data.resolveInconsistencies).toEqual({
    resolved: [
      {
        id: row?.id,
        status: 'resolved',
        canUndo: true,
        knowledgeItem: { titleEn: 'Tool 10', syncStatus: 'synced' },
      },
    ],
    failed: [],
  });
  const undone = await admin.graphql<{ undoResolution: Row }>(
    'mutation ($id: ID!) { undoResolution(id: $id) { id status actions } }',
    { id: row?.id },
  );
  expect(undone.body.data.undoResolution).toEqual({
    id: row?.id,
    status: 'new',
    actions: ['use_raindrop', 'keep_current_update_raindrop'],
  });
  const counts = await admin.graphql('{ inconsistencyCounts(status: new) { type count } }');
  expect(counts.body.data).toEqual({ inconsistencyCounts: [{ type: 'title_changed', count: 1 }] });
});

test('reads one again, undoes many, and previews each action', async () => {
  const [row] = await open('title_changed');
  const offers = [
    { action: 'use_raindrop', bookmark: 'unchanged', reason: null, isPossible: true },
    { action: 'keep_current_update_raindrop', bookmark: 'updated', reason: null, isPossible: true },
  ];
  expect(row).toMatchObject({
    resolutionPreviews: offers,
    writtenBack: null,
    notWrittenReason: null,
  });
  const decided = await admin.call<One>(
    'POST',
    `/api/v1/inconsistencies/${row?.id}/resolve-title`,
    {
      action: 'keep_current_update_raindrop',
    },
  );
  expect(decided.body.data).toMatchObject({ writtenBack: true, notWrittenReason: null });
  const undone = await admin.graphql<{ undoResolutions: { undone: Row[]; failed: Row[] } }>(
    'mutation ($ids: [ID!]!) { undoResolutions(ids: $ids) { undone { id status } failed { id } } }',
    { ids: [row?.id] },
  );
  expect(undone.body.data.undoResolutions).toEqual({
    undone: [{ id: row?.id, status: 'new' }],
    failed: [],
  });
  const again = await admin.graphql<{ inconsistency: Row; none: null }>(
    'query ($id: ID!) { inconsistency(id: $id) { id status } none: inconsistency(id: "99999") { id } }',
    { id: row?.id },
  );
  expect(again.body.data).toEqual({ inconsistency: { id: row?.id, status: 'new' }, none: null });
});

test('neither offers nor reports writes that are impossible', async () => {
  await raindrop.control.edit({ id: bookmarkId(4), changes: { domain: 'else.example.com' } });
  await sync();
  const [row] = await open('media_source_changed');
  const [, keep] = (row?.['resolutionPreviews'] ?? []) as object[];
  expect(keep).toEqual({
    action: 'keep_current_update_raindrop',
    bookmark: 'unchanged',
    reason: 'setByService',
    isPossible: true,
  });
  const path = `/api/v1/inconsistencies/${row?.id}/resolve-media-source`;
  const answer = await admin.call<One>('POST', path, { action: 'keep_current_update_raindrop' });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { status: 'resolved', writtenBack: false, notWrittenReason: 'setByService' } },
  });
});

test('reports a failed write and stores it with the inconsistency', async () => {
  const [row] = await open('title_changed');
  await raindrop.control.fail({ kind: '503', method: 'PUT' });
  const answer = await admin.call<One>('POST', `/api/v1/inconsistencies/${row?.id}/resolve-title`, {
    action: 'keep_current_update_raindrop',
  });
  expect(answer).toMatchObject({
    status: 503,
    body: { success: false, code: 'UNAVAILABLE', error: expect.stringMatching(/503/) },
  });
  expect(await open('title_changed')).toMatchObject([
    { id: row?.id, error: expect.stringMatching(/503/) },
  ]);
});
