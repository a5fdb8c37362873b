// An edit takes effect at once, is written to the bookmark, and never overwrites changes in Raindrop.
import { aMember, anItem } from '../../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import type { EditInput } from './itemEdits.ts';

let world: SyncWorld;
let itemId: number;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 6 });
  await world.sync();
  await world.raindrop.control.forgetCalls();
  itemId = Number((await world.item(id))['id']);
});
afterEach(() => world.close());

const id = bookmarkId(1);
const edit = (input: EditInput, expected?: Date) =>
  world.services.edits.edit(world.admin, itemId, input, expected);
const item = () => world.item(id);
const writes = async () =>
  (await world.raindrop.control.calls())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => ({ method, body }));
const expectPeace = async () => {
  expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
};

test('writes fields of the bookmark in one write of the changed ones', async () => {
  const outcome = await edit({
    titleEn: 'Tool One',
    descriptionEn: 'Something new',
    imageUrl: 'https://tool1.example.com/new.png',
    sourceUrl: 'https://one.example.com/',
    tags: ['text', 'new'],
  });
  expect(outcome.bookmark).toEqual({ state: 'written', reason: null });
  expect(await writes()).toEqual([
    {
      method: 'PUT',
      body: {
        title: 'Tool One',
        excerpt: 'Something new',
        cover: 'https://tool1.example.com/new.png',
        link: 'https://one.example.com/',
        tags: ['text', 'new'],
      },
    },
  ]);
  expect(await item()).toMatchObject({
    title_en: 'Tool One',
    source_url: 'https://one.example.com/',
    normalised_url: 'one.example.com',
    sync_status: 'synced',
  });
  expect(await world.tagsOf(id)).toEqual(['text', 'new']);
  await expectPeace();
});

test('does not overwrite a change in Raindrop, which waits for a review', async () => {
  await world.raindrop.control.edit({ id, changes: { title: 'Theirs', excerpt: 'Theirs too' } });
  const outcome = await edit({ titleEn: 'Ours', tags: ['ours'] });
  expect(outcome.bookmark).toEqual({ state: 'differs', reason: null });
  expect(await world.bookmark(id)).toMatchObject({ title: 'Theirs', tags: ['ours'] });
  const open = await world.open('title_changed');
  expect(open).toMatchObject([{ oldValue: 'Ours', newValue: 'Theirs', changedOnBothSides: true }]);
  await world.services.inconsistencies.resolve(
    world.admin,
    open[0]!.id,
    null,
    'keep_current_update_raindrop',
  );
  expect(await world.bookmark(id)).toMatchObject({ title: 'Ours' });
  expect(await world.open('title_changed')).toEqual([]);
  await world.sync();
  expect(await world.open('title_changed')).toEqual([]);
});

test('keeps an edit that Raindrop refuses; a run shows it, a resolution ends the waiting, and its undo queues the write again', async () => {
  await world.raindrop.control.fail({ kind: '401', times: 100 });
  const outcome = await edit({ titleEn: 'Ours' });
  expect(outcome.bookmark).toMatchObject({ state: 'waiting', reason: 'bookmarksUnauthorised' });
  await world.raindrop.control.clearFaults();
  await world.sync();
  expect(await item()).toMatchObject({ title_en: 'Ours', sync_status: 'differs' });
  const open = await world.open();
  expect(open).toMatchObject([
    { type: 'title_changed', oldValue: 'Ours', newValue: 'Tool 1', changedOnBothSides: false },
  ]);
  const { inconsistencies, bookmarkWriter } = world.services;
  const { signal } = new AbortController();
  await inconsistencies.resolve(world.admin, open[0]!.id, null, 'use_raindrop');
  expect(await item()).toMatchObject({ title_en: 'Tool 1' });
  expect(await bookmarkWriter.writeAll(signal)).toMatchObject({ written: 0 });
  await expectPeace();
  await inconsistencies.undo(world.admin, open[0]!.id);
  expect(await item()).toMatchObject({ title_en: 'Ours' });
  const later = await bookmarkWriter.writeAll(signal);
  expect(later).toEqual({ written: 1, remaining: 0, reason: null, retryReason: null });
  expect(await world.bookmark(id)).toMatchObject({ title: 'Ours' });
  await expectPeace();
});

