// Services of the demo give way to those of an import, and come back when it is undone: on a real database.
import { aMember, anItem, aUseCase } from '../../../testing/builders.ts';
import { anImportWorld, writer } from '../../../testing/importFixture.ts';
import { aBookmark, bookmarkId, startSyncWorld } from '../../../testing/syncFixture.ts';

const { at, preview, bringIn, lastImport } = anImportWorld();

describe('beside the demo', () => {
  beforeEach(() => at.services.demo.load(at.admin));
  /** What stands in the database of the demo's services, but for ids and the times that the demo counts from now. */
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
  /** Bookmarks of the same addresses as these services of the demo. */
  const bookmarksOf = (bookmarkIds: number[]): Promise<string[]> =>
    Promise.all(
      bookmarkIds.map(
        async (id) => `${id + 50_000},Own ${id},${(await ofDemo(id)).source_url},mine,`,
      ),
    );
  const undoLast = async () => at.services.imports.undo(at.admin, (await lastImport()).id);

  test('undoing brings the services back that gave way, with all that is the demo’s, and nothing else of it twice', async () => {
    await at.services.demo.choose(at.admin, 'keep');
    const person = await aMember(at.database.db);
    // With use cases, with reports, with requests for access.
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

  test('one that was hidden comes back hidden, and one that was shown comes back shown', async () => {
    const hidden: number[] = await at.database
      .db('items')
      .where({ admin_visibility: 'hidden' })
      .pluck('bookmark_id');
    const secret = Number(hidden[0]);
    const lines = await bookmarksOf([1001, secret]);
    const set = async (id: number, adminVisibility: 'visible' | 'hidden') =>
      at.services.knowledge.update(at.admin, (await ofDemo(id)).id, { adminVisibility });
    await set(1001, 'hidden');
    await set(secret, 'visible');
    const before = await inventory();
    await bringIn([lines]);
    expect(await undoLast()).toMatchObject({ restoredDemoItems: 2 });
    expect(await inventory()).toEqual(before);
  });

  test.each(['keep', 'leave'] as const)(
    'what an admin has hidden is hidden as the own service in its place, with the note, and says so in its record (%s)',
    async (choice) => {
      const lines = await bookmarksOf([1001, 1002, 1004]);
      const [hidden, shown] = [await ofDemo(1001), await ofDemo(1002)];
      await at.services.knowledge.update(at.admin, hidden.id, {
        adminVisibility: 'hidden',
        adminNotes: 'Not before the contract',
      });
      for (const adminVisibility of ['hidden', 'visible'] as const)
        await at.services.knowledge.update(at.admin, shown.id, { adminVisibility });
      // What the demo's own people do is the demo's.
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

  describe('on which people have worked', () => {
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
    /** One thing done with each, all before any import. */
    const work = async () => {
      const person = await aMember(at.database.db);
      await at.services.knowledge.like(person, await idOf(liked));
      await aUseCase(at.database.db, { itemId: await idOf(described), userId: person.user.id });
      const report = await at.services.complaints.report(person, '', {
        itemId: await idOf(reported),
        complaintType: 'spam',
        comment: 'Ours',
      });
      await at.services.access.request(person, {
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
      // Whoever cannot see it may propose it.
      const { source_url: address } = await ofDemo(noted);
      await at.services.proposals.propose(person, { address });
      return { person, report };
    };

    test('come back with it, when nobody has touched it since', async () => {
      await at.services.demo.choose(at.admin, 'keep');
      await work();
      const [before, notesBefore] = [await inventory(), await notes()];
      await bringIn([await bookmarksOf(all)]);
      expect(await at.services.proposals.settleFulfilled()).toBe(0);
      expect(await undoLast()).toMatchObject({ removed: 5, restoredDemoItems: 5, skipped: [] });
      expect(await inventory()).toEqual(before);
      expect(await notes()).toEqual(notesBefore);
      expect(await at.database.db('items').where({ is_demo: false })).toEqual([]);
      // And so once more.
      await bringIn([await bookmarksOf(all)]);
      expect(await undoLast()).toMatchObject({ removed: 5, restoredDemoItems: 5, skipped: [] });
      expect(await inventory()).toEqual(before);
    });

    test('take along what people are told of them, to the own ones and back, unread as it was', async () => {
      await at.services.demo.choose(at.admin, 'keep');
      const [author, colleague, other] = [
        await aMember(at.database.db),
        await aMember(at.database.db),
        await aMember(at.database.db),
      ];
      const { id } = await aUseCase(at.database.db, {
        itemId: await idOf(described),
        userId: author.user.id,
      });
      await at.services.knowledge.like(author, await idOf(described));
      const { useCases, notifications } = at.services;
      const bell = async () => {
        await notifications.make(new AbortController().signal);
        const { unread, notifications: told } = await notifications.page(author, {
          page: 0,
          perPage: 9,
        });
        const said = told.map(({ kind, count, itemId, subjectId }) => ({
          kind,
          count,
          itemId,
          subjectId,
        }));
        return { unread, said };
      };
      await useCases.toggleLike(colleague, id);
      await at.database.db('notifications').insert({
        user_id: author.user.id,
        kind: 'service_link_lost',
        item_id: await idOf(described),
        subject_id: String(await idOf(described)),
        parts: ['1'],
        fold_key: 'lost',
        at: new Date(),
      });
      const before = await bell();
      expect(before).toMatchObject({ unread: 2, said: [{ kind: expect.any(String) }, {}] });

      await bringIn([await bookmarksOf([described])]);
      const own = await ownIdOf(described);
      const ofOwn = { itemId: own };
      const lost = { ...ofOwn, kind: 'service_link_lost', subjectId: String(own) };
      const likes = { ...ofOwn, kind: 'case_liked', subjectId: String(id), count: 1 };
      expect(await bell()).toMatchObject({
        unread: 2,
        said: expect.arrayContaining([lost, likes].map((one) => expect.objectContaining(one))),
      });
      await useCases.toggleLike(other, id);
      await useCases.askExpert(colleague, own, author.user.id);
      const after = await bell();
      expect(after).toMatchObject({ unread: 3 });

      expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 1, skipped: [] });
      const there = await idOf(described);
      expect(await bell()).toEqual({
        unread: 3,
        said: after.said.map((one) => ({
          ...one,
          itemId: there,
          subjectId: one.kind === 'service_link_lost' ? String(there) : one.subjectId,
        })),
      });
    });

    test('do not, where somebody has touched it since', async () => {
      await at.services.demo.choose(at.admin, 'keep');
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

    test('stay as the own ones where the demo was left behind since, or their place is taken: nothing that people did is lost', async () => {
      await at.services.demo.choose(at.admin, 'keep');
      await work();
      await bringIn([await bookmarksOf(all)]);
      const [{ source_url: address }] = await at.database
        .db('items')
        .where({ id: await ownIdOf(requested) });
      const other = await anItem(at.database.db, { sourceUrl: address });
      expect(await undoLast()).toMatchObject({
        removed: 4,
        restoredDemoItems: 4,
        skipped: [{ id: await ownIdOf(requested), reason: 'requested' }],
      });
      await at.database.db('items').where({ id: other.id }).delete();
      await bringIn([await bookmarksOf([liked, described, reported, noted])]);
      await at.services.demo.remove(at.admin);
      expect((await undoLast()).skipped.map(({ reason }) => reason)).toEqual([
        'used',
        'described',
        'reported',
        'noted',
      ]);
    });
  });

  test('none comes back where another own service has the address, or the demo was left behind since', async () => {
    const [first, second] = [await bookmarksOf([1001]), await bookmarksOf([1002])];
    await bringIn([first]);
    await anItem(at.database.db, { sourceUrl: 'https://chatgpt.com/' });
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    await bringIn([second]);
    await at.services.demo.remove(at.admin);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await inventory()).toEqual([]);
  });

  test('one whose texts and address were changed comes back with them and by its old id', async () => {
    const { id } = await ofDemo(1001);
    await at.services.edits.edit(at.admin, id, {
      titleEn: 'Our chat',
      descriptionRu: 'Наш собеседник',
      descriptionEn: null,
      sourceUrl: 'https://chat.ours.example/',
    });
    const before = await inventory();
    const facts = () =>
      at.database.db('items').where({ id }).first('description_ru', 'description_en', 'title_ru');
    const texts = await facts();
    await bringIn([['51001,Own,https://chat.ours.example/,mine,']]);
    await expect(at.services.knowledge.item(at.admin, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 1 });
    expect(await inventory()).toEqual(before);
    expect(await facts()).toEqual(texts);
    expect(await at.services.knowledge.item(at.admin, id)).toMatchObject({
      id,
      sourceUrl: 'https://chat.ours.example/',
    });
    // It has its history, so that the demo does not go with what an admin has said.
    expect(await at.services.edits.history(at.admin, id, { page: 1, perPage: 10 })).toMatchObject({
      total: 1,
    });
    expect((await at.services.demo.preview(at.admin)).remainingItems).toMatchObject([{ id }]);
    // Those that come later have ids of their own.
    const later = await anItem(at.database.db);
    expect(later.id).toBeGreaterThan(id);
  });

  test('one whose tags and picture were changed comes back with them, in their order, and one that was left without any comes back so', async () => {
    const changed = await ofDemo(1001);
    const bare = await ofDemo(1002);
    const [first] = await at.database
      .db('item_tags')
      .join('tags', 'tags.id', 'tag_id')
      .where({ item_id: changed.id, position: 0 })
      .pluck<string[]>('original_name');
    await at.services.edits.edit(at.admin, changed.id, {
      tags: ['ours alone', first!],
      imageUrl: 'https://ours.example/picture.png',
    });
    await at.services.edits.edit(at.admin, bare.id, { tags: [], imageUrl: '' });
    const before = await inventory();
    expect(before).toMatchObject([
      { tags: ['ours alone', first], image_url: 'https://ours.example/picture.png' },
      { tags: [], image_url: null },
      ...before.slice(2).map(() => ({})),
    ]);
    await bringIn([await bookmarksOf([1001, 1002])]);
    expect(await undoLast()).toMatchObject({ removed: 2, restoredDemoItems: 2 });
    expect(await inventory()).toEqual(before);
  });

  test('of what gave way as earlier versions recorded it, the demo’s service of the address comes back, and undoing works where there is none', async () => {
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

  test('one that was merged into another of the demo leads there still, and does not give way', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1027)];
    const lines = await bookmarksOf([1027]);
    await at.services.merges.merge(at.admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    const { rows } = await preview(lines);
    expect(rows).toMatchObject([{ kind: 'new', replacedDemoItem: null }]);
    await bringIn([lines]);
    const leadsTo = async () => (await at.services.knowledge.item(at.admin, merged.id))?.id;
    expect(await leadsTo()).toBe(kept.id);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await leadsTo()).toBe(kept.id);
  });

  test('one that was merged into a service that gives way leads to the own one, and after the undo to the demo’s again', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1027)];
    await at.services.edits.edit(at.admin, merged.id, { titleEn: 'Merged' });
    await at.services.merges.merge(at.admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    const leadsTo = async () => (await at.services.knowledge.item(at.admin, merged.id))?.id;
    const record = async () =>
      (await at.services.edits.history(at.admin, kept.id, { page: 0, perPage: 10 })).entries.map(
        ({ action }) => action,
      );
    const before = await record();
    expect(before).toContain('item.edited');
    const lines = await bookmarksOf([1004]);
    await bringIn([lines]);
    const [own] = await at.database.db('items').where({ is_demo: false }).pluck<number[]>('id');
    expect(await leadsTo()).toBe(own);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 1, skipped: [] });
    expect(await leadsTo()).toBe(kept.id);
    expect(await record()).toEqual(before);

    // Another own service has the place meanwhile.
    await bringIn([lines]);
    const other = await anItem(at.database.db, { sourceUrl: kept.source_url });
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await leadsTo()).toBe(other.id);
  });

  test('one that was merged into a service that gave way leads on past the demo, whose coming says nothing of the own one, and is left with no trace', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1001)];
    await at.services.merges.merge(at.admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await bringIn([await bookmarksOf([1004])]);
    const [own] = await at.database.db('items').where({ is_demo: false }).pluck<number[]>('id');
    await at.services.demo.remove(at.admin);
    expect(await at.services.knowledge.item(at.admin, merged.id)).toMatchObject({ id: own });
    await at.services.demo.load(at.admin);
    expect(await at.services.knowledge.item(at.admin, own!)).toMatchObject({
      likesCount: 0,
      useCasesCount: 0,
    });
    await at.services.demo.remove(at.admin);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await at.database.db('items')).toEqual([]);
    await at.services.demo.load(at.admin);
    expect(await ofDemo(1001)).toMatchObject({ merged_into: null, removed_at: null });
  });

  test('of a chain of merges into a service that gave way nothing is left when the demo was, and the demo that comes again has all of it', async () => {
    await at.services.demo.choose(at.admin, 'keep');
    const whole = await inventory();
    const [first, second, last] = [await ofDemo(1001), await ofDemo(1002), await ofDemo(1004)];
    for (const [kept, merged] of [
      [second, first],
      [last, second],
    ] as const)
      await at.services.merges.merge(at.admin, [kept.id, merged.id], {
        take: [],
        tags: 'kept',
        bookmark: 'keep',
      });
    await bringIn([await bookmarksOf([1004])]);
    await at.services.demo.remove(at.admin);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 0 });
    expect(await at.database.db('items')).toEqual([]);
    await at.services.demo.load(at.admin);
    const said = (rows: unknown[]) =>
      rows.map((row) => {
        const { bookmark_id, likes, cases } = row as Record<string, unknown[]>;
        return { bookmark_id, likes: likes!.length, cases };
      });
    expect(said(await inventory())).toEqual(said(whole));
  });

  test('a chain of merges leads to the demo’s service again behind the undo, with its record', async () => {
    const [first, second, last] = [await ofDemo(1001), await ofDemo(1002), await ofDemo(1004)];
    await at.services.edits.edit(at.admin, second.id, { titleEn: 'Second' });
    for (const [kept, merged] of [
      [second, first],
      [last, second],
    ] as const)
      await at.services.merges.merge(at.admin, [kept.id, merged.id], {
        take: [],
        tags: 'kept',
        bookmark: 'keep',
      });
    const record = async () =>
      (await at.services.edits.history(at.admin, last.id, { page: 0, perPage: 10 })).entries.map(
        ({ action }) => action,
      );
    const before = await record();
    expect(before).toContain('item.edited');
    await bringIn([await bookmarksOf([1004])]);
    expect(await undoLast()).toMatchObject({ removed: 1, restoredDemoItems: 1 });
    expect((await at.services.knowledge.item(at.admin, first.id))?.id).toBe(last.id);
    expect(await record()).toEqual(before);
  });

  test('the record of what was merged is not said of another import’s service, which can be undone', async () => {
    await at.services.demo.choose(at.admin, 'keep');
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1027)];
    await at.services.edits.edit(at.admin, merged.id, { titleEn: 'Merged' });
    await at.services.merges.merge(at.admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await bringIn([[`51,One,${kept.source_url},mine,`]]);
    const one = await lastImport();
    await bringIn([[`52,Other,${kept.source_url},mine,`]]);
    const [other] = await at.database.db('items').where({ bookmark_id: 52 }).pluck<number[]>('id');
    expect(await at.services.imports.undo(at.admin, one.id)).toMatchObject({
      removed: 1,
      restoredDemoItems: 0,
    });
    expect((await at.services.knowledge.item(at.admin, merged.id))?.id).toBe(other);
    expect(await undoLast()).toMatchObject({ removed: 1, skipped: [] });
  });

  test('undoing waits for who answers what becomes of the demo, and holds none of its services meanwhile', async () => {
    const [kept, merged] = [await ofDemo(1004), await ofDemo(1027)];
    await at.services.merges.merge(at.admin, [kept.id, merged.id], {
      take: [],
      tags: 'kept',
      bookmark: 'keep',
    });
    await bringIn([await bookmarksOf([1004])]);
    const { db } = at.database;
    // As an answer locks the demo: first the whole, then its services.
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

  test('a demo that is loaded says nothing of a service of its that is not there any more', async () => {
    const { id } = await ofDemo(1001);
    await at.services.demo.remove(at.admin);
    const gone = await anItem(at.database.db, { bookmarkId: 1001 });
    await at.database
      .db('items')
      .where({ id: gone.id })
      .update({ is_demo: true, removed_at: new Date(), likes_count: 0 });
    expect(gone.id).toBeGreaterThan(id);
    await at.services.demo.load(at.admin);
    expect(await at.database.db('use_cases').where({ item_id: gone.id })).toEqual([]);
    expect(await at.database.db('item_likes').where({ item_id: gone.id })).toEqual([]);
  });

  test('what one of ours said of the demo’s service of data and of tasks keeps the own one, which has it since', async () => {
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

test('a synchronisation hides what it brings in the place of what an admin has hidden of the demo, too', async () => {
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
