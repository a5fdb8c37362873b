// An import is undone: what nobody has touched goes, the rest stays and is named. On a real database.
import { aMember, aUseCase } from '../../../testing/builders.ts';
import { anImportWorld, painter, writer } from '../../../testing/importFixture.ts';

const { at, kindsOf, bringIn, bookmarkIds, countOf, lastImport } = anImportWorld();

describe('undoing an import', () => {
  test('takes away what nobody has touched, with its tags and differences, and once', async () => {
    await bringIn([[painter]]);
    await bringIn([['11,Painter two,https://painter.example.com/,"image,draw",Draws', writer]]);
    expect(await countOf('inconsistencies')).toBe(1);
    const { id } = await lastImport();
    expect(await at.services.imports.undo(at.admin, id)).toEqual({
      removed: 1,
      restoredDemoItems: 0,
      closedInconsistencies: 1,
      skipped: [],
    });
    expect(await bookmarkIds()).toEqual([11]);
    expect(await at.database.db('tags').orderBy('id').pluck('original_name')).toEqual([
      'image',
      'draw',
    ]);
    expect(await at.database.db('inconsistencies').pluck('status')).toEqual(['resolved']);
    expect(await at.database.db('items').pluck('sync_status')).toEqual(['synced']);
    expect(await at.services.imports.undo(at.admin, id)).toMatchObject({ removed: 0 });
    expect(await at.database.db('activity').where({ action: 'import.undone' })).toHaveLength(1);
    expect((await lastImport()).undoneAt).not.toBeNull();
    // The same file comes in again as if it had never been there.
    expect(await kindsOf([writer])).toEqual({ 12: 'new' });
  });

  test('leaves what somebody uses, has changed, reported, asked for, proposed or merged, and what the configured source has, and names the first reason', async () => {
    const names = ['like', 'case', 'report', 'request', 'hidden', 'notes', 'wanted', 'kept'].concat(
      ['other', 'bound', 'late', 'old', 'alone'],
    );
    const { db } = at.database;
    const person = await aMember(db);
    const user_id = person.user.id;
    await at.services.proposals.propose(person, { address: 'https://wanted.example.com/' });
    await bringIn([
      names.map((name, place) => `${place + 1},${name},https://${name}.example.com/,,`),
    ]);
    expect(await at.services.proposals.closeFulfilled()).toBe(1);
    expect(
      await db('activity').where({ action: 'proposal.added' }).select('actor_id', 'is_automatic'),
    ).toEqual([{ actor_id: null, is_automatic: true }]);
    const ids: number[] = await db('items').orderBy('bookmark_id').pluck('id');
    const idOf = (name: string) => ids[names.indexOf(name)]!;
    await at.services.knowledge.like(person, idOf('like'));
    await aUseCase(db, { itemId: idOf('like'), userId: user_id });
    await aUseCase(db, { itemId: idOf('case'), userId: user_id });
    await db('complaints').insert(
      ['case', 'report'].map((name) => ({ item_id: idOf(name), user_id, complaint_type: 'spam' })),
    );
    await db('access_requests').insert({
      item_id: idOf('request'),
      user_id,
      service: 'It',
      subscription_type: 'pro',
      features: 'All',
    });
    await at.services.knowledge.update(at.admin, idOf('hidden'), { adminVisibility: 'hidden' });
    // As they come from a service of the demo that gave way: the record is not this service's.
    await db('items')
      .where({ id: idOf('notes') })
      .update({ admin_notes: 'Ask Olga first' });
    await at.services.merges.merge(at.admin, [idOf('kept'), idOf('other')], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await db('agreed_bookmarks')
      .where({ item_id: idOf('bound') })
      .update({ source: 'raindrop' });
    // A case that was deleted too long ago to be taken back keeps no service.
    for (const [name, deletedAt] of [
      ['late', new Date()],
      ['old', new Date(0)],
    ] as const)
      await aUseCase(db, { itemId: idOf(name), userId: user_id, deletedAt });
    const undone = await at.services.imports.undo(at.admin, (await lastImport()).id);
    expect(undone.removed).toBe(2);
    expect(undone.skipped.map(({ titleEn, reason }) => [titleEn, reason])).toEqual([
      ['like', 'used'],
      ['case', 'described'],
      ['report', 'reported'],
      ['request', 'requested'],
      ['hidden', 'changed'],
      ['notes', 'noted'],
      ['wanted', 'proposed'],
      ['kept', 'merged'],
      ['bound', 'synced'],
      ['late', 'described'],
    ]);
    expect(await bookmarkIds()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('by two admins at once happens once; of another run it is refused', async () => {
    await bringIn([[painter, writer]]);
    const { id } = await lastImport();
    const undone = await Promise.all([
      at.services.imports.undo(at.admin, id),
      at.services.imports.undo(at.admin, id),
    ]);
    expect(undone.map(({ removed }) => removed).sort()).toEqual([0, 2]);
    await expect(at.services.imports.undo(at.admin, id + 100)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
