// Concurrent changes of tags: another rename or merge, and edits that assign a removed tag.
import { setTimeout as pause } from 'node:timers/promises';
import { jobQueue } from '../../../database/jobQueue.ts';
import { startTagWorld, together, type TagWorld } from '../../../testing/tagFixture.ts';
import { SyncStore } from '../../sync/runs/sync.store.ts';

let world: TagWorld;
beforeEach(async () => {
  world = await startTagWorld();
});
afterEach(() => world.close());

const db = () => world.database.db;

/** Number of connections that wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rowCount } = await db().raw<{ rowCount: number }>(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount;
};

test('one of two simultaneous renames succeeds, the other is told that the tag is gone', async () => {
  const id = await world.tagId('text');
  const { tagging } = world.services;
  expect(
    await together(
      tagging.rename(world.admin, id, { originalName: 'words' }),
      tagging.rename(world.bob, id, { originalName: 'letters' }),
    ),
  ).toEqual({ done: 1, codes: ['NOT_FOUND'] });
  const [name] = await world.ours(1);
  for (let n = 1; n <= 9; n += 1) expect((await world.ours(n))[0]).toBe(name);
  await world.expectPeace();
});

test('two opposite merges leave one of the tags', async () => {
  const [one, two] = [await world.tagId('group-1'), await world.tagId('group-2')];
  const { tagging } = world.services;
  expect(
    await together(tagging.merge(world.admin, [one], two), tagging.merge(world.bob, [two], one)),
  ).toEqual({ done: 1, codes: ['NOT_FOUND'] });
  expect(await world.ours(1)).toEqual(await world.ours(2));
  await world.expectPeace();
});

test('two tags renamed to the same name at once become one', async () => {
  const [one, two] = [await world.tagId('group-1'), await world.tagId('group-2')];
  const { tagging } = world.services;
  expect(
    await together(
      tagging.rename(world.admin, one, { originalName: 'same' }),
      tagging.rename(world.bob, two, { originalName: 'same' }),
    ),
  ).toEqual({ done: 2, codes: [] });
  expect(await world.ours(1)).toEqual(['text', 'same']);
  expect(await world.ours(2)).toEqual(['text', 'same']);
  await world.expectPeace();
});

test('an item keeps a tag that is assigned while the tag is removed', async () => {
  const gone = await world.tagId('group-1');
  const item = await world.itemId(2);
  let edit: Promise<unknown> = Promise.resolve();
  await db().transaction(async (trx) => {
    await trx('tags').where({ id: gone }).forUpdate().first('id');
    edit = world.services.edits.edit(world.bob, item, { tags: ['text', 'group-1'] });
    edit.catch(() => undefined);
    while ((await waiting()) === 0) await pause(10);
    await trx('item_tags').where({ tag_id: gone }).delete();
    await trx('tags').where({ id: gone }).delete();
  });
  await edit;
  expect(await world.ours(2)).toEqual(['text', 'group-1']);
});

test('a change of tags that waits for an item does not deadlock with a holder that enqueues the job', async () => {
  const { tagging } = world.services;
  const id = await world.tagId('text');
  let rename: Promise<unknown> = Promise.resolve();
  await db().transaction(async (editing) => {
    // The last item of the rename, which has changed the others by then.
    await editing('items').orderBy('id', 'desc').forUpdate().first('id');
    rename = tagging.rename(world.admin, id, { originalName: 'words' });
    rename.catch(() => undefined);
    while ((await waiting()) === 0) await pause(10);
    // Less than PostgreSQL's deadlock timeout.
    await editing.raw(`set local lock_timeout = '500ms'`);
    await jobQueue(editing).enqueue('writeBookmarks', {}, { key: 'writeBookmarks' });
  });
  await rename;
  for (let n = 1; n <= 9; n += 1) expect((await world.ours(n))[0]).toBe('words');
  await world.expectPeace();
});

describe('a change of tags waits', () => {
  /** Changes by name, each with tags of its own. */
  const changes = async (): Promise<Record<string, () => Promise<unknown>>> => {
    const { tagging } = world.services;
    const ids = await Promise.all(['text', 'group-0', 'group-1', 'group-2'].map(world.tagId));
    const { changeId } = await tagging.rename(world.bob, ids[3]!, { originalName: 'renamed' });
    return {
      rename: () => tagging.rename(world.admin, ids[0]!, { originalName: 'words' }),
      merge: () => tagging.merge(world.admin, [ids[1]!], ids[2]!),
      undo: () => tagging.undo(world.admin, changeId!),
    };
  };

  test('for a run that applies changes, without holding locks', async () => {
    for (const [name, change] of Object.entries(await changes())) {
      const settling = await db().transaction();
      await new SyncStore(settling).lockForRun();
      let isDone = false;
      const changed = change().finally(() => (isDone = true));
      await pause(300);
      const isDoneBeside = isDone;
      await settling.rollback();
      await changed;
      expect({ name, isDoneBeside }).toEqual({ name, isDoneBeside: false });
    }
  });
});
