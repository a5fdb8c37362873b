// Renames, merges, undos and edits at once, in any order: none fails but by a refusal, and both sides agree afterwards.
import { startTagWorld, together, type TagWorld } from '../../testing/tagWorld.ts';

let world: TagWorld;
beforeEach(async () => {
  world = await startTagWorld();
});
afterEach(() => world.close());

const db = () => world.database.db;

test('a service that is given a tag while it is renamed bears one of the two, and both sides say so', async () => {
  const item = await world.itemId(2);
  for (let round = 0; round < 6; round += 1) {
    const from = round % 2 === 0 ? 'group-1' : 'other-1';
    const to = round % 2 === 0 ? 'other-1' : 'group-1';
    await world.services.edits.edit(world.bob, item, { tags: ['text'] });
    const { codes } = await together(
      world.services.tagging.rename(world.admin, await world.tagId(from), { originalName: to }),
      world.services.edits.edit(world.bob, item, { tags: ['text', from] }),
    );
    expect(codes).toEqual([]);
    expect(await world.ours(1)).toEqual(['text', to]);
    const [, given] = await world.ours(2);
    expect([from, to]).toContain(given);
    // Renamed back with the next round, so that there is one tag again.
    if (given === from) await world.services.edits.edit(world.admin, item, { tags: ['text', to] });
    await db()('tags').where({ original_name: from, total_count: 0 }).delete();
  }
  await world.expectPeace();
}, 60_000);

test('any changes of tags at once: none fails but by a refusal, and both sides agree afterwards', async () => {
  const names = ['text', 'group-0', 'group-1', 'group-2', 'new'];
  const { tagging, edits } = world.services;
  const changes: number[] = [];
  let seed = 7;
  const pick = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 8; round += 1) {
    const ids = (await db()('tags').pluck('id')).map(Number);
    const id = () => ids[pick(ids.length)]!;
    const keep = async (act: Promise<{ changeId: number | null }>) => {
      const { changeId } = await act;
      if (changeId !== null) changes.push(changeId);
    };
    const acts = [
      () => keep(tagging.rename(world.admin, id(), { originalName: names[pick(names.length)]! })),
      () => keep(tagging.merge(world.bob, [id(), id()], id())),
      () => keep(tagging.rename(world.bob, id(), { originalName: names[pick(names.length)]! })),
      async () =>
        edits.edit(world.bob, await world.itemId(1 + pick(9)), {
          tags: [names[pick(names.length)]!, 'text'],
        }),
      () => tagging.undo(world.admin, changes[pick(changes.length)] ?? 0),
    ];
    const { codes } = await together(...acts.map((act) => act()));
    expect(codes.filter((code) => code !== 'NOT_FOUND' && code !== 'CONFLICT')).toEqual([]);
    for (let n = 1; n <= 9; n += 1) expect((await world.ours(n)).length).toBeGreaterThan(0);
  }
  await world.expectPeace();
}, 120_000);
