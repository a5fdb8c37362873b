// Effects of each resolution of each inconsistency type on catalogue and bookmarks.
import { aReviewWorld } from '../../../testing/reviewFixture.ts';
import { aBookmark, bookmarkLink } from '../../../testing/syncFixture.ts';
import type { Inconsistency, InconsistencyType } from '../inconsistencies.ts';

const { world, id, change, raise, writes, expectPeace } = aReviewWorld();

interface FieldCase {
  type: InconsistencyType;
  /** Change in Raindrop. */
  change: Record<string, unknown>;
  /** Value of the item before and after accepting Raindrop's value. */
  column: string;
  ours: unknown;
  theirs: unknown;
  /** Written to Raindrop to keep our value; null when nothing can be written. */
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

/** Runs the work for each row, and restores the bookmark after it. */
async function ofEachField(work: (row: FieldCase) => Promise<void>): Promise<void> {
  const before = { ...aBookmark(1), _id: id };
  for (const row of fieldCases) {
    await world.raindrop.control.forgetCalls();
    await change(row.change);
    await work(row);
    await change(before);
    await world.sync();
    expect(await world.open()).toEqual([]);
  }
}

describe('fields', () => {
  it('takes the word of the service, and takes it back', () =>
    ofEachField(async ({ type, column, ours, theirs }) => {
      const row = await raise(type);
      const itemBefore = await world.item(id);
      expect({ column, value: itemBefore[column] }).toEqual({ column, value: ours });
      const { inconsistencies } = world.services;
      const resolved = await inconsistencies.resolve(world.admin, row.id, type, 'use_raindrop');
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

      const undone = await inconsistencies.undo(world.admin, row.id);
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
    }));

  it('keeps ours and writes one field, and takes that back too', () =>
    ofEachField(async ({ type, column, written }) => {
      const row = await raise(type);
      const [itemBefore, bookmarkBefore] = [await world.item(id), await world.bookmark(id)];
      const action = 'keep_current_update_raindrop';
      const { inconsistencies } = world.services;
      const resolved = await inconsistencies.resolve(world.admin, row.id, null, action);
      expect(resolved).toMatchObject({
        type,
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

      await inconsistencies.undo(world.admin, row.id);
      expect(await world.bookmark(id)).toEqual({
        ...bookmarkBefore,
        lastUpdate: expect.any(String),
      });
      expect((await world.sync()).counts).toMatchObject({ changed: 0 });
      expect(await world.open()).toMatchObject([{ id: row.id, type }]);
    }));
});

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

  it('deletes the item, with undo', async () => {
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

  it('keeps the item and restores the bookmark from the trash, with undo', async () => {
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

  it('keeps the item without a permanently deleted bookmark', async () => {
    const row = await raise('item_removed');
    await world.raindrop.control.delete({ id });
    await world.services.inconsistencies.resolve(world.admin, row.id, 'item_removed', 'keep_item');
    expect(await world.item(id)).toMatchObject({ removed_at: null, sync_status: 'removed' });
    expect(await writes()).toEqual([]);
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    expect(await world.open()).toMatchObject([{ id: row.id, canUndo: false }]);
  });

  it('restores a deleted item when its bookmark comes back', async () => {
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
  /** Records two failures on different days, as the checker would. */
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

  it('deletes the item and trashes the bookmark, with undo', async () => {
    const row = await breakLink();
    await world.services.inconsistencies.resolve(world.admin, row.id, 'link_broken', 'delete');
    expect(await world.item(id)).toMatchObject({ removed_at: expect.any(Date) });
    expect(await world.bookmark(id)).toMatchObject({ collectionId: -99 });
    await expectPeace();
    await world.services.inconsistencies.undo(world.admin, row.id);
    // The same bookmark is restored from the trash; only a permanently deleted one is created again.
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
