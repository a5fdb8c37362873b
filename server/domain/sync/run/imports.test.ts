// Files come in by way of a preview, rows are chosen, and an import is undone: on a real database.
import { openUploadedFiles } from '../../../integrations/bookmarkFile/bookmarkFile.ts';
import type { Services } from '../../../services.ts';
import { aMember, anAdmin, anItem, aUseCase } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../accounts/accounts.ts';
import { limits } from '../../../limits.ts';
import type { BookmarkSource } from '../bookmarks.ts';
import type { ImportChoice } from './importPreview.ts';

let database: TestDatabase;
let services: Services;
let admin: Member;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ services } = createTestServices(database.db));
  admin = await anAdmin(database.db);
});
afterEach(async () => {
  await services.sync.close();
  await database.drop();
});

const { signal } = new AbortController();
const header = 'id,title,url,tags,excerpt';
const sourceOf = (...files: string[][]) =>
  openUploadedFiles(
    files.map((lines, at) => ({
      name: `file${at + 1}.csv`,
      bytes: Buffer.from([header, ...lines].join('\n')),
    })),
    new Date('2026-01-01'),
  );
const all: ImportChoice = {
  kinds: ['new', 'changed', 'sameName', 'sameAddress'],
  leaveOut: [],
  take: [],
};
const preview = async (...files: string[][]) =>
  services.sync.preview(admin, { source: sourceOf(...files), signal });
const kindsOf = async (...files: string[][]) =>
  Object.fromEntries(
    (await preview(...files)).rows.map(({ bookmark, kind }) => [bookmark.id, kind]),
  );
