// Review of inconsistencies: rights, refusals, and failed writes to Raindrop.
import { aReviewWorld } from '../../../testing/reviewFixture.ts';
import { bookmarkId } from '../../../testing/syncFixture.ts';
import type { Inconsistency } from '../inconsistencies.ts';

const { world, id, change, raise, writes } = aReviewWorld();

describe('a failed write', () => {
  const keep = (row: Inconsistency) =>
    world.services.inconsistencies.resolve(
      world.admin,
      row.id,
      null,
      'keep_current_update_raindrop',
    );

  it('leaves the inconsistency open with the reason, for a retry', async () => {
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

  it('is not repeated when it arrived all the same', async () => {
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

  it('of an undo leaves it resolved', async () => {
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

describe('a review', () => {
  it('accepts one of many simultaneous resolutions', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    const reviews = world.services.inconsistencies;
    const tries = await Promise.allSettled([
      reviews.resolve(world.admin, row.id, null, 'use_raindrop'),
      reviews.resolve(world.admin, row.id, null, 'use_raindrop'),
      reviews.resolve(world.admin, row.id, null, 'use_raindrop'),
    ]);
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries.filter((other) => other.status === 'rejected')) {
      expect(one.reason).toMatchObject({
        code: 'CONFLICT',
        reason: expect.stringMatching(/^(decidedMeanwhile|beingDecided)$/),
      });
    }
  });

  it('undoes only the latest resolution of a field', async () => {
    const reviews = world.services.inconsistencies;
    await change({ title: 'Second' });
    const first = await raise('title_changed');
    await reviews.resolve(world.admin, first.id, null, 'use_raindrop');
    await change({ title: 'Third' });
    const second = await raise('title_changed');
    await expect(reviews.undo(world.admin, first.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await reviews.resolve(world.admin, second.id, null, 'use_raindrop');
    await expect(reviews.undo(world.admin, first.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const rows = await reviews.list(world.admin, { status: 'resolved' });
    expect(rows.map((row) => [row.id, row.canUndo])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
  });

  it('undoes many, and lists those that stayed resolved', async () => {
    const reviews = world.services.inconsistencies;
    for (const n of [1, 2, 3])
      await world.raindrop.control.edit({ id: bookmarkId(n), changes: { title: `Changed ${n}` } });
    await world.sync();
    const ids = (await world.open()).map((row) => row.id);
    await reviews.resolveMany(world.admin, ids, 'keep_current_update_raindrop');
    await world.raindrop.control.edit({ id: bookmarkId(2), changes: { title: 'Somebody else' } });
    const { undone, failed } = await reviews.undoMany(world.admin, ids);
    expect(undone).toHaveLength(2);
    expect(failed).toMatchObject([{ status: 'resolved', errorReason: 'changedMeanwhile' }]);
    for (const n of [1, 3])
      expect(await world.bookmark(bookmarkId(n))).toMatchObject({ title: `Changed ${n}` });
    await expect(reviews.undoMany(world.admin, [999])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps a resolution made during the reading of a run', async () => {
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
