// Imports on a real database: preview, choice of rows, import and undo.
import { limits } from '../../../config/limits.ts';
import { aMember, anItem, aUseCase } from '../../../testing/builders.ts';
import {
  all,
  anImportWorld,
  painter,
  signal,
  sourceOf,
  writer,
} from '../../../testing/importFixture.ts';
import type { BookmarkFileSource } from '../bookmarkFile.ts';

const { at, preview, kindsOf, bringIn, bookmarkIds, countOf, lastImport } = anImportWorld();

describe('the preview', () => {
  test('classifies each row, and writes nothing', async () => {
    await bringIn([[painter, writer]]);
    await anItem(at.database.db, {
      sourceUrl: 'https://voice.example.com/',
      titleRu: 'Голос',
      titleEn: null,
    });
    const tables = [
      'items',
      'tags',
      'activity',
      'sync_runs',
      'staged_bookmarks',
      'inconsistencies',
      'agreed_bookmarks',
    ];
    const before = await Promise.all(tables.map(countOf));
    const found = await preview([
      painter,
      '12,Writer two,https://writer.example.com/,text,Writes',
      '13,Fresh,https://fresh.example.com/,"image,brand new",',
      '14,Speaker,http://www.voice.example.com/?utm_source=x,text,',
      '15,ГОЛОС,https://other.example.com/,text,',
      '16,Again,https://fresh.example.com,text,',
      '17,fresh,https://fresh-two.example.com/,text,',
      '18,Broken,javascript:alert(1),text,',
    ]);
    expect(
      found.rows.map(({ bookmark, kind, inconsistencies, duplicate }) => [
        bookmark.id,
        kind,
        inconsistencies,
        duplicate?.titleRu ?? null,
      ]),
    ).toEqual([
      [11, 'known', [], null],
      [12, 'changed', ['title_changed'], null],
      [13, 'new', [], null],
      [14, 'sameAddress', [], 'Голос'],
      [15, 'sameName', [], 'Голос'],
      [16, 'sameAddress', [], 'Fresh'],
      [17, 'sameName', [], 'Fresh'],
    ]);
    expect(found.newTags).toEqual(['brand new']);
    expect(found.unreadable).toMatchObject([
      { where: 'line 9', reason: expect.stringContaining('javascript:') },
    ]);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
  });

  test('recognises the address of a merged item, and of a demo item that was merged into an own one', async () => {
    const [kept, merged, demo] = [
      await anItem(at.database.db, {
        sourceUrl: 'https://kept.example.com/',
        titleRu: 'Оставшийся',
      }),
      await anItem(at.database.db, { sourceUrl: 'https://merged.example.com/' }),
      await anItem(at.database.db, { sourceUrl: 'https://demo.example.com/', titleRu: 'Демо' }),
    ];
    const other = await anItem(at.database.db, { sourceUrl: 'https://other.example.com/' });
    await at.database.db('items').where({ id: demo.id }).update({ is_demo: true });
    for (const pair of [[kept.id, merged.id] as const, [demo.id, other.id] as const])
      await at.services.merges.merge(at.admin, pair, { take: [], tags: 'kept', bookmark: 'keep' });
    const { rows } = await preview([
      '21,One,https://merged.example.com/,text,',
      '22,Two,https://demo.example.com/,text,',
    ]);
    expect(rows.map(({ kind, duplicate }) => [kind, duplicate?.id, duplicate?.titleRu])).toEqual([
      ['sameAddress', kept.id, 'Оставшийся'],
      ['sameAddress', demo.id, 'Демо'],
    ]);
  });

  test('combines several files, names the file of an unreadable row, and treats the first of equal rows as new', async () => {
    const { rows, unreadable } = await preview(
      [painter],
      [
        painter,
        '13,Bad,ftp://x.example/,,',
        '50,Ёж,https://s0.example/,,',
        '47,ЕЖ,https://s1.example/,,',
        '40,Other,https://s0.example/,,',
      ],
    );
    expect(rows.map(({ bookmark, kind }) => [bookmark.id, kind])).toEqual([
      [11, 'new'],
      [50, 'new'],
      [47, 'sameName'],
      [40, 'sameAddress'],
    ]);
    expect(unreadable).toMatchObject([
      { where: 'file2.csv, line 3', reason: expect.stringContaining('ftp:') },
    ]);
  });
});

