// Duplicate merges beside concurrent changes: complaints, access requests, another admin; the undo of several merges in any order.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import { dayMs } from '../../../shared/durations.ts';
import { aMember, anAdmin } from '../../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import type { MergeInput } from './duplicateMerges.ts';

let world: SyncWorld;
let kept: number;
let other: number;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 4 });
  await world.sync();
  [kept, other] = [await idOf(1), await idOf(2)];
});
afterEach(() => world.close());

const db = () => world.database.db;
const idOf = async (n: number) => Number((await world.item(bookmarkId(n)))['id']);
const plain: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
const merge = (input: Partial<MergeInput> = {}) =>
  world.services.merges.merge(world.admin, [kept, other], { ...plain, ...input });

/** Number of connections that wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rowCount } = await db().raw<{ rowCount: number }>(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount;
};

/** Does work in a transaction that locks the other item while `work` waits for it. */
async function beside<Result>(
  work: Promise<Result>[],
  change: (trx: ReturnType<typeof db>) => Promise<unknown>,
  begin: () => void,
): Promise<void> {
  await db().transaction(async (trx) => {
    await trx('items').where({ id: other }).forUpdate().first('id');
    begin();
    while ((await waiting()) < work.length) await pause(20);
    await change(trx);
  });
}

const report = (itemId: number, comment: string) => ({
  itemId,
  complaintType: 'spam' as const,
  comment,
});
const request = (service: string) => ({
  service,
  subscriptionType: 'basic' as const,
  features: 'All',
  needsTesting: false,
});

describe('concurrent writes during a merge', () => {
  const mergeIn = (trx: ReturnType<typeof db>) =>
    trx('items').where({ id: other }).update({ merged_into: kept, removed_at: new Date() });

  test('attach a complaint and an access request to the kept item', async () => {
    const [one, two] = [await aMember(db()), await aMember(db())];
    const { complaints, accessRequests } = world.services;
    const work: Promise<unknown>[] = [];
    await beside(work, mergeIn, () => {
      work.push(complaints.report(one, '127.0.0.1', report(other, 'Late')));
      work.push(accessRequests.request(two, request('Tool 2')));
    });
    expect(await Promise.all(work)).toMatchObject([{ itemId: kept, comment: 'Late' }, {}]);
    expect(await db()('complaints').pluck('item_id')).toEqual([kept]);
    expect(await db()('access_requests').pluck('item_id')).toEqual([kept]);
    // A repeated request is the same request.
    await db()('items').where({ id: kept }).update({ title_en: 'Tool 2' });
    await accessRequests.request(two, request('Tool 2'));
    expect(await db()('access_requests').pluck('item_id')).toEqual([kept]);
  });

  test('combine complaints about both', async () => {
    const one = await aMember(db());
    const { complaints } = world.services;
    const first = await complaints.report(one, '127.0.0.1', report(kept, 'First'));
    const work: Promise<unknown>[] = [];
    await beside(work, mergeIn, () => {
      work.push(complaints.report(one, '127.0.0.1', report(other, 'Second')));
    });
    expect(await work[0]).toMatchObject({ id: first.id, itemId: kept });
  });
});

describe('tasks by people', () => {
  const tasksOf = async (id: number) =>
    Object.fromEntries(
      (await db()('item_tasks').where({ item_id: id })).map((row) => [
        row.language,
        [row.tasks, row.made_from],
      ]),
    );
  const say = (id: number, tasks: { tasksRu?: string[]; tasksEn?: string[] }) =>
    world.services.edits.edit(world.admin, id, tasks);

  test('move to the kept item before machine-written ones, and back with the undo', async () => {
    await say(kept, { tasksEn: ['write letters'] });
    await db()('item_tasks').insert({
      item_id: kept,
      language: 'ru',
      tasks: ['текст машины'],
      made_from: 'x',
    });
    await say(other, { tasksRu: ['писать письма'], tasksEn: ['Write letters', 'read mail'] });
    const { mergeId } = await merge();
    const joined = {
      ru: [['писать письма'], null],
      en: [['write letters', 'read mail'], null],
    };
    expect(await tasksOf(kept)).toEqual(joined);
    await world.services.merges.undo(world.admin, mergeId);
    expect(await tasksOf(kept)).toEqual({
      ru: [['текст машины'], 'x'],
      en: [['write letters'], null],
    });
    expect(await tasksOf(other)).toEqual({
      ru: [['писать письма'], null],
      en: [['Write letters', 'read mail'], null],
    });
  });
});

