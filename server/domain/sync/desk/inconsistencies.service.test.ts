import { aMember } from '../../../testing/builders.ts';
import {
  aBookmark,
  bookmarkId,
  bookmarkLink,
  startSyncWorld,
  type SyncWorld,
} from '../../../testing/syncWorld.ts';
import type { Inconsistency, InconsistencyType } from '../inconsistencies.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 6 });
  await world.sync();
  await world.raindrop.control.forgetCalls();
});
afterEach(() => world.close());

const id = bookmarkId(1);
const change = (changes: Record<string, unknown>) => world.raindrop.control.edit({ id, changes });

/** The one difference that the next run raises. */
async function raise(type: InconsistencyType): Promise<Inconsistency> {
  await world.sync();
  const open = await world.open();
  expect(open.map((one) => one.type)).toEqual([type]);
  return open[0]!;
}

const writes = async () =>
  (await world.raindrop.control.calls()).filter((call) => call.method !== 'GET');

/** A run that finds nothing: both sides and the agreement are at one. */
async function expectPeace(): Promise<void> {
  expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
}

interface FieldCase {
  type: InconsistencyType;
  /** What happens in the service. */
  change: Record<string, unknown>;
  /** What the item says before, and after the service's word was taken. */
  column: string;
  ours: unknown;
  theirs: unknown;
  /** What is written to the service to keep ours; null when nothing can be. */
  written: Record<string, unknown> | null;
}

const fieldCases: FieldCase[] = [
  {
    type: 'title_changed',
    change: { title: 'Tool one' },
    column: 'title_en',
    ours: 'Tool 1',
    theirs: 'Tool one',
    written: { title: 'Tool 1' },
  },
  {
    type: 'description_changed',
    change: { excerpt: 'Something else' },
    column: 'description_en',
    ours: 'What tool 1 does',
    theirs: 'Something else',
    written: { excerpt: 'What tool 1 does' },
  },
  {
    type: 'description_changed',
    change: { note: 'Заметка по-русски' },
    column: 'description_ru',
    ours: null,
    theirs: 'Заметка по-русски',
    written: { note: '' },
  },
  {
    type: 'description_changed',
    change: { excerpt: '' },
    column: 'description_en',
    ours: 'What tool 1 does',
    theirs: null,
    written: { excerpt: 'What tool 1 does' },
  },
  {
    type: 'media_type_changed',
    change: { type: 'video' },
    column: 'media_type',
    ours: 'link',
    theirs: 'video',
    written: { type: 'link' },
  },
  {
    type: 'media_source_changed',
    change: { domain: 'up.example.com' },
    column: 'media_source',
    ours: 'tool1.example.com',
    theirs: 'up.example.com',
    written: null,
  },
  {
    type: 'image_url_changed',
    change: { cover: '' },
    column: 'image_url',
    ours: 'https://tool1.example.com/cover.png',
    theirs: null,
    written: { cover: 'https://tool1.example.com/cover.png' },
  },
  {
    type: 'source_url_changed',
    change: { link: 'https://one.example.com/' },
    column: 'source_url',
    ours: bookmarkLink(1),
    theirs: 'https://one.example.com/',
    written: { link: bookmarkLink(1) },
  },
];

