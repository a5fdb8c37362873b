// Review of complaints on a real database with a fake bookmark provider: groups, fixes, automatic closing and undo.
import { startFakeLanguageModel, type FakeLanguageModel } from '../../../../fakes/languageModel.ts';
import { aMember } from '../../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { markMachineOn } from '../../curation/addItem/addItem.module.ts';
import { createComplaintsModule } from './complaints.module.ts';
import type { ComplaintType } from './complaints.ts';

let world: SyncWorld;
let model: FakeLanguageModel;
let services: Services;
let one: Member;
let two: Member;
beforeAll(async () => {
  model = await startFakeLanguageModel();
  world = await startSyncWorld({ bookmarks: 40 });
  await world.sync();
  services = createTestServices(world.database.db, {
    env: { ...world.env, LANGUAGE_MODEL_URL: model.url, LANGUAGE_MODEL_NAME: 'stand-in' },
  }).services;
  one = await aMember(world.database.db);
  two = await aMember(world.database.db);
});
afterAll(async () => {
  await world.close();
  await model.close();
});

const db = () => world.database.db;
let lastBookmark = 0;
/** A new item with the number of its bookmark. */
async function aService() {
  const n = (lastBookmark += 1);
  return { n, id: Number((await world.item(bookmarkId(n)))['id']) };
}
const report = (by: Member, itemId: number, complaintType: ComplaintType, comment?: string) =>
  services.complaints.report(by, '', { itemId, complaintType, comment: comment ?? null });
const caseOf = (itemId: number, type: ComplaintType) =>
  services.complaintReview.one(world.admin, { itemId, type });
const applyFix = (itemId: number, type: ComplaintType, given: Record<string, unknown>) =>
  services.complaintReview.applyFix(world.admin, { itemId, type }, given);
const row = (id: number) => db()('items').where({ id }).first();
const reportsOf = (itemId: number) => db()('complaints').where({ item_id: itemId }).orderBy('id');
const statuses = async (itemId: number) => (await reportsOf(itemId)).map(({ status }) => status);
/** Status changes of a complaint. */
const told = async (reportId: number) =>
  (
    await db()('events')
      .where({ kind: 'report_moved', subject_id: String(reportId) })
      .whereNotNull('before')
      .orderBy('id')
  ).map(({ before, after }) => [before, after]);

test('groups complaints of one type about one item', async () => {
  const { id } = await aService();
  await report(one, id, 'outdated_content', 'Old');
  await report(two, id, 'outdated_content', 'Very old');
  await report(two, id, 'other');
  const cases = await services.complaintReview.list(world.admin, null);
  expect(
    cases
      .filter(({ itemId }) => itemId === id)
      .map(({ key, complaints, fix }) => [
        key,
        complaints.map(({ userId }) => userId).toSorted(),
        fix?.action ?? null,
      ]),
  ).toEqual([
    [`${id}-other`, [two.user.id], null],
    [`${id}-outdated_content`, [one.user.id, two.user.id].toSorted(), 'edit'],
  ]);
  await expect(services.complaintReview.list(one, null)).rejects.toMatchObject({
    reason: 'adminOnly',
  });
  await expect(caseOf(id, 'spam')).resolves.toBeNull();
});

test('proposes an address on another site to the editor, with its host', async () => {
  const { id } = await aService();
  await report(one, id, 'broken_link', 'Теперь https://moved.example.com/tool');
  expect((await caseOf(id, 'broken_link'))?.fix).toMatchObject({
    action: 'edit',
    address: 'https://moved.example.com/tool',
    otherHost: 'moved.example.com',
  });
});

