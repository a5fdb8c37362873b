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

  test('leaves what somebody uses, has changed, reported or asked for', async () => {
    const rows = ['like', 'case', 'report', 'request', 'hidden', 'notes', 'alone'].map(
      (name, place) => `${place + 1},${name},https://${name}.example.com/,,`,
    );
    await bringIn([rows]);
    const person = await aMember(at.database.db);
    const [like, useCase, report, request, hidden, notes] = (await at.database
      .db('items')
      .orderBy('bookmark_id')
      .pluck('id')) as number[];
    const user_id = person.user.id;
    await at.services.knowledge.like(person, like!);
    await at.database.db('use_cases').insert({
      item_id: useCase,
      user_id,
      description_en: 'We use it',
      original_language: 'en',
    });
    await at.database.db('complaints').insert({ item_id: report, user_id, complaint_type: 'spam' });
    await at.database.db('access_requests').insert({
      item_id: request,
      user_id,
      service: 'It',
      subscription_type: 'pro',
      features: 'All',
    });
    await at.services.knowledge.update(at.admin, hidden!, { adminVisibility: 'hidden' });
    // As they come from a service of the demo that gave way: the record is not this service's.
    await at.database.db('items').where({ id: notes }).update({ admin_notes: 'Ask Olga first' });
    const undone = await at.services.imports.undo(at.admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.skipped.map(({ titleEn, reason }) => [titleEn, reason])).toEqual([
      ['like', 'used'],
      ['case', 'described'],
      ['report', 'reported'],
      ['request', 'requested'],
      ['hidden', 'changed'],
      ['notes', 'noted'],
    ]);
    expect(await bookmarkIds()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('leaves what a colleague had proposed, and says so', async () => {
    const person = await aMember(at.database.db);
    await at.services.proposals.propose(person, { address: 'https://wanted.example.com/' });
    await bringIn([
      ['1,wanted,https://wanted.example.com/,,', '2,alone,https://alone.example.com/,,'],
    ]);
    expect(await at.services.proposals.settleFulfilled()).toBe(1);
    expect(
      await at.database
        .db('activity')
        .where({ action: 'proposal.added' })
        .select('actor_id', 'is_automatic'),
    ).toEqual([{ actor_id: null, is_automatic: true }]);
    const undone = await at.services.imports.undo(at.admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.skipped.map(({ titleEn, reason }) => [titleEn, reason])).toEqual([
      ['wanted', 'proposed'],
    ]);
  });

  test('leaves what was merged, and what the configured source has too', async () => {
    const rows = ['kept', 'other', 'bound', 'alone'].map(
      (name, place) => `${place + 1},${name},https://${name}.example.com/,,`,
    );
    await bringIn([rows]);
    const [kept, other, bound] = (await at.database
      .db('items')
      .orderBy('bookmark_id')
      .pluck('id')) as number[];
    await at.services.merges.merge(at.admin, [kept!, other!], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await at.database
      .db('agreed_bookmarks')
      .where({ item_id: bound })
      .update({ source: 'raindrop' });
    const undone = await at.services.imports.undo(at.admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.skipped.map(({ titleEn, reason }) => [titleEn, reason])).toEqual([
      ['kept', 'merged'],
      ['bound', 'synced'],
    ]);
  });

  test('names the first reason of several', async () => {
    await bringIn([[painter, writer]]);
    const [both, reported] = await at.database.db('items').orderBy('id').pluck<number[]>('id');
    const person = await aMember(at.database.db);
    const userId = person.user.id;
    await aUseCase(at.database.db, { itemId: both!, userId });
    await at.services.knowledge.like(person, both!);
    await aUseCase(at.database.db, { itemId: reported!, userId });
    await at.database
      .db('complaints')
      .insert({ item_id: reported, user_id: userId, complaint_type: 'spam' });
    const { skipped } = await at.services.imports.undo(at.admin, (await lastImport()).id);
    expect(skipped).toMatchObject([{ reason: 'used' }, { reason: 'described' }]);
  });

  test('keeps no service for a case that was deleted too long ago to be taken back', async () => {
    await bringIn([[painter, writer]]);
    const [gone, stays] = await at.database.db('items').orderBy('id').pluck<number[]>('id');
    const person = await aMember(at.database.db);
    const deleted = (itemId: number, deletedAt: Date) =>
      aUseCase(at.database.db, { itemId, userId: person.user.id, deletedAt });
    await deleted(gone!, new Date(0));
    await deleted(stays!, new Date());
    const undone = await at.services.imports.undo(at.admin, (await lastImport()).id);
    expect(undone.removed).toBe(1);
    expect(undone.skipped).toMatchObject([{ id: stays, reason: 'described' }]);
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