describe.each(fieldCases)(
  '$type of $change',
  ({ type, change: changes, column, ours, theirs, written }) => {
    it('takes the word of the service, and takes it back', async () => {
      await change(changes);
      const row = await raise(type);
      const itemBefore = await world.item(id);
      expect(itemBefore[column]).toEqual(ours);
      const resolved = await world.services.inconsistencies.resolve(
        world.admin,
        row.id,
        type,
        'use_raindrop',
      );
      expect(resolved).toMatchObject({
        status: 'resolved',
        resolution: 'use_raindrop',
        resolvedBy: world.admin.user.id,
        resolvedAt: expect.any(Date),
        canUndo: true,
        writtenBack: false,
        notWrittenReason: null,
      });
      expect(await world.item(id)).toMatchObject({ [column]: theirs, sync_status: 'synced' });
      expect(await writes()).toEqual([]);
      await expectPeace();

      const undone = await world.services.inconsistencies.undo(world.admin, row.id);
      expect(undone).toMatchObject({
        status: 'new',
        resolution: null,
        resolvedBy: null,
        resolvedAt: null,
        canUndo: false,
      });
      expect(await world.item(id)).toMatchObject({ ...itemBefore, updated_at: expect.any(Date) });
      expect((await world.sync()).counts).toMatchObject({ changed: 0 });
      expect(await world.open()).toMatchObject([{ id: row.id, newValue: row.newValue }]);
    });

    it('keeps ours and writes one field, and takes that back too', async () => {
      await change(changes);
      const row = await raise(type);
      const [itemBefore, bookmarkBefore] = [await world.item(id), await world.bookmark(id)];
      const action = 'keep_current_update_raindrop';
      const resolved = await world.services.inconsistencies.resolve(
        world.admin,
        row.id,
        null,
        action,
      );
      expect(resolved).toMatchObject({
        status: 'resolved',
        resolution: action,
        error: null,
        canUndo: true,
        writtenBack: written !== null,
        notWrittenReason: written ? null : 'setByService',
      });
      expect((await writes()).map((call) => [call.method, call.path, call.body])).toEqual(
        written ? [['PUT', `/raindrop/${id}`, written]] : [],
      );
      expect(await world.item(id)).toMatchObject({
        [column]: itemBefore[column],
        sync_status: 'synced',
      });
      if (written) expect(await world.bookmark(id)).toMatchObject(written);
      await expectPeace();

      await world.services.inconsistencies.undo(world.admin, row.id);
      expect(await world.bookmark(id)).toEqual({
        ...bookmarkBefore,
        lastUpdate: expect.any(String),
      });
      expect((await world.sync()).counts).toMatchObject({ changed: 0 });
      expect(await world.open()).toMatchObject([{ id: row.id, type }]);
    });
  },
);

describe('tags_changed', () => {
  beforeEach(() => change({ tags: ['group-1', 'new'] }));

  it('takes the word of the service, and takes it back', async () => {
    const row = await raise('tags_changed');
    await world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      'tags_changed',
      'use_raindrop',
    );
    expect(await world.tagsOf(id)).toEqual(['group-1', 'new']);
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.tagsOf(id)).toEqual(['text', 'group-1']);
    const counted = await world.database
      .db('tags')
      .where({ original_name: 'new' })
      .first('total_count');
    expect(counted).toEqual({ total_count: 0 });
  });

  it('keeps ours and writes one field, and takes that back too', async () => {
    const row = await raise('tags_changed');
    await world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      null,
      'keep_current_update_raindrop',
    );
    expect(await world.bookmark(id)).toMatchObject({ tags: ['text', 'group-1'] });
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.bookmark(id)).toMatchObject({ tags: ['group-1', 'new'] });
  });
});