test('applies an address on the same site to the bookmark, notifies all, and undoes it', async () => {
  const { n, id } = await aService();
  const moved = `https://tool${n}.example.com/tool`;
  const first = await report(one, id, 'broken_link', `Теперь ${moved}`);
  const second = await report(two, id, 'broken_link');
  const found = await caseOf(id, 'broken_link');
  expect(found?.fix).toMatchObject({
    action: 'replace_address',
    address: moved,
  });
  const done = await applyFix(id, 'broken_link', {
    action: 'replace_address',
    address: found!.fix!.address,
  });
  expect((await row(id)).source_url).toBe(moved);
  expect(await world.bookmark(bookmarkId(n))).toMatchObject({
    link: moved,
  });
  expect(await reportsOf(id)).toMatchObject([
    { status: 'resolved', cure_id: done.id, handled_by: world.admin.user.id },
    { status: 'resolved', cure_id: done.id },
  ]);
  for (const { id: reportId } of [first, second])
    expect(await told(reportId)).toEqual([['new', 'resolved']]);
  expect((await services.complaints.own(one))[0]).toMatchObject({ cureId: done.id });
  await expect(applyFix(id, 'broken_link', { action: 'hide' })).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'closedMeanwhile',
  });

  await services.complaintReview.undo(world.admin, done.id);
  expect((await row(id)).source_url).toBe(`https://tool${n}.example.com/`);
  expect(await world.bookmark(bookmarkId(n))).toMatchObject({
    link: `https://tool${n}.example.com/`,
  });
  expect(await statuses(id)).toEqual(['new', 'new']);
  expect((await told(first.id)).at(-1)).toEqual(['resolved', 'new']);
  await expect(services.complaintReview.undo(world.admin, done.id)).rejects.toMatchObject({
    reason: 'cannotUndo',
  });
});

describe('an undo that was interrupted before it reopened the complaints', () => {
  /** The state after a kill: the action is undone, but the complaints are not reopened. */
  const undoBroken = async (cureId: number): Promise<void> => {
    await db().raw(`
      create function end_here() returns trigger language plpgsql as $$
      begin raise exception 'ended'; end $$;
      create trigger end_here before update on complaint_cures for each row execute function end_here()`);
    try {
      await expect(services.complaintReview.undo(world.admin, cureId)).rejects.toThrow('ended');
    } finally {
      await db().raw('drop function end_here() cascade');
    }
  };

  test('continues when it is repeated', async () => {
    const acts = [
      ['broken_link', () => ({ action: 'replace_address', address: 'https://moved.example.com/' })],
      ['spam', () => ({ action: 'hide' })],
      ['duplicate_content', (otherId: number) => ({ action: 'merge', otherId })],
    ] as const;
    for (const [type, act] of acts) {
      const [{ id }, { id: other }] = [await aService(), await aService()];
      const sent = await report(one, id, type, `https://moved.example.com/ /services/${other}`);
      const before = await row(id);
      const done = await applyFix(id, type, act(other));
      await undoBroken(done.id);
      const [status] = await db()('complaints').where({ id: sent.id }).pluck('status');
      expect(status).toBe('resolved');

      await services.complaintReview.undo(world.admin, done.id);
      const same = ({ source_url, admin_visibility, merged_into }: typeof before) => ({
        source_url,
        admin_visibility,
        merged_into,
      });
      expect(same(await row(id))).toEqual(same(before));
      expect(await statuses(id)).toEqual(['new']);
      expect(await told(sent.id)).toEqual([
        ['new', 'resolved'],
        ['resolved', 'new'],
      ]);
    }
  });
});

test('hides an item once, and undo does not show what somebody else has hidden', async () => {
  const { id } = await aService();
  await report(one, id, 'spam');
  await report(two, id, 'broken_link');
  const pressed = await Promise.allSettled([
    applyFix(id, 'spam', { action: 'hide' }),
    applyFix(id, 'spam', { action: 'hide' }),
  ]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(applyFix(id, 'broken_link', { action: 'hide' })).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
  });
  const fixes = await db()('complaint_cures').where({ item_id: id });
  expect(fixes).toHaveLength(1);
  const see = (adminVisibility: 'visible' | 'hidden') =>
    services.knowledge.update(world.admin, id, { adminVisibility });
  await see('visible');
  await new Promise((resolve) => setTimeout(resolve, 5));
  await see('hidden');
  await expect(services.complaintReview.undo(world.admin, fixes[0].id)).rejects.toMatchObject({
    reason: 'cannotUndo',
  });
  expect(await row(id)).toMatchObject({ admin_visibility: 'hidden' });
});

