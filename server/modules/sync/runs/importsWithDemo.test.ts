// Imported items replace demo items with the same address, which the undo restores: on a real database.
import { aMember, anItem, aUseCase } from '../../../testing/builders.ts';
import { anImportWorld, writer } from '../../../testing/importFixture.ts';
import { aBookmark, bookmarkId, startSyncWorld } from '../../../testing/syncFixture.ts';

const { at, preview, bringIn, lastImport } = anImportWorld('demo');

describe('beside the demo', () => {
  beforeEach(() => at.services.demo.choose(at.admin, 'keep'));
  /** Content of the database about demo items, without ids and relative times. */
  async function inventory() {
    const { rows } = await at.database.db.raw<{ rows: unknown[] }>(
      `select bookmark_id, title_ru, title_en, source_url, image_url, admin_visibility, likes_count, use_cases_count, created_at,
         array(select original_name from item_tags join tags on tags.id = tag_id where item_id = items.id order by position) as tags,
         array(select tasks::text from item_tasks where item_id = items.id order by language) as tasks,
         array(select user_id from item_likes where item_id = items.id order by 1) as likes,
         array(select description_en from use_cases where item_id = items.id order by 1) as cases,
         (select count(*) from use_case_likes join use_cases on use_cases.id = use_case_id where item_id = items.id) as case_likes,
         array(select complaint_type from complaints where item_id = items.id order by 1) as complaints,
         array(select user_id from access_requests where item_id = items.id order by 1) as requests,
         array(select tier from data_rules where item_id = items.id order by 1) as rules
       from items where is_demo order by bookmark_id`,
    );
    return rows;
  }
  const searches = () => at.database.db('zero_result_searches').sum('count as n').first();
  const ofDemo = async (
    bookmarkId: number,
  ): Promise<{
    id: number;
    source_url: string;
    merged_into: number | null;
    removed_at: Date | null;
  }> => at.database.db('items').where({ bookmark_id: bookmarkId, is_demo: true }).first();
  /** Bookmarks with the addresses of these demo items. */
  const bookmarksOf = (bookmarkIds: number[]): Promise<string[]> =>
    Promise.all(
      bookmarkIds.map(
        async (id) => `${id + 50_000},Own ${id},${(await ofDemo(id)).source_url},mine,`,
      ),
    );
  const undoLast = async () => at.services.imports.undo(at.admin, (await lastImport()).id);
  /** Merges these demo items, each into the previous one. */
  const mergeDemo = async (...bookmarkIds: number[]) => {
    const items = await Promise.all(bookmarkIds.map(ofDemo));
    for (let place = items.length - 1; place > 0; place -= 1)
      await at.services.merges.merge(at.admin, [items[place - 1]!.id, items[place]!.id], {
        take: [],
        tags: 'kept',
        bookmark: 'keep',
      });
    return items.map(({ id }) => id) as [number, number, ...number[]];
  };
  const leadsTo = async (id: number) => (await at.services.knowledge.item(at.admin, id))?.id;
  const recordOf = async (id: number) =>
    (await at.services.edits.history(at.admin, id, { page: 0, perPage: 10 })).entries.map(
      ({ action }) => action,
    );
  const ownId = async (): Promise<number> =>
    (await at.database.db('items').where({ is_demo: false }).first('id')).id;

  test('undo restores replaced demo items with all demo data, without duplicates', async () => {
    const person = await aMember(at.database.db);
    // With use cases, with complaints, with access requests.
    const lines = await bookmarksOf([1001, 1009, 1030]);
    const liked: { id: number } = await at.database
      .db('use_cases')
      .where({ item_id: (await ofDemo(1001)).id })
      .first('id');
    await at.database
      .db('use_case_likes')
      .insert({ user_id: person.user.id, use_case_id: liked.id });
    const before = await inventory();
    const searched = await searches();
    const { rows } = await preview([...lines, writer]);
    expect(rows.map(({ replacedDemoItem }) => replacedDemoItem !== null)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    await bringIn([[...lines, writer]]);
    expect(await inventory()).toHaveLength(before.length - 3);
    expect(await undoLast()).toMatchObject({ removed: 4, restoredDemoItems: 3, skipped: [] });
    expect(await inventory()).toEqual(before);
    expect(await searches()).toEqual(searched);
    expect(await undoLast()).toMatchObject({ removed: 0, restoredDemoItems: 0 });
    expect(await inventory()).toEqual(before);
  });

  test.each(['keep', 'leave'] as const)(
    'an item hidden by an admin stays hidden in its replacement, with its note and record (%s)',
    async (choice) => {
      const lines = await bookmarksOf([1001, 1002, 1004]);
      const [hidden, shown] = [await ofDemo(1001), await ofDemo(1002)];
      await at.services.knowledge.update(at.admin, hidden.id, {
        adminVisibility: 'hidden',
        adminNotes: 'Not before the contract',
      });
      for (const adminVisibility of ['hidden', 'visible'] as const)
        await at.services.knowledge.update(at.admin, shown.id, { adminVisibility });
      // Actions of demo people belong to the demo.
      const { id: theirs } = await at.database.db('users').where({ is_demo: true }).first();
      await at.services.knowledge.update(at.admin, (await ofDemo(1004)).id, {
        adminVisibility: 'hidden',
      });
      await at.database
        .db('activity')
        .where({ item_id: (await ofDemo(1004)).id })
        .update({ actor_id: theirs });
      await at.services.demo.choose(at.admin, choice);
      await bringIn([lines]);
      const own = await at.database.db('items').where({ is_demo: false }).orderBy('bookmark_id');
      expect(own).toMatchObject([
        { admin_visibility: 'hidden', admin_notes: 'Not before the contract' },
        { admin_visibility: 'visible' },
        { admin_visibility: 'visible' },
      ]);
      expect(
        await at.database.db('activity').where({ item_id: own[0].id, action: 'item.hidden' }),
      ).toMatchObject([
        { actor_id: null, is_automatic: false, before: 'visible', after: 'hidden' },
      ]);
    },
  );

  describe('demo items with work of people', () => {
    const liked = 1001;
    const described = 1002;
    const reported = 1004;
    const requested = 1008;
    const noted = 1094;
    const all = [liked, described, reported, requested, noted];
    const idOf = async (bookmarkId: number) => (await ofDemo(bookmarkId)).id;
    const ownIdOf = async (bookmarkId: number): Promise<number> =>
      (
        await at.database
          .db('items')
          .where({ bookmark_id: bookmarkId + 50_000 })
          .first()
      ).id;
    const notes = () =>
      at.database.db('items').whereNot({ admin_notes: '' }).select('bookmark_id', 'admin_notes');
    /** One action on each item, before any import. */
    const work = async () => {
      const person = await aMember(at.database.db);
      await at.services.knowledge.like(person, await idOf(liked));
      await aUseCase(at.database.db, { itemId: await idOf(described), userId: person.user.id });
      const report = await at.services.complaints.report(person, '', {
        itemId: await idOf(reported),
        complaintType: 'spam',
        comment: 'Ours',
      });
      await at.services.accessRequests.request(person, {
        itemId: await idOf(requested),
        service: 'Suno',
        subscriptionType: 'pro',
        features: 'All',
        needsTesting: false,
      });
      await at.services.knowledge.update(at.admin, await idOf(noted), {
        adminVisibility: 'hidden',
        adminNotes: 'Not before the contract',
      });
      // People who cannot see it may propose it.
      const { source_url: address } = await ofDemo(noted);
      await at.services.proposals.propose(person, { address });
      return { person, report };
    };

    test('are restored with it, when nobody has touched it since', async () => {
      await work();
      const [before, notesBefore] = [await inventory(), await notes()];
      await bringIn([await bookmarksOf(all)]);
      expect(await at.services.proposals.closeFulfilled()).toBe(0);
      expect(await undoLast()).toMatchObject({ removed: 5, restoredDemoItems: 5, skipped: [] });
      expect(await inventory()).toEqual(before);
      expect(await notes()).toEqual(notesBefore);
      expect(await at.database.db('items').where({ is_demo: false })).toEqual([]);
      // Repeats the import and the undo.
      await bringIn([await bookmarksOf(all)]);
      expect(await undoLast()).toMatchObject({ removed: 5, restoredDemoItems: 5, skipped: [] });
      expect(await inventory()).toEqual(before);
    });

    test('are not restored when somebody has touched it since', async () => {
      const { report } = await work();
      await bringIn([await bookmarksOf(all)]);
      await at.services.knowledge.like(await aMember(at.database.db), await ownIdOf(liked));
      const own = { item_id: await ownIdOf(described) };
      await at.database.db('use_cases').where(own).update({ updated_at: new Date() });
      await at.services.complaints.setStatus(at.admin, report.id, { status: 'in_progress' });
      await at.database
        .db('access_requests')
        .where({ item_id: await ownIdOf(requested) })
        .update({ changed_at: new Date() });
      await at.services.knowledge.update(at.admin, await ownIdOf(noted), { adminNotes: 'Other' });
      const undone = await undoLast();
      expect(undone).toMatchObject({ removed: 0, restoredDemoItems: 0 });
      expect(undone.skipped.map(({ reason }) => reason)).toEqual([
        'used',
        'described',
        'reported',
        'requested',
        'changed',
      ]);
    });
  });

  test('restores none when another own item has the address, or the demo was left behind', async () => {
    const [first, second] = [await bookmarksOf([1001]), await bookmarksOf([1002])];
    await bringIn([first]);
    await anItem(at.database.db, { sourceUrl: 'https://chatgpt.com/' });
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    await bringIn([second]);
    await at.services.demo.remove(at.admin);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await inventory()).toEqual([]);
  });

  test('restores admins’ changes, and resolves old ids', async () => {
    const { db } = at.database;
    const secret: number = (await db('items').where({ admin_visibility: 'hidden' }).first())
      .bookmark_id;
    const lines = await bookmarksOf([1001, secret, 1003, 1004]);
    const [hidden, shown, tagged, bare, texts] = await Promise.all(
      [1001, secret, 1003, 1004, 1002].map(async (one) => (await ofDemo(one)).id),
    );
    const { knowledge, edits } = at.services;
    await knowledge.update(at.admin, hidden!, { adminVisibility: 'hidden' });
    await knowledge.update(at.admin, shown!, { adminVisibility: 'visible' });
    const [first] = await db('item_tags')
      .join('tags', 'tags.id', 'tag_id')
      .where({ item_id: tagged, position: 0 })
      .pluck<string[]>('original_name');
    await edits.edit(at.admin, tagged!, {
      tags: ['ours alone', first!],
      imageUrl: 'https://ours.example/picture.png',
    });
    await edits.edit(at.admin, bare!, { tags: [], imageUrl: '' });
    const sourceUrl = 'https://chat.ours.example/';
    await edits.edit(at.admin, texts!, {
      titleEn: 'Our chat',
      descriptionRu: 'Наш собеседник',
      descriptionEn: null,
      sourceUrl,
    });
    const facts = () =>
      db('items').where({ id: texts }).first('description_ru', 'description_en', 'title_ru');
    const [before, factsBefore] = [await inventory(), await facts()];
    await bringIn([[...lines, `51002,Own,${sourceUrl},mine,`]]);
    await expect(knowledge.item(at.admin, texts!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await undoLast()).toMatchObject({ removed: 5, restoredDemoItems: 5 });
    expect(await inventory()).toEqual(before);
    expect(await facts()).toEqual(factsBefore);
    expect(await knowledge.item(at.admin, texts!)).toMatchObject({ id: texts, sourceUrl });
    // It has a history, so the removal of the demo keeps what an admin wrote.
    expect(await edits.history(at.admin, texts!, { page: 1, perPage: 10 })).toMatchObject({
      total: 1,
    });
    const { remainingItems } = await at.services.demo.preview(at.admin);
    expect(remainingItems.map(({ id }) => id)).toContain(texts);
    // Later items get new ids.
    expect((await anItem(db)).id).toBeGreaterThan(texts!);
  });

  test('restores the demo item of the address for records of earlier versions, and undo works without one', async () => {
    const lines = await bookmarksOf([1001]);
    await at.services.edits.edit(at.admin, (await ofDemo(1002)).id, {
      sourceUrl: 'https://ours.example/',
    });
    await bringIn([[...lines, '51002,Own,https://ours.example/,mine,']]);
    await at.database.db.raw(
      `update activity set after = jsonb_build_object('moved', (
         select jsonb_agg(pair - '{bookmarkId,changed}'::text[]) from jsonb_array_elements(after->'moved') as pair))
       where action = 'demo.gaveWay'`,
    );
    expect(await undoLast()).toMatchObject({ removed: 2, restoredDemoItems: 1 });
    expect(await ofDemo(1001)).toBeDefined();
    await bringIn([['51003,Own,https://ours.example/,mine,']]);
    await at.database.db.raw(
      `update activity set after = jsonb_build_object('moved', jsonb_build_array(jsonb_build_object(
         'from', 1, 'to', (select max(id) from items), 'address', 'ours.example', 'visibility', 'visible')))
       where action = 'demo.gaveWay'`,
    );
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
  });

  test('resolves a chain of merges to the own item, and after the undo to the demo’s, with its record', async () => {
    const { source_url: sourceUrl } = await ofDemo(1004);
    await at.services.edits.edit(at.admin, (await ofDemo(1002)).id, { titleEn: 'Second' });
    const [last, , first] = await mergeDemo(1004, 1002, 1001);
    const before = await recordOf(last);
    expect(before).toContain('item.edited');
    const lines = await bookmarksOf([1004]);
    await bringIn([lines]);
    expect(await leadsTo(first!)).toBe(await ownId());
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 1, skipped: [] });
    expect(await leadsTo(first!)).toBe(last);
    expect(await recordOf(last)).toEqual(before);

    // Another own item has the address meanwhile.
    await bringIn([lines]);
    const other = await anItem(at.database.db, { sourceUrl });
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await leadsTo(first!)).toBe(other.id);
  });

  test('undo waits for the choice about the demo without locking its items', async () => {
    await mergeDemo(1004, 1027);
    await bringIn([await bookmarksOf([1004])]);
    const { db } = at.database;
    // Locks like the choice about the demo: first its state, then its items.
    const answer = await db.transaction();
    await answer.raw('select from demo_state for update');
    const undone = undoLast();
    const isWaiting = async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
    const [locked] = await Promise.allSettled([
      answer.raw('select from items where is_demo order by id for update nowait'),
    ]);
    await answer.rollback();
    expect(locked).toMatchObject({ status: 'fulfilled' });
    expect(await undone).toMatchObject({ removed: 1, restoredDemoItems: 1 });
  });

  test('own data rules and tasks of the demo item keep the own one, which has them', async () => {
    const lines = await bookmarksOf([1001, 1002]);
    const [ruled, tasked] = [await ofDemo(1001), await ofDemo(1002)];
    await at.services.dataRules.set(at.admin, 'royalark', [
      {
        itemId: ruled.id,
        tier: 'enterprise',
        verdicts: [{ dataClass: 'public_material', verdict: 'yes' }],
      },
    ]);
    await at.services.edits.edit(at.admin, tasked.id, { tasksEn: ['ask what nobody knows'] });
    await bringIn([lines]);
    expect(await undoLast()).toMatchObject({
      removed: 0,
      restoredDemoItems: 0,
      skipped: [{ reason: 'changed' }, { reason: 'changed' }],
    });
  });
});

test('a synchronisation also hides replacements of hidden demo items', async () => {
  const world = await startSyncWorld({ bookmarks: 1 });
  try {
    const { db } = world.database;
    await world.services.demo.load(world.admin);
    const hidden: { id: number; source_url: string } = await db('items')
      .where({ bookmark_id: 1001 })
      .first();
    await world.services.knowledge.update(world.admin, hidden.id, {
      adminVisibility: 'hidden',
      adminNotes: 'Not before the contract',
    });
    await world.raindrop.control.add({ ...aBookmark(2), link: hidden.source_url });
    await world.sync();
    expect(await world.item(bookmarkId(2))).toMatchObject({
      admin_visibility: 'hidden',
      admin_notes: 'Not before the contract',
    });
    expect(await world.item(bookmarkId(1))).toMatchObject({ admin_visibility: 'visible' });
  } finally {
    await world.close();
  }
});