test('finds out that a write with a lost answer has arrived', async () => {
  await world.raindrop.control.fail({ kind: 'dropAfter', method: 'PUT' });
  expect((await edit({ titleEn: 'Ours' })).bookmark.state).toBe('waiting');
  expect(await world.bookmark(id)).toMatchObject({ title: 'Ours' });
  await world.sync();
  expect(await world.open()).toEqual([]);
  await expectPeace();
  expect(await item()).toMatchObject({ title_en: 'Ours' });
});

test('is not overwritten by a run that began reading before', async () => {
  await world.whileItWaits(
    { method: 'GET' },
    () => world.sync(),
    async () => expect((await edit({ titleEn: 'Ours' })).bookmark.state).toBe('written'),
  );
  expect(await world.open()).toEqual([]);
  expect(await item()).toMatchObject({ title_en: 'Ours' });
});

test('reports a conflict to the second of two editors; only admins may edit', async () => {
  for (const [first, second] of [
    [{ titleEn: 'First' }, { titleEn: 'Second' }],
    [{ tasksRu: ['настроить пепелац'] }, { tasksRu: ['своё'] }],
  ] satisfies [EditInput, EditInput][]) {
    const before = (await item())['updated_at'] as Date;
    await edit(first, before);
    await expect(edit(second, before)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'changedMeanwhile',
    });
  }
  expect(await world.bookmark(id)).toMatchObject({ title: 'First' });
  const member = await aMember(world.database.db);
  const mine = world.services.edits.edit(member, itemId, { titleEn: 'Mine' });
  await expect(mine).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('keeps an edit during a write of the bookmark, and writes it afterwards', async () => {
  const rows: [string, EditInput, Record<string, unknown>][] = [
    ['the same field', { titleEn: 'Second' }, { title: 'Second', tags: ['text', 'first'] }],
    ['as it was', { titleEn: 'Tool 2' }, { title: 'Tool 2', tags: ['text', 'first'] }],
    ['another field', { tags: ['text', 'second'] }, { title: 'First', tags: ['text', 'second'] }],
    ['one not touched', { descriptionEn: 'Other' }, { title: 'First', excerpt: 'Other' }],
  ];
  for (const [place, [row, second, ends]] of rows.entries()) {
    const at = bookmarkId(place + 1);
    itemId = Number((await world.item(at))['id']);
    const first = await world.whileItWaits(
      { method: 'PUT' },
      () => edit({ titleEn: 'First', tags: ['text', 'first'] }),
      async () => {
        const { changeId, bookmark } = await edit(second);
        expect({ row, isChange: changeId !== null }).toEqual({ row, isChange: true });
        expect(bookmark).toEqual({ state: 'waiting', reason: null });
      },
    );
    expect({ row, state: first.bookmark.state }).toEqual({ row, state: 'written' });
    expect(await world.open()).toEqual([]);
    const written = await world.services.bookmarkWriter.writeAll(new AbortController().signal);
    expect({ row, ...written }).toMatchObject({ row, written: 1, remaining: 0 });
    expect({ row, ...(await world.bookmark(at)) }).toMatchObject({ row, ...ends });
    await expectPeace();
  }
});

describe('tasks of an item', () => {
  const tasks = async () =>
    world.database.db('item_tasks').where({ item_id: itemId }).orderBy('language').select();
  const found = async (search: string) => {
    const page = await world.services.knowledge.search(world.admin, {
      search,
      page: 0,
      perPage: 5,
      sortBy: 'likes',
      verified: false,
      exact: false,
    });
    return page.unsure ? [] : page.items.map((one) => one.id);
  };
  const tasksRu = ['прошить гравицаппу', 'настроить пепелац'];

  test('are found by the next search, recorded, and restored, without the bookmark', async () => {
    expect(await found('прошить гравицаппы')).toEqual([]);
    const { changeId, bookmark } = await edit({ tasksRu });
    expect(bookmark).toEqual({ state: 'unchanged', reason: null });
    expect(await found('прошить гравицаппы')).toEqual([itemId]);
    const entry = await world.database.db('activity').where({ id: changeId! }).first();
    expect(entry).toMatchObject({ before: { tasksRu: null }, after: { tasksRu } });
    const second = await edit({ tasksRu: ['настроить пепелац'], tasksEn: [] });
    expect(await found('прошить гравицаппы')).toEqual([]);
    await world.services.edits.revertChange(world.admin, second.changeId!);
    expect(await tasks()).toMatchObject([{ language: 'ru', tasks: tasksRu, made_from: null }]);
    await world.services.edits.revertChange(world.admin, changeId!);
    expect(await tasks()).toEqual([]);
    expect(await writes()).toEqual([]);
    await expectPeace();
  });
});

describe('the history of a service', () => {
  const history = async (page = 0) =>
    world.services.edits.history(world.admin, itemId, { page, perPage: 20 });

  test('lists changes, newest first, and restores former values', async () => {
    const { changeId } = await edit({ titleEn: 'Tool One', tags: ['other'] });
    await edit({ descriptionRu: 'Что он делает' });
    const { entries, total } = await history();
    expect(total).toBe(3);
    expect(entries.map(({ action, canRevert }) => [action, canRevert])).toEqual([
      ['item.edited', true],
      ['item.edited', true],
      ['sync.added', false],
    ]);
    expect(entries[1]!.changes).toEqual([
      { field: 'titleEn', before: 'Tool 1', after: 'Tool One' },
      { field: 'tags', before: ['text', 'group-1'], after: ['other'] },
    ]);
    const back = await world.services.edits.revertChange(world.admin, changeId!);
    expect(back.bookmark.state).toBe('written');
    expect(await world.bookmark(id)).toMatchObject({ title: 'Tool 1', tags: ['text', 'group-1'] });
    expect(await item()).toMatchObject({ title_en: 'Tool 1', description_ru: 'Что он делает' });
    expect((await history()).entries[0]).toMatchObject({ action: 'item.broughtBack' });
    await expectPeace();
  });

  test('does not restore entries of other items or without texts, and finds no unknown ones', async () => {
    const { edits } = world.services;
    const [added] = (await history()).entries;
    const { changeId } = await edit({ titleEn: 'Tool One' });
    // As after a merge.
    const other = await anItem(world.database.db);
    await world.database.db('activity').where({ id: changeId }).update({ item_id: other.id });
    const { entries } = await edits.history(world.admin, other.id, { page: 0, perPage: 5 });
    expect(entries).toMatchObject([{ id: changeId, canRevert: false }]);
    for (const id of [changeId!, added!.id])
      await expect(edits.revertChange(world.admin, id)).rejects.toMatchObject({
        reason: 'cannotUndo',
      });
    await expect(edits.revertChange(world.admin, 999_999)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      edits.history(world.admin, 999_999, { page: 0, perPage: 5 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an address of another item', () => {
  const taken = { code: 'CONFLICT', reason: 'serviceKnown' };
  const second = async () => Number((await world.item(bookmarkId(2)))['id']);

  test('is refused in any spelling with the name of that item, also its old address', async () => {
    const there = await second();
    const third = Number((await world.item(bookmarkId(3)))['id']);
    await world.services.merges.merge(world.admin, [there, third], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    for (const sourceUrl of [
      'http://www.TOOL2.example.com/?utm_source=x',
      'https://tool3.example.com',
    ])
      await expect(edit({ sourceUrl })).rejects.toMatchObject({
        ...taken,
        facts: { itemId: there, titleRu: null, titleEn: 'Tool 2' },
      });
    expect(await item()).toMatchObject({ source_url: 'https://tool1.example.com/' });
  });

  test('is not restored either, and the own one is written again', async () => {
    await edit({ sourceUrl: 'https://www.tool1.example.com/?utm_source=x' });
    const { changeId } = await edit({ sourceUrl: 'https://one.example.com/' });
    await world.services.additions.add(world.admin, {
      titleEn: 'Another',
      sourceUrl: 'https://tool1.example.com/',
    });
    await expect(
      world.services.edits.revertChange(world.admin, changeId ?? 0),
    ).rejects.toMatchObject(taken);
  });

  test('is given to one of two simultaneous callers', async () => {
    const there = await second();
    const wanted = { sourceUrl: 'https://free.example.com/' };
    const done = await Promise.allSettled([
      edit(wanted),
      world.services.edits.edit(world.admin, there, wanted),
    ]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