test('applies tags from comments and a translation with one button', async () => {
  const { n, id } = await aService();
  const before: string[] = (await caseTags(id))!;
  await report(one, id, 'redundant_tags', `Тег ${before[0]} лишний`);
  const tags = (await caseOf(id, 'redundant_tags'))!.fix!;
  expect(tags).toMatchObject({ action: 'set_tags', tags: before.slice(1) });
  await applyFix(id, 'redundant_tags', { action: 'set_tags', tags: tags.tags });
  expect(await caseTags(id)).toEqual(before.slice(1));
  expect((await world.bookmark(bookmarkId(n)))!['tags']).toEqual(before.slice(1));

  await report(one, id, 'missing_translation');
  const fix = (await caseOf(id, 'missing_translation'))?.fix;
  expect(fix).toMatchObject({ action: 'translate', language: 'ru' });
  const done = await applyFix(id, 'missing_translation', { action: 'translate', language: 'ru' });
  expect((await row(id)).description_ru).toMatch(/\S/);
  expect((await row(id)).machine_texts).toHaveProperty('description_ru');
  await services.complaintReview.undo(world.admin, done.id);
  expect((await row(id)).description_ru).toBeNull();
  expect(await statuses(id)).toEqual(['resolved', 'new']);
});
const caseTags = async (id: number): Promise<string[]> =>
  db()('item_tags')
    .join('tags', 'tags.id', 'item_tags.tag_id')
    .where({ item_id: id })
    .orderBy('position')
    .pluck('original_name');

test('refuses a fix or an undo over a later edit', async () => {
  const { id } = await aService();
  const before = await caseTags(id);
  await report(one, id, 'redundant_tags', `Тег ${before[0]} лишний`);
  const stale = (await caseOf(id, 'redundant_tags'))!.fix!;
  const edit = (tags: string[]) => services.edits.edit(world.admin, id, { tags });
  await edit([...before, 'added meanwhile']);
  const press = ({ tags, itemUpdatedAt: expectedUpdatedAt }: typeof stale) =>
    applyFix(id, 'redundant_tags', { action: 'set_tags', tags, expectedUpdatedAt });
  await expect(press(stale)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
  });
  expect(await caseTags(id)).toEqual([...before, 'added meanwhile']);
  expect(await statuses(id)).toEqual(['new']);
  const done = await press((await caseOf(id, 'redundant_tags'))!.fix!);
  expect(await caseTags(id)).toEqual([...before.slice(1), 'added meanwhile']);

  await edit([...before.slice(1), 'added meanwhile', 'added later']);
  await expect(services.complaintReview.undo(world.admin, done.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
  });
  expect(await caseTags(id)).toContain('added later');
  expect(await statuses(id)).toEqual(['resolved']);
  await edit([...before.slice(1), 'added meanwhile']);
  await services.complaintReview.undo(world.admin, done.id);
  expect(await caseTags(id)).toEqual([...before, 'added meanwhile']);
  expect(await statuses(id)).toEqual(['new']);
});

/** The review with replaced dependencies. */
const reviewWith = (parts: Partial<Parameters<typeof createComplaintsModule>[0]>) =>
  createComplaintsModule({
    db: db(),
    clock: () => new Date(),
    catalogue: services.knowledge,
    edits: services.edits,
    merges: services.merges,
    requestLinkCheck: null,
    pages: { read: () => Promise.resolve({ image: 'https://pictures.example.com/a.png' }) },
    translator: { translateDescription: () => Promise.resolve('Перевод') } as never,
    markMachineOn,
    ...parts,
  }).complaintReview;