describe('item_removed', () => {
  beforeEach(() => world.raindrop.control.trash({ id }));

  it('deletes the item, and takes that back', async () => {
    const row = await raise('item_removed');
    await world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      'item_removed',
      'delete_item',
    );
    expect(await world.item(id)).toMatchObject({ removed_at: expect.any(Date) });
    await expect(world.services.knowledge.item(world.admin, row.itemId)).rejects.toThrow(
      'no such item',
    );
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.item(id)).toMatchObject({ removed_at: null, sync_status: 'removed' });
    expect(await world.open()).toMatchObject([{ id: row.id }]);
  });

  it('keeps the item and takes the bookmark out of the trash, and takes that back', async () => {
    const row = await raise('item_removed');
    await world.services.inconsistencies.resolve(world.admin, row.id, 'item_removed', 'keep_item');
    expect(await world.item(id)).toMatchObject({ removed_at: null, sync_status: 'synced' });
    expect(await world.bookmark(id)).toMatchObject({ ...aBookmark(1), removed: false });
    expect((await writes()).map((call) => [call.method, call.path, call.body])).toEqual([
      ['PUT', `/raindrop/${id}`, { collection: { $id: -1 } }],
    ]);
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.bookmark(id)).toMatchObject({ collectionId: -99, removed: true });
    expect(await world.item(id)).toMatchObject({ removed_at: null, sync_status: 'removed' });
    expect(await world.open()).toMatchObject([{ id: row.id, canUndo: false }]);
    expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
  });

  it('keeps the item without a bookmark when that was destroyed for good', async () => {
    const row = await raise('item_removed');
    await world.raindrop.control.delete({ id });
    await world.services.inconsistencies.resolve(world.admin, row.id, 'item_removed', 'keep_item');
    expect(await world.item(id)).toMatchObject({ removed_at: null, sync_status: 'removed' });
    expect(await writes()).toEqual([]);
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.open()).toMatchObject([{ id: row.id, canUndo: false }]);
  });

  it('leaves the difference open when the bookmark cannot be taken out of the trash', async () => {
    const row = await raise('item_removed');
    await world.raindrop.control.fail({ kind: '500', method: 'PUT', path: `/raindrop/${id}` });
    await expect(
      world.services.inconsistencies.resolve(world.admin, row.id, 'item_removed', 'keep_item'),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await world.open()).toMatchObject([{ id: row.id, error: expect.stringMatching(/500/) }]);
    expect(await world.bookmark(id)).toMatchObject({ removed: true });
  });

  it('brings a deleted item back when its bookmark comes back', async () => {
    const row = await raise('item_removed');
    await world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      'item_removed',
      'delete_item',
    );
    await world.raindrop.control.restore({ id });
    expect((await world.sync()).counts).toMatchObject({ new: 0, changed: 1 });
    expect(await world.item(id)).toMatchObject({ removed_at: null, sync_status: 'synced' });
  });
});

describe('link_broken', () => {
  /** Two failures on different days, as the checker would have seen them. */
  async function breakLink(): Promise<Inconsistency> {
    const { db } = world.database;
    const item = await world.item(id);
    await db('inconsistencies').insert({
      item_id: item['id'],
      type: 'link_broken',
      old_value: JSON.stringify(bookmarkLink(1)),
      new_value: JSON.stringify('404'),
    });
    return (await world.open())[0]!;
  }

  it('is ignored, and opened again', async () => {
    const row = await breakLink();
    const ignored = await world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      'link_broken',
      'ignore',
    );
    expect(ignored).toMatchObject({ status: 'ignored', resolution: 'ignore', canUndo: true });
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.open()).toMatchObject([{ id: row.id }]);
  });

  it('deletes the item and trashes the bookmark, and takes both back', async () => {
    const row = await breakLink();
    await world.services.inconsistencies.resolve(world.admin, row.id, 'link_broken', 'delete');
    expect(await world.item(id)).toMatchObject({ removed_at: expect.any(Date) });
    expect(await world.bookmark(id)).toMatchObject({ collectionId: -99 });
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    // The very bookmark comes out of the trash; only one that was destroyed for good is made again.
    expect(await world.bookmark(id)).toMatchObject({ ...aBookmark(1), removed: false });
    expect(await world.item(id)).toMatchObject({
      id: row.itemId,
      removed_at: null,
      sync_status: 'synced',
    });
    expect((await world.sync()).counts).toMatchObject({
      new: 0,
      changed: 0,
      removed: 0,
      unchanged: 6,
    });
    expect(await world.open()).toMatchObject([{ id: row.id, type: 'link_broken' }]);
  });
});