/** One import, to its end. */
async function bringIn(files: string[][], choice: Partial<ImportChoice> = {}) {
  await services.sync.startImport(admin, {
    source: sourceOf(...files),
    choice: { ...all, ...choice },
  });
  for (;;) {
    const status = await services.sync.status(admin);
    if (status.state !== 'running') return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const bookmarkIds = async (): Promise<number[]> =>
  (await database.db('items').orderBy('bookmark_id').pluck('bookmark_id')).map(Number);
const countOf = async (table: string) =>
  Number((await database.db(table).count({ n: '*' }))[0]?.['n']);
const lastImport = async () => (await services.imports.list(admin))[0]!;

const painter = '11,Painter,https://painter.example.com/,"image,draw",Draws';
const writer = '12,Writer,https://writer.example.com/,text,Writes';

describe('the preview', () => {
  test('says of each row what would become of it, and writes nothing', async () => {
    await bringIn([[painter, writer]]);
    await anItem(database.db, {
      sourceUrl: 'https://voice.example.com/',
      titleRu: 'Голос',
      titleEn: null,
    });
    const tables = [
      'items',
      'tags',
      'activity',
      'sync_runs',
      'staged_bookmarks',
      'inconsistencies',
      'agreed_bookmarks',
    ];
    const before = await Promise.all(tables.map(countOf));
    const found = await preview([
      painter,
      '12,Writer two,https://writer.example.com/,text,Writes',
      '13,Fresh,https://fresh.example.com/,"image,brand new",',
      '14,Speaker,http://www.voice.example.com/?utm_source=x,text,',
      '15,ГОЛОС,https://other.example.com/,text,',
      '16,Again,https://fresh.example.com,text,',
      '17,fresh,https://fresh-two.example.com/,text,',
      '18,Broken,javascript:alert(1),text,',
    ]);
    expect(
      found.rows.map(({ bookmark, kind, differences, twin }) => [
        bookmark.id,
        kind,
        differences,
        twin?.titleRu ?? null,
      ]),
    ).toEqual([
      [11, 'known', [], null],
      [12, 'changed', ['title_changed'], null],
      [13, 'new', [], null],
      [14, 'sameAddress', [], 'Голос'],
      [15, 'sameName', [], 'Голос'],
      [16, 'sameAddress', [], 'Fresh'],
      [17, 'sameName', [], 'Fresh'],
    ]);
    expect(found.newTags).toEqual(['brand new']);
    expect(found.unreadable).toEqual([
      { where: 'line 9', reason: expect.stringContaining('javascript:') },
    ]);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
  });

  test('knows the address of a merged service, and of one of the demo that an own one was merged into', async () => {
    const [kept, merged, demo] = [
      await anItem(database.db, { sourceUrl: 'https://kept.example.com/', titleRu: 'Оставшийся' }),
      await anItem(database.db, { sourceUrl: 'https://merged.example.com/' }),
      await anItem(database.db, { sourceUrl: 'https://demo.example.com/', titleRu: 'Демо' }),
    ];
    const other = await anItem(database.db, { sourceUrl: 'https://other.example.com/' });
    await database.db('items').where({ id: demo.id }).update({ is_demo: true });
    for (const pair of [[kept.id, merged.id] as const, [demo.id, other.id] as const])
      await services.merges.merge(admin, pair, { take: [], tags: 'kept', bookmark: 'keep' });
    const { rows } = await preview([
      '21,One,https://merged.example.com/,text,',
      '22,Two,https://demo.example.com/,text,',
    ]);
    expect(rows.map(({ kind, twin }) => [kind, twin?.id, twin?.titleRu])).toEqual([
      ['sameAddress', kept.id, 'Оставшийся'],
      ['sameAddress', demo.id, 'Демо'],
    ]);
  });

  test('compares names as the search reads them: е and ё, forms of one letter, apostrophes and blanks are alike', async () => {
    const like = [
      ['Темный лес', 'Тёмный лес'],
      ['ЁЛКА', 'Ёлка'],
      ["DALL'E three", 'DALL’E  Three'],
      ['Ｗide', 'Wide'],
      ['İstanbul', 'İSTANBUL'],
      ['Istanbul two', 'İstanbul two'],
      ['ΛΟΓΟΣ', 'Λογος'],
      ['Λόγος', 'λόγοσ'],
    ] as const;
    for (const [there] of like) await anItem(database.db, { titleRu: there, titleEn: null });
    await anItem(database.db, { titleRu: null, titleEn: 'Йод' });
    const { rows } = await preview([
      ...like.map(([, title], at) => `${at + 1},${title},https://like${at}.example.com/,,`),
      '9,Иод,https://other.example.com/,,',
    ]);
    expect(rows.map(({ kind, twin }) => [kind, twin?.titleRu])).toEqual([
      ...like.map(([there]) => ['sameName', there]),
      ['new', undefined],
    ]);
  });

  test('takes several files for one, and names the file of a row that cannot be read', async () => {
    const { rows, unreadable } = await preview([painter], [painter, '13,Bad,ftp://x.example/,,']);
    expect(rows).toHaveLength(1);
    expect(unreadable).toEqual([
      { where: 'file2.csv, Painter', reason: 'file1.csv has the same bookmark' },
      { where: 'file2.csv, line 3', reason: expect.stringContaining('ftp:') },
    ]);
  });

  test('names the service of the demo that would give way to a new row, once', async () => {
    const item = await anItem(database.db, {
      sourceUrl: 'https://painter.example.com/',
      titleRu: 'Маляр',
    });
    await database.db('items').where({ id: item.id }).update({ is_demo: true });
    const { rows } = await preview([
      painter,
      '12,Again,http://www.painter.example.com,,',
      '13,Маляр,https://x.example/,,',
    ]);
    expect(rows.map(({ kind, givesWay }) => [kind, givesWay?.id, givesWay?.titleRu])).toEqual([
      ['new', item.id, 'Маляр'],
      ['sameAddress', undefined, undefined],
      ['new', undefined, undefined],
    ]);
    await bringIn([[painter]]);
    const again = await preview([painter]);
    expect(again.rows).toMatchObject([{ kind: 'known', givesWay: null }]);
  });

  test('refuses what is no export, and who is no admin', async () => {
    const letter = openUploadedFiles(
      [{ name: 'letter.txt', bytes: Buffer.from('Dear Ada') }],
      new Date(),
    );
    await expect(services.sync.preview(admin, { source: letter, signal })).rejects.toMatchObject({
      code: 'INVALID',
      reason: 'notABookmarkFile',
      message: expect.stringContaining('letter.txt'),
      facts: { file: 'letter.txt' },
    });
    const person = await aMember(database.db);
    const source = sourceOf([painter]);
    await expect(services.sync.preview(person, { source, signal })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(services.sync.startImport(person, { source, choice: all })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(services.imports.undo(person, 1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an import', () => {
  test('brings in the chosen kinds, without what was left out, and with what was taken beside', async () => {
    await anItem(database.db, { bookmarkId: 5, sourceUrl: 'https://painter.example.com/' });
    const rows = [painter, writer, '13,Third,https://third.example.com/,,', '14,x,javascript:1,,'];
    const status = await bringIn([rows], { kinds: ['new'], leaveOut: [13], take: [] });
    expect(status).toMatchObject({ state: 'finished', expected: 1, counts: { new: 1, failed: 1 } });
    expect(await bookmarkIds()).toEqual([5, 12]);
    await bringIn([rows], { kinds: [], take: [11] });
    expect(await bookmarkIds()).toEqual([5, 11, 12]);
  });

  test('is refused beside a run', async () => {
    // As a living run holds it.
    await database.db.transaction(async (trx) => {
      const [run]: { id: number }[] = await database
        .db('sync_runs')
        .insert({ source: 'file', state: 'running', started_by: 'x' })
        .returning('id');
      await trx.raw('select pg_advisory_xact_lock(5176002, ?)', [run!.id]);
      await expect(bringIn([[painter]])).rejects.toMatchObject({ reason: 'syncRunning' });
    });
  });
});

describe('of several admins', () => {
  /** One bookmark whose reading waits until it is let go; says when it begins. */
  function heldSource(begun: number[], id: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const inner = sourceOf([`${id},T ${id},https://t${id}.example.com/,,`]);
    const source: BookmarkSource = {
      kind: 'file',
      async *pages(given) {
        begun.push(id);
        begin();
        await promise;
        yield* inner.pages(given);
      },
    };
    return { source, hasBegun, go: resolve };
  }

  test('looks go one after another, the line is bounded, and who leaves makes room', async () => {
    const begun: number[] = [];
    const first = heldSource(begun, 1);
    const leaving = new AbortController();
    const look = (source: BookmarkSource, given = signal) =>
      services.sync.preview(admin, { source, signal: given });
    const looks = [look(first.source)];
    const gone = look(heldSource(begun, 2).source, leaving.signal);
    for (let id = 3; id <= limits.imports.looksWaiting + 1; id += 1)
      looks.push(look(sourceOf([`${id},T ${id},https://t${id}.example.com/,,`])));
    await first.hasBegun;
    const busy = { code: 'UNAVAILABLE', reason: 'importsBusy', retryAfter: 5 };
    await expect(look(sourceOf([painter]))).rejects.toMatchObject(busy);
    await expect(
      services.sync.startImport(admin, { source: sourceOf([painter]), choice: all }),
    ).rejects.toMatchObject(busy);
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    looks.push(look(sourceOf([painter])));
    expect(begun).toEqual([1]);
    first.go();
    const rows = (await Promise.all(looks)).map((found) => found.rows.length);
    expect(rows).toEqual(looks.map(() => 1));
    expect(begun).toEqual([1]);
  });

  test('of three imports at once one comes in, and the others are told of it without a look at their files', async () => {
    const begun: number[] = [];
    const sources = [1, 2, 3].map((id) => heldSource(begun, id));
    const started = sources.map(({ source }) =>
      services.sync.startImport(admin, { source, choice: all }),
    );
    await Promise.race(sources.map(({ hasBegun }) => hasBegun));
    // Nobody adds a service: what has begun goes on until the others are told.
    const holding = await database.db.transaction();
    await holding.raw('lock table items in share mode');
    for (const { go } of sources) go();
    const ended = await Promise.allSettled(started);
    await holding.rollback();
    // Whichever of them the database has answered first.
    const ends = ended.map((one) => (one.status === 'rejected' ? one.reason.reason : 'begun'));
    expect(ends.toSorted()).toEqual(['begun', 'syncRunning', 'syncRunning']);
    expect(begun).toEqual([ends.indexOf('begun') + 1]);
    await services.sync.close();
  });

  test('an import beside a run does not wait in line', async () => {
    const look = heldSource([], 1);
    const looking = services.sync.preview(admin, { source: look.source, signal });
    await look.hasBegun;
    await database.db.transaction(async (trx) => {
      const [run]: { id: number }[] = await database
        .db('sync_runs')
        .insert({ source: 'file', state: 'running', started_by: 'x' })
        .returning('id');
      await trx.raw('select pg_advisory_xact_lock(5176002, ?)', [run!.id]);
      await expect(
        services.sync.startImport(admin, { source: sourceOf([painter]), choice: all }),
      ).rejects.toMatchObject({ reason: 'syncRunning' });
    });
    look.go();
    await looking;
  });
});

describe('undoing an import', () => {
  test('takes away what nobody has touched, with its tags and differences, and once', async () => {
    await bringIn([[painter]]);
    await bringIn([['11,Painter two,https://painter.example.com/,"image,draw",Draws', writer]]);
    expect(await countOf('inconsistencies')).toBe(1);
    const { id } = await lastImport();
    expect(await services.imports.undo(admin, id)).toEqual({
      removed: 1,
      demoBack: 0,
      differencesClosed: 1,
      stayed: [],
    });
    expect(await bookmarkIds()).toEqual([11]);
    expect(await database.db('tags').orderBy('id').pluck('original_name')).toEqual([
      'image',
      'draw',
    ]);
    expect(await database.db('inconsistencies').pluck('status')).toEqual(['resolved']);
    expect(await database.db('items').pluck('sync_status')).toEqual(['synced']);
    expect(await services.imports.undo(admin, id)).toMatchObject({ removed: 0 });
    expect(await database.db('activity').where({ action: 'import.undone' })).toHaveLength(1);
    expect((await lastImport()).undoneAt).not.toBeNull();
    // The same file comes in again as if it had never been there.
    expect(await kindsOf([writer])).toEqual({ 12: 'new' });
  });

  test('leaves what somebody uses, has changed, reported or asked for', async () => {
    const rows = ['like', 'case', 'report', 'request', 'hidden', 'notes', 'alone'].map(
      (name, at) => `${at + 1},${name},https://${name}.example.com/,,`,
    );
    await bringIn([rows]);
    const person = await aMember(database.db);
    const [like, useCase, report, request, hidden, notes] = (await database
      .db('items')
      .orderBy('bookmark_id')
      .pluck('id')) as number[];
    const user_id = person.user.id;
    await services.knowledge.like(person, like!);
    await database.db('use_cases').insert({
      item_id: useCase,
      user_id,
      description_en: 'We use it',
      original_language: 'en',
    });
    await database.db('complaints').insert({ item_id: report, user_id, complaint_type: 'spam' });
    await database.db('access_requests').insert({
      item_id: request,
      user_id,
      service: 'It',
      subscription_type: 'pro',
      features: 'All',
    });
    await services.knowledge.update(admin, hidden!, { adminVisibility: 'hidden' });
    // As they come from a service of the demo that gave way: the record is not this service's.
    await database.db('items').where({ id: notes }).update({ admin_notes: 'Ask Olga first' });
    const undone = await services.imports.undo(admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.stayed.map(({ titleEn, reason }) => [titleEn, reason])).toEqual([
      ['like', 'used'],
      ['case', 'described'],
      ['report', 'reported'],
      ['request', 'requested'],
      ['hidden', 'changed'],
      ['notes', 'noted'],
    ]);
    expect(await bookmarkIds()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('leaves what was merged, and what the configured source has too', async () => {
    const rows = ['kept', 'other', 'bound', 'alone'].map(
      (name, at) => `${at + 1},${name},https://${name}.example.com/,,`,
    );
    await bringIn([rows]);
    const [kept, other, bound] = (await database
      .db('items')
      .orderBy('bookmark_id')
      .pluck('id')) as number[];
    await services.merges.merge(admin, [kept!, other!], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await database.db('agreed_bookmarks').where({ item_id: bound }).update({ source: 'raindrop' });
    const undone = await services.imports.undo(admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.stayed.map(({ titleEn, reason }) => [titleEn, reason])).toEqual([
      ['kept', 'merged'],
      ['bound', 'synced'],
    ]);
  });

  test('names the first reason of several', async () => {
    await bringIn([[painter, writer]]);
    const [both, reported] = await database.db('items').orderBy('id').pluck<number[]>('id');
    const person = await aMember(database.db);
    const userId = person.user.id;
    await aUseCase(database.db, { itemId: both!, userId });
    await services.knowledge.like(person, both!);
    await aUseCase(database.db, { itemId: reported!, userId });
    await database
      .db('complaints')
      .insert({ item_id: reported, user_id: userId, complaint_type: 'spam' });
    const { stayed } = await services.imports.undo(admin, (await lastImport()).id);
    expect(stayed).toMatchObject([{ reason: 'used' }, { reason: 'described' }]);
  });

  test('keeps no service for a case that was deleted too long ago to be taken back', async () => {
    await bringIn([[painter, writer]]);
    const [gone, stays] = await database.db('items').orderBy('id').pluck<number[]>('id');
    const person = await aMember(database.db);
    const deleted = (itemId: number, deletedAt: Date) =>
      aUseCase(database.db, { itemId, userId: person.user.id, deletedAt });
    await deleted(gone!, new Date(0));
    await deleted(stays!, new Date());
    const undone = await services.imports.undo(admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.stayed).toMatchObject([{ id: stays, reason: 'described' }]);
  });

  test('by two admins at once happens once; of another run it is refused', async () => {
    await bringIn([[painter, writer]]);
    const { id } = await lastImport();
    const undone = await Promise.all([
      services.imports.undo(admin, id),
      services.imports.undo(admin, id),
    ]);
    expect(undone.map(({ removed }) => removed).sort()).toEqual([0, 2]);
    await expect(services.imports.undo(admin, id + 100)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('beside the demo', () => {
  beforeEach(() => services.demo.load(admin));
  /** What stands in the database of the demo's services, but for ids and the times that the demo counts from now. */
  async function inventory() {
    const { rows } = await database.db.raw<{ rows: unknown[] }>(
      `select bookmark_id, title_ru, title_en, source_url, image_url, admin_visibility, likes_count, use_cases_count, created_at,
         array(select original_name from item_tags join tags on tags.id = tag_id where item_id = items.id order by position) as tags,
         array(select tasks::text from item_tasks where item_id = items.id order by language) as tasks,
         array(select user_id from item_likes where item_id = items.id order by 1) as likes,
         array(select description_en from use_cases where item_id = items.id order by 1) as cases,
         (select count(*) from use_case_likes join use_cases on use_cases.id = use_case_id where item_id = items.id) as case_likes,
         array(select complaint_type from complaints where item_id = items.id order by 1) as complaints,
         array(select user_id from access_requests where item_id = items.id order by 1) as requests,
         array(select tier from data_rules where item_id = items.id order by 1) as rules
       from items where is_demo order by bookmark_id`,
    );
    return rows;
  }
  const searches = () => database.db('zero_result_searches').sum('count as n').first();
  const ofDemo = async (
    bookmarkId: number,
  ): Promise<{
    id: number;
    source_url: string;
    merged_into: number | null;
    removed_at: Date | null;
  }> => database.db('items').where({ bookmark_id: bookmarkId, is_demo: true }).first();
  /** Bookmarks of the same addresses as these services of the demo. */
  const bookmarksOf = (bookmarkIds: number[]): Promise<string[]> =>
    Promise.all(
      bookmarkIds.map(
        async (id) => `${id + 50_000},Own ${id},${(await ofDemo(id)).source_url},mine,`,
      ),
    );
  const undoLast = async () => services.imports.undo(admin, (await lastImport()).id);

  test('undoing brings the services back that gave way, with all that is the demo’s, and nothing else of it twice', async () => {
    await services.demo.choose(admin, 'keep');
    const person = await aMember(database.db);
    // With use cases, with reports, with requests for access.
    const lines = await bookmarksOf([1001, 1009, 1030]);
    const liked: { id: number } = await database
      .db('use_cases')
      .where({ item_id: (await ofDemo(1001)).id })
      .first('id');
    await database.db('use_case_likes').insert({ user_id: person.user.id, use_case_id: liked.id });
    const before = await inventory();
    const searched = await searches();
    const { rows } = await preview([...lines, writer]);
    expect(rows.map(({ givesWay }) => givesWay !== null)).toEqual([true, true, true, false]);
    await bringIn([[...lines, writer]]);
    expect(await inventory()).toHaveLength(before.length - 3);
    expect(await undoLast()).toMatchObject({ removed: 4, demoBack: 3, stayed: [] });
    expect(await inventory()).toEqual(before);
    expect(await searches()).toEqual(searched);
    expect(await undoLast()).toMatchObject({ removed: 0, demoBack: 0 });
    expect(await inventory()).toEqual(before);
  });

  test('one that was hidden comes back hidden, and one that was shown comes back shown', async () => {
    const hidden: number[] = await database
      .db('items')
      .where({ admin_visibility: 'hidden' })
      .pluck('bookmark_id');
    const secret = Number(hidden[0]);
    const lines = await bookmarksOf([1001, secret]);
    const set = async (id: number, adminVisibility: 'visible' | 'hidden') =>
      services.knowledge.update(admin, (await ofDemo(id)).id, { adminVisibility });
    await set(1001, 'hidden');
    await set(secret, 'visible');
    const before = await inventory();
    await bringIn([lines]);
    expect(await undoLast()).toMatchObject({ demoBack: 2 });
    expect(await inventory()).toEqual(before);
  });

  test('none comes back where another own service has the address, or the demo was left behind since', async () => {
    const [first, second] = [await bookmarksOf([1001]), await bookmarksOf([1002])];
    await bringIn([first]);
    await anItem(database.db, { sourceUrl: 'https://chatgpt.com/' });
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 0 });
    await bringIn([second]);
    await services.demo.remove(admin);
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 0 });
    expect(await inventory()).toEqual([]);
  });

  test('one whose texts and address were changed comes back with them and by its old id', async () => {
    const { id } = await ofDemo(1001);
    await services.edits.edit(admin, id, {
      titleEn: 'Our chat',
      descriptionRu: 'Наш собеседник',
      descriptionEn: null,
      sourceUrl: 'https://chat.ours.example/',
    });
    const before = await inventory();
    const facts = () =>
      database.db('items').where({ id }).first('description_ru', 'description_en', 'title_ru');
    const texts = await facts();
    await bringIn([['51001,Own,https://chat.ours.example/,mine,']]);
    await expect(services.knowledge.item(admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 1 });
    expect(await inventory()).toEqual(before);
    expect(await facts()).toEqual(texts);
    expect(await services.knowledge.item(admin, id)).toMatchObject({
      id,
      sourceUrl: 'https://chat.ours.example/',
    });
    // It has its history, so that the demo does not go with what an admin has said.
    expect(await services.edits.history(admin, id, { page: 1, perPage: 10 })).toMatchObject({
      total: 1,
    });
    expect((await services.demo.preview(admin)).stays).toMatchObject([{ id }]);
    // Those that come later have ids of their own.
    const later = await anItem(database.db);
    expect(later.id).toBeGreaterThan(id);
  });

  test('one whose tags and picture were changed comes back with them, in their order, and one that was left without any comes back so', async () => {
    const changed = await ofDemo(1001);
    const bare = await ofDemo(1002);
    const [first] = await database
      .db('item_tags')
      .join('tags', 'tags.id', 'tag_id')
      .where({ item_id: changed.id, position: 0 })
      .pluck<string[]>('original_name');
    await services.edits.edit(admin, changed.id, {
      tags: ['ours alone', first!],
      imageUrl: 'https://ours.example/picture.png',
    });
    await services.edits.edit(admin, bare.id, { tags: [], imageUrl: '' });
    const before = await inventory();
    expect(before).toMatchObject([
      { tags: ['ours alone', first], image_url: 'https://ours.example/picture.png' },
      { tags: [], image_url: null },
      ...before.slice(2).map(() => ({})),
    ]);
    await bringIn([await bookmarksOf([1001, 1002])]);
    expect(await undoLast()).toMatchObject({ removed: 2, demoBack: 2 });
    expect(await inventory()).toEqual(before);
  });

  test('of what gave way as earlier versions recorded it, the demo’s service of the address comes back, and undoing works where there is none', async () => {
    const lines = await bookmarksOf([1001]);
    await services.edits.edit(admin, (await ofDemo(1002)).id, {
      sourceUrl: 'https://ours.example/',
    });
    await bringIn([[...lines, '51002,Own,https://ours.example/,mine,']]);
    await database.db.raw(
      `update activity set after = jsonb_build_object('moved', (
         select jsonb_agg(pair - '{bookmarkId,changed}'::text[]) from jsonb_array_elements(after->'moved') as pair))
       where action = 'demo.gaveWay'`,
    );
    expect(await undoLast()).toMatchObject({ removed: 2, demoBack: 1 });
    expect(await ofDemo(1001)).toBeDefined();
    await bringIn([['51003,Own,https://ours.example/,mine,']]);
    await database.db.raw(
      `update activity set after = jsonb_build_object('moved', jsonb_build_array(jsonb_build_object(
         'from', 1, 'to', (select max(id) from items), 'address', 'ours.example', 'visibility', 'visible')))
       where action = 'demo.gaveWay'`,
    );
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 0 });
  });

  test('one that was merged into another of the demo leads there still, and does not give way', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1027)];
    const lines = await bookmarksOf([1027]);
    await services.merges.merge(admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    const { rows } = await preview(lines);
    expect(rows).toMatchObject([{ kind: 'new', givesWay: null }]);
    await bringIn([lines]);
    const leadsTo = async () => (await services.knowledge.item(admin, merged.id))?.id;
    expect(await leadsTo()).toBe(kept.id);
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 0 });
    expect(await leadsTo()).toBe(kept.id);
  });

  test('one that was merged into a service that gives way leads to the own one, and after the undo to the demo’s again', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1027)];
    await services.edits.edit(admin, merged.id, { titleEn: 'Merged' });
    await services.merges.merge(admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    const leadsTo = async () => (await services.knowledge.item(admin, merged.id))?.id;
    const record = async () =>
      (await services.edits.history(admin, kept.id, { page: 0, perPage: 10 })).entries.map(
        ({ action }) => action,
      );
    const before = await record();
    expect(before).toContain('item.edited');
    const lines = await bookmarksOf([1004]);
    await bringIn([lines]);
    const [own] = await database.db('items').where({ is_demo: false }).pluck<number[]>('id');
    expect(await leadsTo()).toBe(own);
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 1, stayed: [] });
    expect(await leadsTo()).toBe(kept.id);
    expect(await record()).toEqual(before);

    // Another own service has the place meanwhile.
    await bringIn([lines]);
    const other = await anItem(database.db, { sourceUrl: kept.source_url });
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 0 });
    expect(await leadsTo()).toBe(other.id);
  });

  test('one that was merged into a service that gave way leads on past the demo, whose coming says nothing of the own one, and is left with no trace', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1001)];
    await services.merges.merge(admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await bringIn([await bookmarksOf([1004])]);
    const [own] = await database.db('items').where({ is_demo: false }).pluck<number[]>('id');
    await services.demo.remove(admin);
    expect(await services.knowledge.item(admin, merged.id)).toMatchObject({ id: own });
    await services.demo.load(admin);
    expect(await services.knowledge.item(admin, own!)).toMatchObject({
      likesCount: 0,
      useCasesCount: 0,
    });
    await services.demo.remove(admin);
    expect(await undoLast()).toMatchObject({ removed: 1, demoBack: 0 });
    expect(await database.db('items')).toEqual([]);
    await services.demo.load(admin);
    expect(await ofDemo(1001)).toMatchObject({ merged_into: null, removed_at: null });
  });

  test('what one of ours said of the demo’s service of data and of tasks keeps the own one, which has it since', async () => {
    const lines = await bookmarksOf([1001, 1002]);
    const [ruled, tasked] = [await ofDemo(1001), await ofDemo(1002)];
    await services.dataRules.set(admin, 'royalark', [
      {
        itemId: ruled.id,
        tier: 'enterprise',
        verdicts: [{ dataClass: 'public_material', verdict: 'yes' }],
      },
    ]);
    await services.edits.edit(admin, tasked.id, { tasksEn: ['ask what nobody knows'] });
    await bringIn([lines]);
    expect(await undoLast()).toMatchObject({
      removed: 0,
      demoBack: 0,
      stayed: [{ reason: 'changed' }, { reason: 'changed' }],
    });
  });
});