test('assigns complaints to the fix when the closing job runs beside or after it', async () => {
  const [{ id }, { id: other }] = [await aService(), await aService()];
  const { merges } = services;
  let isBehind = true;
  const beside = reviewWith({
    merges: {
      one: (...given) => merges.one(...given),
      undo: (...given) => merges.undo(...given),
      async merge(...given) {
        const done = await merges.merge(...given);
        if (isBehind) await services.complaintReview.closeEnded();
        return done;
      },
    },
  });
  const fixes = () => db()('complaint_cures').where({ complaint_type: 'duplicate_content' });
  const known = (await fixes()).length;
  const key = { itemId: id, type: 'duplicate_content' } as const;
  const sent = await report(one, id, 'duplicate_content', `/services/${other}`);
  const held = () => db()('complaints').where({ id: sent.id }).first();
  for (const round of [0, 1, 2]) {
    const pressed = beside.applyFix(world.admin, key, { action: 'merge', otherId: other });
    // Deterministic in the first round; in the others at any moment.
    isBehind = round === 0;
    const settled = Promise.all(
      isBehind ? [] : Array.from({ length: 4 }, () => services.complaintReview.closeEnded()),
    );
    const done = await pressed;
    await settled;
    expect(await held()).toMatchObject({
      status: 'resolved',
      cure_id: done.id,
      handled_by: world.admin.user.id,
    });
    // A second closing leaves no fix.
    expect(await fixes()).toHaveLength(known + round + 1);
    expect(await told(sent.id)).toHaveLength(2 * round + 1);
    await beside.undo(world.admin, done.id);
    expect(await held()).toMatchObject({ status: 'new', item_id: id, cure_id: null });
    await services.complaintReview.closeEnded();
    expect(await held()).toMatchObject({ status: 'new' });
  }
});

/** The service in a process that ends after the action, before it answers. */
const endedAfterTheAct = () => {
  const { knowledge, edits, merges } = services;
  const ended = new Error('The process has ended');
  const thenEnd =
    <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given): Promise<never> => {
      await act(...given);
      throw ended;
    };
  return reviewWith({
    catalogue: {
      item: (...given) => knowledge.item(...given),
      tags: (...given) => knowledge.tags(...given),
      update: thenEnd((...given) => knowledge.update(...given)),
    },
    edits: { ...edits, edit: thenEnd(edits.edit) },
    merges: {
      one: (...given) => merges.one(...given),
      undo: (...given) => merges.undo(...given),
      merge: thenEnd((...given) => merges.merge(...given)),
    },
  });
};

test('leaves no complaint open when the process ends after the action', async () => {
  const acts: [ComplaintType, Record<string, unknown>][] = [
    ['spam', { action: 'hide' }],
    ['missing_tags', { action: 'set_tags', tags: ['only this'] }],
    ['broken_link', { action: 'replace_address', address: 'https://ended.example.com/' }],
    ['missing_media', { action: 'find_picture' }],
    ['missing_translation', { action: 'translate', language: 'ru' }],
    ['duplicate_content', { action: 'merge' }],
  ];
  for (const [type, given] of acts) {
    const [{ id }, { id: other }] = [await aService(), await aService()];
    const sent = await report(one, id, type);
    if (given['action'] === 'merge') given['otherId'] = other;
    await expect(
      endedAfterTheAct().applyFix(world.admin, { itemId: id, type }, given),
    ).rejects.toThrow('The process has ended');
    const held = await db()('complaints').where({ id: sent.id }).first();
    expect(held).toMatchObject({ status: 'resolved', handled_by: world.admin.user.id });
    expect(await told(sent.id)).toEqual([['new', 'resolved']]);
    if (type === 'missing_translation')
      expect((await row(id)).machine_texts).toHaveProperty('description_ru');
    // It can be undone like any other.
    await services.complaintReview.undo(world.admin, held.cure_id);
    expect(await db()('complaints').where({ id: sent.id }).first()).toMatchObject({
      status: 'new',
      item_id: id,
    });
  }
});