describe('a write that fails', () => {
  const keep = (row: Inconsistency) =>
    world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      null,
      'keep_current_update_raindrop',
    );

  it('leaves the difference open with the reason, and can be tried again', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await world.raindrop.control.fail({ kind: '500', method: 'PUT' });
    await expect(keep(row)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const [open] = await world.open();
    expect(open).toMatchObject({
      id: row.id,
      status: 'new',
      error: expect.stringMatching(/500/),
      errorReason: 'bookmarksUnreachable',
    });
    expect(await keep(row)).toMatchObject({ status: 'resolved', error: null, errorReason: null });
    expect(await world.bookmark(id)).toMatchObject({ title: 'Tool 1' });
  });

  it('that arrived all the same is not written twice', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await world.raindrop.control.fail({ kind: 'dropAfter', method: 'PUT' });
    await expect(keep(row)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await keep(row)).toMatchObject({ status: 'resolved' });
    expect(await writes()).toHaveLength(1);
  });

  it('never overwrites what the admin has not seen', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await change({ title: 'Tool the first' });
    await expect(keep(row)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'changedMeanwhile' });
    expect(await writes()).toEqual([]);
    expect(await world.open()).toMatchObject([
      { id: row.id, newValue: 'Tool the first', error: null },
    ]);
    expect(await keep(row)).toMatchObject({ status: 'resolved' });
  });

  it('because the bookmark is gone says so', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await world.raindrop.control.trash({ id });
    await expect(keep(row)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'bookmarkGone' });
    expect(await world.open()).toMatchObject([{ error: expect.stringMatching(/gone/) }]);
  });

  it('while taking a decision back leaves it decided', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await keep(row);
    await change({ title: 'Somebody else was faster' });
    await expect(world.services.inconsistencies.undo(world.admin, row.id)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await world.bookmark(id)).toMatchObject({ title: 'Somebody else was faster' });
    expect(await world.open()).toEqual([]);
  });
});

