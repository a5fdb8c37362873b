// Undo of several duplicate merges into one item, in any order.
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import type { MergeInput } from './duplicateMerges.ts';

let world: SyncWorld;
let kept: number;
let other: number;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 6 });
  await world.sync();
  [kept, other] = [await idOf(1), await idOf(2)];
});
afterEach(() => world.close());

const db = () => world.database.db;
const idOf = async (n: number) => Number((await world.item(bookmarkId(n)))['id']);
const plain: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
const row = (id: number) => db()('items').where({ id }).first();
const expectPeace = async () => {
  expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
};

test.each([
  ['the older first', [0, 1]],
  ['the newer first', [1, 0]],
])('two merges taken back leave no tag of another service, %s', async (_order, order) => {
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
  const made: number[] = [];
  for (const [one, two] of [
    [kept, other],
    [kept, third],
  ] as const)
    made.push(
      (await world.services.merges.merge(world.admin, [one, two], { ...plain, tags: 'both' }))
        .mergeId,
    );
  expect(await tagsOfKept()).toEqual(['audio', 'chatbots', 'music', 'text', 'voices']);
  await world.services.merges.undo(world.admin, made[order[0]!]!);
  expect(await tagsOfKept()).toEqual(
    order[0] === 0 ? ['audio', 'music', 'voices'] : ['audio', 'chatbots', 'music', 'text'],
  );
  await world.services.merges.undo(world.admin, made[order[1]!]!);
  expect(await tagsOfKept()).toEqual(['audio', 'music']);
  await expectPeace();
});

test.each([
  ['the older first', [0, 1, 2]],
  ['the newer first', [2, 1, 0]],
  ['the middle one first', [1, 0, 2]],
  ['the middle one last', [0, 2, 1]],
])('three merges taken back leave no text of another service, %s', async (_order, order) => {
  const made: number[] = [];
  for (const id of [other, await idOf(3), await idOf(4)])
    made.push(
      (
        await world.services.merges.merge(world.admin, [kept, id], {
          ...plain,
          take: ['titleEn', 'descriptionEn'],
        })
      ).mergeId,
    );
  const textsOfKept = async () => {
    const { title_en, description_en } = await row(kept);
    return [title_en, description_en];
  };
  const last = await textsOfKept();
  expect(last[0]).toBe('Tool 4');
  const standing = new Set(made);
  for (const place of order) {
    await world.services.merges.undo(world.admin, made[place]!);
    standing.delete(made[place]!);
    const newest = made.findLastIndex((id) => standing.has(id));
    expect((await textsOfKept())[0]).toBe(`Tool ${newest + 2}`);
  }
  expect((await textsOfKept())[0]).toBe('Tool 1');
  await expectPeace();
});

test('a merge taken back takes no tag that another merge, or an admin, has brought since', async () => {
  const third = await idOf(3);
  const { edits, merges } = world.services;
  await edits.edit(world.admin, kept, { tags: ['voice', 'x'] });
  await edits.edit(world.admin, other, { tags: ['voice', 'music', 'tA'] });
  await edits.edit(world.admin, third, { tags: ['voice', 'music', 'tB'] });
  const bring = async (id: number) =>
    (await merges.merge(world.admin, [kept, id], { ...plain, tags: 'both' })).mergeId;
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

describe('what stood there before a merge', () => {
  const titleOf = async (id: number): Promise<string> => (await row(id)).title_en;
  const takeTitle = async (from: number, into = kept) =>
    (await world.services.merges.merge(world.admin, [into, from], { ...plain, take: ['titleEn'] }))
      .mergeId;

  test('is not looked for among the changes of another service', async () => {
    const [third, fourth] = [await idOf(3), await idOf(4)];
    await world.services.merges.undo(world.admin, await takeTitle(other, fourth));
    await world.services.edits.edit(world.admin, kept, { titleEn: 'Tool 2' });
    const mergeId = await takeTitle(third);
    await world.services.merges.undo(world.admin, mergeId);
    expect(await titleOf(kept)).toBe('Tool 2');
    await expectPeace();
  });

  test('is not looked for among changes behind it', async () => {
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
