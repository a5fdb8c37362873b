// Review of inconsistencies: rights, refusals, and failed writes to Raindrop.
import { aMember } from '../../../testing/builders.ts';
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

  it('reports a missing bookmark', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await world.raindrop.control.trash({ id });
    await expect(keep(row)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'bookmarkGone' });
    expect(await world.open()).toMatchObject([{ error: expect.stringMatching(/gone/) }]);
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
  it('refuses everybody except admins', async () => {
    const member = await aMember(world.database.db);
    const reviews = world.services.inconsistencies;
    for (const attempt of [
      reviews.list(member, {}),
      reviews.counts(member),
      reviews.resolve(member, 1, null, 'use_raindrop'),
      reviews.resolveMany(member, [1], 'use_raindrop'),
      reviews.setStatus(member, 1, 'ignored'),
      reviews.undo(member, 1),
      reviews.undoMany(member, [1]),
      reviews.one(member, 1),
      reviews.recheckLink(member, 1),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('refuses invalid actions', async () => {
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    const reviews = world.services.inconsistencies;
    await expect(reviews.resolve(world.admin, row.id, null, 'delete_item')).rejects.toMatchObject({
      code: 'INVALID',
      reason: 'wrongAction',
    });
    await expect(
      reviews.resolve(world.admin, row.id, 'tags_changed', 'use_raindrop'),
    ).rejects.toMatchObject({ code: 'INVALID', reason: 'wrongType' });
    await expect(reviews.resolve(world.admin, 999, null, 'use_raindrop')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(reviews.setStatus(world.admin, row.id, 'resolved')).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(reviews.undo(world.admin, row.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'cannotUndo',
    });
    await expect(reviews.recheckLink(world.admin, row.id)).rejects.toMatchObject({
      code: 'INVALID',
    });
    expect(await world.open()).toEqual([row]);
  });

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

  it('resolves many at once, and lists those that stayed open', async () => {
    const reviews = world.services.inconsistencies;
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
    const { resolved, failed } = await reviews.resolveMany(
      world.admin,
      ids,
      'keep_current_update_raindrop',
    );
    expect(resolved).toHaveLength(4);
    expect(failed).toMatchObject([{ status: 'new', error: expect.stringMatching(/500/) }]);
    expect(await reviews.counts(world.admin, 'new')).toEqual([{ type: 'title_changed', count: 1 }]);
    await expect(reviews.resolveMany(world.admin, [], 'use_raindrop')).rejects.toMatchObject({
      code: 'INVALID',
    });
    const tooMany = Array.from({ length: 101 }, (_, at) => at + 1);
    await expect(reviews.resolveMany(world.admin, tooMany, 'use_raindrop')).rejects.toMatchObject({
      code: 'INVALID',
    });
    await expect(
      reviews.resolveMany(world.admin, [...ids, 999], 'use_raindrop'),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('resolves many of different types, and lists those without the action', async () => {
    await change({ title: 'Tool one', type: 'video' });
    await world.raindrop.control.trash({ id: bookmarkId(2) });
    await world.sync();
    const ids = (await world.open()).map((row) => row.id);
    const reviews = world.services.inconsistencies;
    const { resolved, failed } = await reviews.resolveMany(world.admin, ids, 'use_raindrop');
    expect(resolved.map((row) => row.type).sort()).toEqual(['media_type_changed', 'title_changed']);
    expect(failed).toMatchObject([
      { type: 'item_removed', status: 'new', errorReason: 'wrongAction' },
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

  it('records every resolution with its author', async () => {
    const reviews = world.services.inconsistencies;
    await change({ title: 'Tool one' });
    const row = await raise('title_changed');
    await reviews.setStatus(world.admin, row.id, 'ignored');
    await reviews.setStatus(world.admin, row.id, 'new');
    await reviews.resolve(world.admin, row.id, null, 'use_raindrop');
    await reviews.undo(world.admin, row.id);
    const { entries } = await world.services.auditLog.list(world.admin, {
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