describe('the desk', () => {
  it('refuses everybody but admins', async () => {
    const member = await aMember(world.database.db);
    const desk = world.services.inconsistencies;
    for (const attempt of [
      desk.list(member, {}),
      desk.counts(member),
      desk.resolve(member, 1, null, 'use_raindrop'),
      desk.resolveMany(member, [1], 'use_raindrop'),
      desk.setStatus(member, 1, 'ignored'),
      desk.undo(member, 1),
      desk.undoMany(member, [1]),
      desk.one(member, 1),
      desk.recheckLink(member, 1),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('refuses what does not fit', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    const desk = world.services.inconsistencies;
    await expect(desk.resolve(world.admin, row.id, null, 'delete_item')).rejects.toMatchObject({
      code: 'INVALID',
      reason: 'wrongAction',
    });
    await expect(
      desk.resolve(world.admin, row.id, 'tags_changed', 'use_raindrop'),
    ).rejects.toMatchObject({ code: 'INVALID', reason: 'wrongType' });
    await expect(desk.resolve(world.admin, 999, null, 'use_raindrop')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(desk.setStatus(world.admin, row.id, 'resolved')).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(desk.undo(world.admin, row.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'cannotUndo',
    });
    await expect(desk.recheckLink(world.admin, row.id)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await world.open()).toEqual([row]);
  });

  it('lets one of many admins decide', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    const desk = world.services.inconsistencies;
    const tries = await Promise.allSettled([
      desk.resolve(world.admin, row.id, null, 'use_raindrop'),
      desk.resolve(world.admin, row.id, null, 'use_raindrop'),
      desk.resolve(world.admin, row.id, null, 'use_raindrop'),
    ]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries.filter((other) => other.status === 'rejected')) {
      expect(one.reason).toMatchObject({
        code: 'CONFLICT',
        reason: expect.stringMatching(/^(decidedMeanwhile|beingDecided)$/),
      });
    }
  });

  it('takes back only the latest decision about a field', async () => {
    const desk = world.services.inconsistencies;
    await change({ title: 'Second' });
    const first = await raise('title_changed');
    await desk.resolve(world.admin, first.id, null, 'use_raindrop');
    await change({ title: 'Third' });
    const second = await raise('title_changed');
    await expect(desk.undo(world.admin, first.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await desk.resolve(world.admin, second.id, null, 'use_raindrop');
    await expect(desk.undo(world.admin, first.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const rows = await desk.list(world.admin, { status: 'resolved' });
    expect(rows.map((row) => [row.id, row.canUndo])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
  });

  it('decides many at once, and says which stayed open', async () => {
    const desk = world.services.inconsistencies;
    for (let n = 1; n <= 5; n += 1) {
      await world.raindrop.control.edit({ id: bookmarkId(n), changes: { title: `Changed ${n}` } });
    }
    await world.sync();
    const ids = (await world.open()).map((row) => row.id);
    await world.raindrop.control.fail({
      kind: '500',
      method: 'PUT',
      path: `/raindrop/${bookmarkId(2)}`,
    });
    const { resolved, failed } = await desk.resolveMany(
      world.admin,
      ids,
      'keep_current_update_raindrop',
    );
    expect(resolved).toHaveLength(4);
    expect(failed).toMatchObject([{ status: 'new', error: expect.stringMatching(/500/) }]);
    expect(await desk.counts(world.admin, 'new')).toEqual([{ type: 'title_changed', count: 1 }]);
    await expect(desk.resolveMany(world.admin, [], 'use_raindrop')).rejects.toMatchObject({
      code: 'INVALID',
    });
    const tooMany = Array.from({ length: 101 }, (_, at) => at + 1);
    await expect(desk.resolveMany(world.admin, tooMany, 'use_raindrop')).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(
      desk.resolveMany(world.admin, [...ids, 999], 'use_raindrop'),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('decides many of different types, and names those that do not take the action', async () => {
    await change({ title: 'Tool one', type: 'video' });
    await world.raindrop.control.trash({ id: bookmarkId(2) });
    await world.sync();
    const ids = (await world.open()).map((row) => row.id);
    const desk = world.services.inconsistencies;
    const { resolved, failed } = await desk.resolveMany(world.admin, ids, 'use_raindrop');
    expect(resolved.map((row) => row.type).sort()).toEqual(['media_type_changed', 'title_changed']);
    expect(failed).toMatchObject([
      { type: 'item_removed', status: 'new', errorReason: 'wrongAction' },
    ]);
  });

  it('takes many decisions back, and says which stayed decided', async () => {
    const desk = world.services.inconsistencies;
    for (const n of [1, 2, 3])
      await world.raindrop.control.edit({ id: bookmarkId(n), changes: { title: `Changed ${n}` } });
    await world.sync();
    const ids = (await world.open()).map((row) => row.id);
    await desk.resolveMany(world.admin, ids, 'keep_current_update_raindrop');
    await world.raindrop.control.edit({ id: bookmarkId(2), changes: { title: 'Somebody else' } });
    const { undone, failed } = await desk.undoMany(world.admin, ids);
    expect(undone).toHaveLength(2);
    expect(failed).toMatchObject([{ status: 'resolved', errorReason: 'changedMeanwhile' }]);
    for (const n of [1, 3])
      expect(await world.bookmark(bookmarkId(n))).toMatchObject({ title: `Changed ${n}` });
    await expect(desk.undoMany(world.admin, [999])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('records every decision with who made it', async () => {
    const desk = world.services.inconsistencies;
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await desk.setStatus(world.admin, row.id, 'ignored');
    await desk.setStatus(world.admin, row.id, 'new');
    await desk.resolve(world.admin, row.id, null, 'use_raindrop');
    await desk.undo(world.admin, row.id);
    const { entries } = await world.services.activity.list(world.admin, {
      subjectType: 'inconsistency',
      subjectId: String(row.id),
      page: 0,
      perPage: 10,
    });
    expect(entries.map((one) => [one.action, one.actorId, one.runId])).toEqual([
      ['inconsistency.undone', world.admin.user.id, null],
      ['inconsistency.resolved', world.admin.user.id, null],
      ['inconsistency.reopened', world.admin.user.id, null],
      ['inconsistency.ignored', world.admin.user.id, null],
      ['inconsistency.raised', null, 2],
    ]);
  });

  it('does not let a run undo a decision that was made while it read', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await world.raindrop.control.delete({ id: bookmarkId(6) });
    const run = await world.whileItWaits(
      { path: '/raindrops/-99' },
      () => world.sync(),
      async () => {
        await world.services.inconsistencies.resolve(
          world.admin,
          row.id,
          null,
          'keep_current_update_raindrop',
        );
      },
    );
    expect(run).toMatchObject({ state: 'finished', counts: { removed: 1, changed: 0 } });
    expect((await world.open()).map((one) => one.type)).toEqual(['item_removed']);
    expect((await world.sync()).counts).toMatchObject({ changed: 0 });
  });
});