test('of rows with one name or one address the first of the file is new', async () => {
  const { rows } = await preview([
    '50,Same,https://s0.example/,,',
    '47,same,https://s1.example/,,',
    '40,Other,https://s0.example/,,',
  ]);
  expect(rows.map(({ bookmark, kind }) => [bookmark.id, kind])).toEqual([
    [50, 'new'],
    [47, 'sameName'],
    [40, 'sameAddress'],
  ]);
});

test('rows of one file are alike by name as the search reads them', async () => {
  const { rows } = await preview(['1,Ёж,https://s0.example/,,', '2,ЕЖ,https://s1.example/,,']);
  expect(rows.map(({ kind }) => kind)).toEqual(['new', 'sameName']);
});

test('twins are found in every part of many rows', async () => {
  const [first, last] = [
    await anItem(database.db, { sourceUrl: 'https://t0.example.com/' }),
    await anItem(database.db, { sourceUrl: 'https://t1100.example.com/' }),
  ];
  const { rows } = await preview(
    Array.from({ length: 1_101 }, (_, n) => `${n + 1},T ${n},https://t${n}.example.com/,a,`),
  );
  expect(
    rows
      .filter(({ kind }) => kind === 'sameAddress')
      .map(({ bookmark, twin }) => [bookmark.id, twin?.id]),
  ).toEqual([
    [1, first.id],
    [1_101, last.id],
  ]);
});