describe('an import', () => {
  test('imports the selected kinds and rows', async () => {
    await anItem(at.database.db, { bookmarkId: 5, sourceUrl: 'https://painter.example.com/' });
    const rows = [painter, writer, '13,Third,https://third.example.com/,,', '14,x,javascript:1,,'];
    const status = await bringIn([rows], { kinds: ['new'], exclude: [13], include: [] });
    expect(status).toMatchObject({ state: 'finished', expected: 1, counts: { new: 1, failed: 1 } });
    expect(await bookmarkIds()).toEqual([5, 12]);
    await bringIn([rows], { kinds: [], include: [11] });
    expect(await bookmarkIds()).toEqual([5, 11, 12]);
  });
});

describe('of several admins', () => {
  /** A bookmark whose reading waits for its release, and records its start. */
  function heldSource(begun: number[], id: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const inner = sourceOf([`${id},T ${id},https://t${id}.example.com/,,`]);
    const source: BookmarkFileSource = {
      ...inner,
      async read(given) {
        begun.push(id);
        begin();
        await promise;
        return inner.read(given);
      },
    };
    return { source, hasBegun, go: resolve };
  }

  test('previews run one after another in a bounded queue, and cancelled ones make room', async () => {
    const begun: number[] = [];
    const first = heldSource(begun, 1);
    const leaving = new AbortController();
    const look = (source: BookmarkFileSource, given = signal) =>
      at.services.sync.preview(at.admin, { source, signal: given });
    const looks = [look(first.source)];
    const gone = look(heldSource(begun, 2).source, leaving.signal);
    for (let id = 3; id <= limits.imports.looksWaiting + 1; id += 1)
      looks.push(look(sourceOf([`${id},T ${id},https://t${id}.example.com/,,`])));
    await first.hasBegun;
    const busy = { code: 'UNAVAILABLE', reason: 'importsBusy', retryAfter: 5 };
    await expect(look(sourceOf([painter]))).rejects.toMatchObject(busy);
    await expect(
      at.services.sync.startImport(at.admin, { source: sourceOf([painter]), choice: all }),
    ).rejects.toMatchObject(busy);
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    looks.push(look(sourceOf([painter])));
    expect(begun).toEqual([1]);
    first.go();
    const rows = (await Promise.all(looks)).map((found) => found.rows.length);
    expect(rows).toEqual(looks.map(() => 1));
    expect(begun).toEqual([1]);
  });

  test('one of three simultaneous imports runs, the others are refused before their files are read', async () => {
    const begun: number[] = [];
    const sources = [1, 2, 3].map((id) => heldSource(begun, id));
    const started = sources.map(({ source }) =>
      at.services.sync.startImport(at.admin, { source, choice: all }),
    );
    await Promise.race(sources.map(({ hasBegun }) => hasBegun));
    // Blocks new items, so that the first import continues until the others are refused.
    const holding = await at.database.db.transaction();
    await holding.raw('lock table items in share mode');
    for (const { go } of sources) go();
    const ended = await Promise.allSettled(started);
    await holding.rollback();
    // The database may have answered any of them first.
    const ends = ended.map((one) => (one.status === 'rejected' ? one.reason.reason : 'begun'));
    expect(ends.toSorted()).toEqual(['begun', 'syncRunning', 'syncRunning']);
    expect(begun).toEqual([ends.indexOf('begun') + 1]);
    await at.services.sync.close();
  });
});

describe('undoing an import', () => {
  test('removes untouched items with their tags and inconsistencies, once', async () => {
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
    // The same file is imported again as if for the first time.
    expect(await kindsOf([writer])).toEqual({ 12: 'new' });
  });

  test('keeps items that are used, changed, reported, requested, proposed, merged or in the source, and names the first reason', async () => {
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
    // As from a replaced demo item: the record does not belong to this item.
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
    // A use case that was deleted too long ago to be restored does not keep its item.
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

  test('happens once for two admins at once; refuses other runs', async () => {
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