test('applies nothing when the complaints cannot be closed', async () => {
  const { id } = await aService();
  await report(one, id, 'spam');
  const before = await row(id);
  await db().raw(
    'alter table complaint_cures add constraint none_now check (item_id is null) not valid',
  );
  try {
    for (const given of [{ action: 'hide' }, { action: 'set_tags', tags: ['other'] }])
      await expect(applyFix(id, 'spam', given)).rejects.toThrow('none_now');
  } finally {
    await db().raw('alter table complaint_cures drop constraint none_now');
  }
  expect(await row(id)).toEqual(before);
  expect(await statuses(id)).toEqual(['new']);
});

test('overwrites no edit that was made during a translation', async () => {
  const { id } = await aService();
  await report(one, id, 'missing_translation');
  const asked = model.questions.length;
  const writing = await db().transaction();
  const written = { description_ru: 'От человека', updated_at: new Date() };
  await writing('items').where({ id }).update(written);
  const pressed = applyFix(id, 'missing_translation', {
    action: 'translate',
    language: 'ru',
  }).catch((error: unknown) => error);
  while (model.questions.length === asked) await new Promise((resolve) => setTimeout(resolve, 5));
  await writing.commit();
  expect(await pressed).toMatchObject({ code: 'CONFLICT', reason: 'changedMeanwhile' });
  expect(await row(id)).toMatchObject({ description_ru: 'От человека', machine_texts: {} });
  expect(await statuses(id)).toEqual(['new']);
  // This has fixed it.
  await services.complaintReview.closeEnded();
  expect(await statuses(id)).toEqual(['resolved']);
  const moves = db()('activity').where({ action: 'complaint.status', item_id: id });
  expect(await moves).toMatchObject([{ actor_id: null, is_automatic: true }]);
});

const look = (itemId: number, state: 'ok' | 'failing' | 'broken', url: string) =>
  db()('link_checks')
    .insert({
      item_id: itemId,
      url,
      checked_at: db().fn.now(),
      state,
      status: state === 'ok' ? '200' : '404',
      first_failed_at: null,
    })
    .onConflict('item_id')
    .merge();

test('closes complaints once when their seen cause has ended, across two processes', async () => {
  const [{ n, id }, { id: silent, n: m }, { id: half }] = [
    await aService(),
    await aService(),
    await aService(),
  ];
  const settle = () => services.complaintReview.closeEnded();
  const sent = await report(one, id, 'broken_link');
  await report(two, id, 'broken_link');
  // The check never saw this one fail, so a success says nothing.
  await report(one, silent, 'broken_link');
  await look(silent, 'ok', `https://tool${m}.example.com/`);
  await report(one, half, 'missing_translation');
  expect(await settle()).toBe(0);
  await look(id, 'broken', `https://tool${n}.example.com/`);
  expect(await settle()).toBe(0);
  await look(id, 'ok', `https://tool${n}.example.com/`);
  await db()('items').where({ id: half }).update({ description_ru: 'Перевод' });
  const another = createTestServices(db(), { env: world.env }).services;
  const counts = await Promise.all([settle(), another.complaintReview.closeEnded(), settle()]);
  const closed = counts.reduce((sum, count) => sum + count);
  const fixes = await db()('complaint_cures').whereIn('item_id', [id, silent, half]).orderBy('id');
  expect(closed).toBe(3);
  expect(fixes.map(({ act, cured_by: by }) => [act, by]).toSorted()).toEqual([
    ['link_back', null],
    ['translated', null],
  ]);
  expect(await statuses(id)).toEqual(['resolved', 'resolved']);
  expect(await statuses(silent)).toEqual(['new']);
  expect(await told(sent.id)).toEqual([['new', 'resolved']]);
  // After the undo it waits until the fault is seen again.
  await services.complaintReview.undo(
    world.admin,
    fixes.find(({ act }) => act === 'link_back')!.id,
  );
  expect(await settle()).toBe(0);
  expect(await statuses(id)).toEqual(['new', 'new']);
});
