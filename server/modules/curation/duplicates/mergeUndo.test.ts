// Undo of several duplicate merges into one item, in any order.
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import type { MergeInput } from './duplicateMerges.ts';

let world: SyncWorld;
let kept: number;
let other: number;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 16 });
  await world.sync();
  [kept, other] = [await idOf(1), await idOf(2)];
});
afterEach(() => world.close());

const db = () => world.database.db;
const idOf = async (n: number) => Number((await world.item(bookmarkId(n)))['id']);
const plain: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
const merge = async (from: number, input: Partial<MergeInput>, into = kept): Promise<number> =>
  (await world.services.merges.merge(world.admin, [into, from], { ...plain, ...input })).mergeId;
const row = (id: number) => db()('items').where({ id }).first();
const expectPeace = async () => {
  expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
};

test('undoing two merges leaves no foreign tag, in either order', async () => {
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
    for (const id of [other, third]) made.push(await merge(id, { tags: 'both' }));
    expect(await tagsOfKept()).toEqual(['audio', 'chatbots', 'music', 'text', 'voices']);
    await world.services.merges.undo(world.admin, made[order[0]]!);
    expect({ order, tags: await tagsOfKept() }).toEqual({ order, tags: left });
    await world.services.merges.undo(world.admin, made[order[1]]!);
    expect({ order, tags: await tagsOfKept() }).toEqual({ order, tags: ['audio', 'music'] });
  }
  await expectPeace();
});

test('undoing three merges leaves no foreign text, in any order', async () => {
  // The same four items each time, since an undone merge leaves no trace.
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
    [0, 2, 1],
  ]) {
    const made: number[] = [];
    for (const n of [2, 3, 4])
      made.push(await merge(await idOf(n), { take: ['titleEn', 'descriptionEn'] }));
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

test('undoing a merge keeps tags that another merge or an admin added since', async () => {
  const third = await idOf(3);
  const { edits, merges } = world.services;
  await edits.edit(world.admin, kept, { tags: ['voice', 'x'] });
  await edits.edit(world.admin, other, { tags: ['voice', 'music', 'tA'] });
  await edits.edit(world.admin, third, { tags: ['voice', 'music', 'tB'] });
  const bring = (id: number) => merge(id, { tags: 'both' });
  const [first, second] = [await bring(other), await bring(third)];
  await merges.undo(world.admin, first);
  await bring(other);
  await merges.undo(world.admin, second);
  const tags = await db()('item_tags')
    .join('tags', 'tags.id', 'tag_id')
    .where({ item_id: kept })
    .pluck('original_name');
  expect(tags.toSorted()).toEqual(['music', 'tA', 'voice', 'x']);
  await expectPeace();
});

describe('values before a merge', () => {
  const titleOf = async (id: number): Promise<string> => (await row(id)).title_en;
  const takeTitle = (from: number, into = kept) => merge(from, { take: ['titleEn'] }, into);

  test('do not come from changes of another item', async () => {
    const [third, fourth] = [await idOf(3), await idOf(4)];
    await world.services.merges.undo(world.admin, await takeTitle(other, fourth));
    await world.services.edits.edit(world.admin, kept, { titleEn: 'Tool 2' });
    const mergeId = await takeTitle(third);
    await world.services.merges.undo(world.admin, mergeId);
    expect(await titleOf(kept)).toBe('Tool 2');
    await expectPeace();
  });

  test('do not come from later changes', async () => {
    const third = await idOf(3);
    const first = await takeTitle(other);
    await world.services.edits.edit(world.admin, third, { titleEn: 'Tool 1' });
    await world.services.merges.undo(world.admin, await takeTitle(third));
    expect(await titleOf(kept)).toBe('Tool 2');
    await world.services.merges.undo(world.admin, first);
    expect(await titleOf(kept)).toBe('Tool 1');
    await expectPeace();
  });
});