describe('a person with complaints and requests about both', () => {
  const ask = async () => {
    const one = await aMember(db());
    const { complaints, accessRequests } = world.services;
    for (const id of [kept, other]) {
      await complaints.report(one, '127.0.0.1', report(id, `About ${id}`));
      await accessRequests.request(one, { ...request('Tool'), itemId: id });
    }
    return one.user.id;
  };
  const comments = async () =>
    (await db()('item_merges').select('moved')).map(({ moved }) => moved.joined.length);

  test('needs no restore after the account is deleted, and leaves no texts', async () => {
    const id = await ask();
    const { mergeId } = await merge();
    expect(await comments()).toEqual([1]);
    await world.services.personDeletion.remove(id);
    expect(await comments()).toEqual([0]);
    await world.services.merges.undo(world.admin, mergeId);
    expect(await db()('access_requests').select('status', 'user_id')).toEqual([
      { status: 'withdrawn', user_id: null },
    ]);
    expect(await db()('complaints').select('status', 'user_id')).toEqual([
      { status: 'resolved', user_id: null },
    ]);
    expect(await world.services.accessRequests.countUnsent()).toEqual({ queued: 0, failed: 0 });
  });

  test('has both again after the undo; former texts are deleted when no undo is possible', async () => {
    await ask();
    const { mergeId } = await merge();
    await world.services.merges.forgetComments();
    expect(await comments()).toEqual([1]);
    await world.services.merges.undo(world.admin, mergeId);
    expect(await db()('access_requests').pluck('status')).toEqual(['requested', 'requested']);
    expect(await db()('complaints').pluck('status')).toEqual(['new', 'new']);
    const old = new Date(Date.now() - (limits.merge.undoDays + 1) * dayMs);
    await db()('item_merges').update({ merged_at: old });
    await world.services.merges.forgetComments();
    expect(await comments()).toEqual([0]);
  });
});

describe('the merge of all equal duplicates', () => {
  beforeEach(async () => {
    for (const id of [8_001, 8_002])
      await world.raindrop.control.add({
        _id: id,
        link: 'https://same.example.com/',
        title: 'Same',
        tags: ['a'],
      });
    await world.sync();
  });
  const ids = async () =>
    Promise.all([8_001, 8_002].map(async (id) => Number((await world.item(id))['id'])));
  const press = (by = world.admin) => world.services.merges.mergeIdentical(by);

  test('counts its own merges, not another admin’s', async () => {
    const counts = await Promise.all([press(), press(await anAdmin(db()))]);
    expect(counts.map(({ merged }) => merged).toSorted()).toEqual([0, 1]);
  });

  test('skips what another admin has changed, and continues', async () => {
    const [, second] = await ids();
    let both: Promise<unknown> = Promise.resolve();
    await db().transaction(async (trx) => {
      await trx('items').where({ id: second! }).forUpdate().first('id');
      both = press();
      while ((await waiting()) < 1) await pause(20);
      await trx('items').where({ id: second! }).update({ title_en: 'No longer the same' });
    });
    expect(await both).toEqual({ merged: 0, remaining: 0 });
    expect(await db()('items').where({ id: second! }).first()).toMatchObject({ merged_into: null });
  });
});

describe('the undo of several merges into one item', () => {
  const bring = async (from: number, input: Partial<MergeInput>): Promise<number> =>
    (await world.services.merges.merge(world.admin, [kept, from], { ...plain, ...input })).mergeId;
  const row = (id: number) => db()('items').where({ id }).first();
  const expectPeace = async () => {
    expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
    expect(await world.open()).toEqual([]);
  };

  test('leaves no foreign tag, in either order', async () => {
    const third = await idOf(3);
    const tagsOfKept = async () =>
      (
        await db()('item_tags')
          .join('tags', 'tags.id', 'tag_id')
          .where({ item_id: kept })
          .pluck('original_name')
      ).toSorted();
    const retag = (id: number, tags: string[]) =>
      world.services.edits.edit(world.admin, id, { tags });
    await retag(kept, ['audio', 'music']);
    await retag(other, ['text', 'chatbots']);
    await retag(third, ['audio', 'voices']);
    for (const [order, left] of [
      [
        [0, 1],
        ['audio', 'music', 'voices'],
      ],
      [
        [1, 0],
        ['audio', 'chatbots', 'music', 'text'],
      ],
    ] as const) {
      const made: number[] = [];
      for (const id of [other, third]) made.push(await bring(id, { tags: 'both' }));
      expect(await tagsOfKept()).toEqual(['audio', 'chatbots', 'music', 'text', 'voices']);
      await world.services.merges.undo(world.admin, made[order[0]]!);
      expect({ order, tags: await tagsOfKept() }).toEqual({ order, tags: left });
      await world.services.merges.undo(world.admin, made[order[1]]!);
      expect({ order, tags: await tagsOfKept() }).toEqual({ order, tags: ['audio', 'music'] });
    }
    await expectPeace();
  });

  test('leaves no foreign text, whichever is undone first', async () => {
    // The same four items each time, since an undone merge leaves no trace.
    for (const order of [
      [1, 0, 2],
      [0, 2, 1],
    ]) {
      const made: number[] = [];
      for (const n of [2, 3, 4])
        made.push(await bring(await idOf(n), { take: ['titleEn', 'descriptionEn'] }));
      const standing = new Set(made);
      for (const place of [null, ...order]) {
        if (place !== null) await world.services.merges.undo(world.admin, made[place]!);
        if (place !== null) standing.delete(made[place]!);
        const newest = made.findLastIndex((one) => standing.has(one)) + 2;
        const { title_en: title } = await row(kept);
        expect({ order, place, title }).toEqual({ order, place, title: `Tool ${newest}` });
      }
      expect(await row(kept)).toMatchObject({ description_en: 'What tool 1 does' });
    }
    await expectPeace();
  });
});
