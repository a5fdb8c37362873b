// Data rules are decided by admins for their company, all of a call or nothing of it, and every change can be taken back.
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../testing/syncWorld.ts';
import type { Member } from '../accounts/accounts.ts';
import { dataClasses } from './dataRules.ts';
import type { RuleChangeInput } from './dataRulesInput.ts';

let world: SyncWorld;
let own: Member;
let one: number;
let two: number;

beforeAll(async () => {
  world = await startSyncWorld({ bookmarks: 3 });
  await world.sync();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.database;
  own = await aMember(db, { isAdmin: true, companyKey: 'nexters' });
  one = (await anItem(db)).id;
  two = (await anItem(db)).id;
});

const set = (rules: RuleChangeInput[], by = own, company = 'nexters') =>
  world.services.dataRules.set(by, company, rules);
const ruleOf = async (itemId: number, company = 'nexters') =>
  (await world.services.dataRules.ofItem(own, itemId, { company, tier: 'team' }))!;
const code = (itemId: number, verdict: 'yes' | 'no' | 'ask' | 'undecided'): RuleChangeInput => ({
  itemId,
  tier: 'team',
  verdicts: [{ dataClass: 'source_code', verdict }],
});
const found = async (by: Member) =>
  (
    await world.services.knowledge.search(by, {
      page: 0,
      perPage: 100,
      sortBy: 'likes',
      verified: false,
      exact: false,
      allowedFor: ['source_code'],
    })
  ).items.map(({ id }) => id);

test('a change is made whole, recorded with what stood there before, and sent twice it is done once', async () => {
  const first = await set([
    {
      ...code(one, 'yes'),
      status: 'restricted',
      reviewBy: '2999-12-31',
      facts: [
        {
          kind: 'region',
          textEn: 'Made up for this test',
          sourceUrl: 'https://example.com/terms',
          sourceDate: '2026-11-01',
        },
      ],
    },
    code(two, 'no'),
  ]);
  expect(first).toMatchObject({ count: 2, rules: [{ version: 1 }, { version: 1 }] });
  expect(await ruleOf(one)).toMatchObject({
    verdicts: { source_code: { verdict: 'yes' } },
    status: 'restricted',
    decidedBy: own.user.id,
    facts: [{ kind: 'region', en: 'Made up for this test' }],
  });
  const again = await set([{ ...code(one, 'yes'), expectedVersion: 0 }]);
  expect(again).toMatchObject({ changeId: null, count: 0, rules: [{ version: 1 }] });
  const { entries } = await world.services.activity.list(own, { itemId: one, page: 0, perPage: 5 });
  expect(entries).toMatchObject([
    {
      action: 'rules.changed',
      actorId: own.user.id,
      before: null,
      after: { company: 'nexters', verdicts: { source_code: { verdict: 'yes' } } },
    },
  ]);
  const member = await aMember(world.database.db, { companyKey: 'nexters' });
  expect(await found(member)).toEqual([one]);
  await set([code(one, 'undecided')]);
  expect(await found(member)).toEqual([]);
  // What is left out stays.
  expect(await ruleOf(one)).toMatchObject({ verdicts: {}, status: 'restricted', version: 2 });
});

test('services come with their rules: by title, by a part of it or of the address, or only what waits for a decision', async () => {
  const { db } = world.database;
  await db('items').where({ id: one }).update({ title_en: 'Aa 100%_sure', title_ru: null });
  await db('items').where({ id: two }).update({ title_en: 'Ab 100 times' });
  const page = async (wanted: object) => {
    const given = {
      company: 'nexters',
      tier: 'team' as const,
      waiting: false,
      page: 0,
      perPage: 100,
    };
    const answer = await world.services.ruledServices.page(own, { ...given, ...wanted });
    return {
      total: answer.total,
      ids: answer.services.map(({ itemId }) => itemId).filter((id) => id === one || id === two),
    };
  };
  expect((await page({})).ids).toEqual([one, two]);
  expect(await page({ search: ' 100%_ ' })).toEqual({ total: 1, ids: [one] });
  const all = dataClasses.map((dataClass) => ({ dataClass, verdict: 'yes' as const }));
  await set([{ itemId: one, tier: 'team', verdicts: all, reviewBy: '2999-12-31' }]);
  await set([{ itemId: two, tier: 'team', verdicts: all.slice(1) }]);
  expect((await page({ waiting: true })).ids).toEqual([two]);
  expect((await page({ waiting: true, tier: 'free' })).ids).toEqual([one, two]);
  await set([{ itemId: one, tier: 'team', reviewBy: '2020-01-01' }]);
  expect((await page({ waiting: true })).ids).toEqual([one, two]);
  await expect(page({ company: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const member = await aMember(db, { companyKey: 'nexters' });
  await expect(
    world.services.ruledServices.page(member, {
      company: 'nexters',
      tier: 'team',
      waiting: false,
      page: 0,
      perPage: 1,
    }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('who was slower is refused, with everything else of the call', async () => {
  await set([code(one, 'ask')]);
  await set([code(one, 'no')]);
  await expect(
    set([code(two, 'yes'), { ...code(one, 'yes'), expectedVersion: 1 }]),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
    errors: [{ path: 'rules.1' }],
  });
  expect(await ruleOf(two)).toMatchObject({ verdicts: {}, version: 0 });
  const both = await Promise.allSettled([
    set([{ ...code(two, 'yes'), expectedVersion: 0 }]),
    set([{ ...code(two, 'no'), expectedVersion: 0 }]),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('admins decide for their company, those of the group and those without one for all; nobody else', async () => {
  const group = await anAdmin(world.database.db);
  const free = await aMember(world.database.db, { isAdmin: true, companyKey: null });
  await expect(set([code(one, 'yes')], own, 'gdev')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    reason: 'otherCompany',
  });
  await expect(set([code(one, 'yes')], group, 'nobody')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await set([code(one, 'yes')], group)).toMatchObject({ count: 1 });
  expect(await set([code(one, 'no')], free)).toMatchObject({ count: 1 });
  const member = await aMember(world.database.db, { companyKey: 'nexters' });
  await expect(set([code(one, 'yes')], member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { dataRules } = world.services;
  await expect(
    dataRules.ofItem(member, one, { company: 'gdev', tier: 'team' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'otherCompany' });
  const mayDecide = async (by: Member) =>
    (await dataRules.companies(by)).filter((ruled) => ruled.mayDecide).length;
  expect([await mayDecide(own), await mayDecide(group), await mayDecide(free)]).toEqual([1, 6, 6]);
});

test.each<[string, Partial<RuleChangeInput>]>([
  ['a condition that is not said', { verdicts: [{ dataClass: 'player_data', verdict: 'yes_if' }] }],
  [
    'a class twice',
    {
      verdicts: [
        { dataClass: 'player_data', verdict: 'no' },
        { dataClass: 'player_data', verdict: 'yes' },
      ],
    },
  ],
  ['a fact without its source', { facts: [{ kind: 'region', textEn: 'Somewhere' }] }],
  [
    'a source that is no page',
    {
      facts: [{ kind: 'region', textEn: 'x', sourceUrl: 'javascript:1', sourceDate: '2026-01-01' }],
    },
  ],
  ['a day that is none', { reviewBy: '2026-02-30' }],
])('%s is refused', async (_name, change) => {
  await expect(set([{ itemId: one, tier: 'team', ...change }])).rejects.toMatchObject({
    code: 'INVALID',
  });
  expect(await ruleOf(one)).toMatchObject({ version: 0 });
});

test('a change is taken back whole, once, and not where somebody has decided since', async () => {
  await set([code(one, 'ask')]);
  const { changeId } = await set([code(one, 'yes'), code(two, 'yes')]);
  const { dataRules } = world.services;
  expect(await dataRules.undo(own, changeId!)).toMatchObject({ count: 2 });
  expect([(await ruleOf(one)).verdicts, (await ruleOf(two)).verdicts]).toEqual([
    { source_code: { verdict: 'ask' } },
    {},
  ]);
  expect(await dataRules.undo(own, changeId!)).toMatchObject({ changeId: null, count: 0 });
  const other = await set([code(one, 'no'), code(two, 'no')]);
  await set([code(two, 'ask')]);
  await expect(dataRules.undo(own, other.changeId!)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
  });
  expect((await ruleOf(one)).verdicts).toEqual({ source_code: { verdict: 'no' } });
  const { entries, total } = await dataRules.history(
    own,
    { itemId: one, company: 'nexters', tier: 'team' },
    { page: 0, perPage: 2 },
  );
  expect(total).toBe(4);
  expect(entries.map(({ kind }) => kind)).toEqual(['set', 'undo']);
  await expect(dataRules.undo(own, 2_000_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('of two services that are merged the stricter word holds, and the undo of the merge brings back what was', async () => {
  const { merges, dataRules } = world.services;
  const [kept, merged] = await Promise.all(
    [1, 2].map(async (n) => Number((await world.item(bookmarkId(n)))['id'])),
  );
  await set([
    { ...code(kept!, 'yes'), reviewBy: '2999-01-01' },
    {
      itemId: merged!,
      tier: 'team',
      reviewBy: '2998-01-01',
      verdicts: [
        { dataClass: 'source_code', verdict: 'no' },
        { dataClass: 'player_data', verdict: 'ask' },
      ],
    },
  ]);
  const group = await anAdmin(world.database.db);
  await set([code(merged!, 'yes')], group, 'gdev');
  const { mergeId } = await merges.merge(own, [kept!, merged!], {
    take: [],
    tags: 'kept',
    bookmark: 'keep',
  });
  expect(await ruleOf(kept!)).toMatchObject({
    verdicts: { source_code: { verdict: 'no' }, player_data: { verdict: 'ask' } },
    reviewBy: '2998-01-01',
  });
  // What only the merged one was told is told of the kept one, with who has decided it.
  expect(await ruleOf(kept!, 'gdev')).toMatchObject({
    verdicts: { source_code: { verdict: 'yes' } },
    decidedBy: group.user.id,
  });
  expect((await merges.one(own, mergeId)).ruleConflicts).toEqual([
    { companyKey: 'nexters', tier: 'team', dataClass: 'source_code', kept: 'yes', other: 'no' },
  ]);
  // The old id leads to the kept service.
  await set([{ ...code(merged!, 'ask'), tier: 'free' }]);
  expect(await dataRules.ofItem(own, kept!, { company: 'nexters', tier: 'free' })).toMatchObject({
    verdicts: { source_code: { verdict: 'ask' } },
  });
  const bringIn = (text: string) =>
    world.services.rulesTable.bringIn(own, 'nexters', { text, isDryRun: false });
  // So it does in a table of before the merge, where the two ids are one service.
  expect(await bringIn(`id,tier,owner\n${merged!},free,Legal\n`)).toMatchObject({ changed: 1 });
  expect(await dataRules.ofItem(own, kept!, { company: 'nexters', tier: 'free' })).toMatchObject({
    owner: 'Legal',
  });
  expect(await bringIn(`id,owner\n${merged!},Legal\n${kept!},IT\n`)).toMatchObject({
    changed: 0,
    faults: [{ line: 3, column: 'id', code: 'rowTwice' }],
  });
  await set([{ ...code(kept!, 'yes'), reviewBy: null }], group, 'gdev');
  await merges.undo(own, mergeId);
  expect(await ruleOf(kept!)).toMatchObject({
    verdicts: { source_code: { verdict: 'yes' } },
    reviewBy: '2999-01-01',
  });
  expect(await ruleOf(merged!)).toMatchObject({
    verdicts: { source_code: { verdict: 'no' }, player_data: { verdict: 'ask' } },
  });
  expect(await ruleOf(merged!, 'gdev')).toMatchObject({
    verdicts: { source_code: { verdict: 'yes' } },
  });
});

test('what the demo has made up moves in no merge, and gives way to what was decided', async () => {
  const { merges } = world.services;
  await set([code(one, 'no')]);
  await set([{ ...code(one, 'yes'), tier: 'free' }]);
  await world.database
    .db('data_rules')
    .where({ item_id: one, tier: 'free' })
    .update({ is_demo: true });
  await set([{ ...code(two, 'yes'), owner: 'Made up' }]);
  await world.database.db('data_rules').where({ item_id: two }).update({ is_demo: true });
  await merges.merge(own, [two, one], { take: [], tags: 'kept', bookmark: 'keep' });
  expect(await ruleOf(two)).toMatchObject({
    verdicts: { source_code: { verdict: 'no' } },
    owner: null,
  });
  expect(
    await world.services.dataRules.ofItem(own, two, { company: 'nexters', tier: 'free' }),
  ).toMatchObject({ version: 0, verdicts: {} });
});

test('a hidden service has no rules for who is no admin', async () => {
  await set([code(one, 'yes')]);
  await world.database.db('items').where({ id: one }).update({ admin_visibility: 'hidden' });
  const member = await aMember(world.database.db, { companyKey: 'nexters' });
  await expect(
    world.services.dataRules.ofItem(member, one, { tier: 'team' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await found(member)).not.toContain(one);
});

describe('somebody chosen to decide on access', () => {
  let chosen: Member;
  const choose = (people: Member[]) =>
    world.services.accessCases.setApprovers(own, 'nexters', {
      people: people.map(({ user }) => user.id),
    });
  const page = (by: Member, company = 'nexters') =>
    world.services.ruledServices.page(by, {
      company,
      tier: 'team',
      waiting: false,
      page: 0,
      perPage: 100,
    });
  const table = (by: Member, text: string, company = 'nexters') =>
    world.services.rulesTable.bringIn(by, company, { text, isDryRun: false });
  const history = (by: Member, company = 'nexters') =>
    world.services.dataRules.history(
      by,
      { itemId: one, company, tier: 'team' },
      { page: 0, perPage: 5 },
    );
  const hide = (itemId: number) =>
    world.database.db('items').where({ id: itemId }).update({ admin_visibility: 'hidden' });

  beforeEach(async () => {
    chosen = await aMember(world.database.db, { companyKey: 'nexters' });
    await choose([chosen]);
  });

  test('decides the rules of the own company: cells, a table and the way back, each with the actor', async () => {
    const { dataRules, activity } = world.services;
    expect(await dataRules.companies(chosen)).toMatchObject([
      { company: { key: 'nexters' }, mayDecide: true },
    ]);
    const { changeId } = await set([code(one, 'yes')], chosen);
    expect(await ruleOf(one)).toMatchObject({
      verdicts: { source_code: { verdict: 'yes' } },
      decidedBy: chosen.user.id,
    });
    expect((await page(chosen)).services.map(({ itemId }) => itemId)).toContain(one);
    expect((await history(chosen)).entries).toMatchObject([{ actorId: chosen.user.id }]);
    await dataRules.undo(chosen, changeId!);
    expect((await ruleOf(one)).verdicts).toEqual({});
    expect(await table(chosen, `id,source_code\n${one},нет\n`)).toMatchObject({ changed: 1 });
    const { entries } = await activity.list(own, { itemId: one, page: 0, perPage: 5 });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['rules.changed', chosen.user.id],
      ['rules.undone', chosen.user.id],
      ['rules.changed', chosen.user.id],
    ]);
  });

  test('is refused on other companies, by a token, and with a company that is another one by now', async () => {
    const { dataRules, rulesTable } = world.services;
    const group = await anAdmin(world.database.db);
    const { changeId } = await set([code(one, 'no')], group, 'gdev');
    const elsewhere = { code: 'FORBIDDEN', reason: 'otherCompany' };
    for (const company of ['gdev', 'nobody']) {
      await expect(set([code(one, 'yes')], chosen, company)).rejects.toMatchObject(elsewhere);
      await expect(page(chosen, company)).rejects.toMatchObject(elsewhere);
      await expect(table(chosen, 'id\n', company)).rejects.toMatchObject(elsewhere);
      await expect(history(chosen, company)).rejects.toMatchObject(elsewhere);
      await expect(rulesTable.export(chosen, company)).rejects.toMatchObject(elsewhere);
    }
    await expect(dataRules.undo(chosen, changeId!)).rejects.toMatchObject(elsewhere);
    const nobodys = { code: 'FORBIDDEN', reason: 'approversOnly' };
    const strangers: Member[] = [
      { ...chosen, via: 'write' },
      { ...chosen, via: 'admin' },
      { ...chosen, company: { ...chosen.company!, key: 'gdev' } },
      { ...chosen, company: null },
      await aMember(world.database.db, { companyKey: 'nexters' }),
    ];
    for (const stranger of strangers) {
      await expect(set([code(one, 'yes')], stranger)).rejects.toMatchObject(nobodys);
      await expect(page(stranger)).rejects.toMatchObject(nobodys);
      await expect(rulesTable.export(stranger, 'nexters')).rejects.toMatchObject(nobodys);
      await expect(dataRules.undo(stranger, changeId!)).rejects.toMatchObject(nobodys);
      expect(await dataRules.companies(stranger)).toEqual([]);
    }
    expect(await ruleOf(one)).toMatchObject({ version: 0 });
  });

  test('comes upon nothing that is hidden, and upon nothing of the AI Act', async () => {
    const { dataRules, rulesTable } = world.services;
    await set([{ ...code(one, 'yes'), aiRole: 'deployer' }]);
    const both = await set([code(one, 'no'), code(two, 'no')]);
    const byAi = await set([{ itemId: one, tier: 'team', aiTier: 'high' }]);
    await hide(two);
    expect((await page(chosen)).services.map(({ itemId }) => itemId)).not.toContain(two);
    expect((await page(own)).services.map(({ itemId }) => itemId)).toContain(two);
    const [header = '', ...lines] = (await rulesTable.export(chosen, 'nexters')).split('\r\n');
    expect(header).toContain('review_by');
    expect(header).not.toContain('ai_');
    expect(lines.find((line) => line.startsWith(`${one},`))?.split(',')).toHaveLength(
      header.split(',').length,
    );
    expect(lines.some((line) => line.startsWith(`${two},`))).toBe(false);
    expect(await table(chosen, `id,source_code\n${two},yes\n`)).toMatchObject({
      changed: 0,
      faults: [{ line: 2, column: 'id', code: 'noService' }],
    });
    expect(await table(chosen, `id,ai_role\n${one},\n`)).toMatchObject({
      changed: 0,
      faults: [{ line: 1, column: 'ai_role', code: 'columnOfAdmins' }],
    });
    await expect(set([code(two, 'yes')], chosen)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const adminsAlone = { code: 'FORBIDDEN', reason: 'adminOnly' };
    await expect(set([{ itemId: one, tier: 'team', aiRole: null }], chosen)).rejects.toMatchObject(
      adminsAlone,
    );
    await expect(dataRules.undo(chosen, both.changeId!)).rejects.toMatchObject(adminsAlone);
    await expect(dataRules.undo(chosen, byAi.changeId!)).rejects.toMatchObject(adminsAlone);
    expect(await ruleOf(one)).toMatchObject({ aiRole: 'deployer', aiTier: 'high' });
    expect((await ruleOf(two)).verdicts).toEqual({ source_code: { verdict: 'no' } });
  });

  test('decides nothing from the moment on in which the choice is taken back', async () => {
    await choose([]);
    await expect(set([code(one, 'yes')], chosen)).rejects.toMatchObject({
      reason: 'approversOnly',
    });
    const rounds = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const person = await aMember(world.database.db, { companyKey: 'nexters' });
        const item = await anItem(world.database.db);
        return { person, itemId: item.id };
      }),
    );
    for (const { person, itemId } of rounds) {
      await choose([person]);
      const [written] = await Promise.allSettled([set([code(itemId, 'yes')], person), choose([])]);
      const { version } = await ruleOf(itemId);
      expect(version).toBe(written.status === 'fulfilled' ? 1 : 0);
      if (written.status === 'rejected')
        expect(written.reason).toMatchObject({ reason: 'approversOnly' });
      await expect(set([code(itemId, 'no')], person)).rejects.toMatchObject({
        reason: 'approversOnly',
      });
    }
  });

  test('and what is under way when the choice is taken back is refused where it would be written', async () => {
    const { db } = world.database;
    const taken = await db.transaction();
    await taken('access_approvers').where({ user_id: chosen.user.id }).delete();
    // The question at the door still finds the choice; the one on the transaction waits for who takes it back.
    const under = { isOver: false };
    const outcome = set([code(one, 'yes')], chosen)
      .then(
        () => 'written',
        (error: { reason: string }) => error.reason,
      )
      .finally(() => {
        under.isOver = true;
      });
    let waits = 0;
    while (waits === 0 && !under.isOver) {
      const { rows } = await db.raw<{ rows: { count: string }[] }>(
        `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%access_approvers%' and datname = current_database()`,
      );
      waits = Number(rows[0]!.count);
    }
    await taken.commit();
    expect(await outcome).toBe('approversOnly');
    expect(await ruleOf(one)).toMatchObject({ version: 0 });
  });
});

describe('as a table', () => {
  const bringIn = (text: string, isDryRun = false) =>
    world.services.rulesTable.bringIn(own, 'nexters', { text, isDryRun });

  test('what is given out comes back without a change, whatever is being checked', async () => {
    await set([
      {
        ...code(one, 'yes'),
        owner: '=cmd()',
        verdicts: [
          { dataClass: 'source_code', verdict: 'yes' },
          { dataClass: 'player_data', verdict: 'yes_if', conditionRu: 'без имён; и без почты' },
        ],
        facts: [
          {
            kind: 'retention',
            textRu: 'тест, "в кавычках"',
            sourceUrl: 'https://example.com/',
            sourceDate: '2026-11-01',
          },
        ],
      },
      { ...code(two, 'yes'), status: 'not_allowed' },
    ]);
    await world.database
      .db('data_rules')
      .where({ item_id: one })
      .update({ review_by: '2020-01-01' });
    const table = await world.services.rulesTable.export(own, 'nexters');
    expect(table).toContain('being_checked');
    expect(await bringIn(table)).toMatchObject({ changed: 0, faultsCount: 0, changeId: null });
    expect((await ruleOf(one)).verdicts).toMatchObject({ source_code: { verdict: 'yes' } });
  });

  test('a table larger than an answer is refused before it is read', async () => {
    await set([code(one, 'yes')]);
    const { db } = world.database;
    const source = {
      kind: 'retention',
      sourceUrl: 'https://example.com/',
      sourceDate: '2026-11-01',
    };
    await db('data_rules')
      .where({ item_id: one })
      .update({
        facts: db.raw(
          `(select jsonb_agg(:source::jsonb || jsonb_build_object('en', md5(n::text))) from generate_series(1, 80000) as n)`,
          { source: JSON.stringify(source) },
        ),
      });
    await expect(world.services.rulesTable.export(own, 'nexters')).rejects.toMatchObject({
      code: 'INVALID',
      reason: 'tooCostly',
    });
    expect(await world.services.rulesTable.export(world.admin, 'gdev')).toContain('id,service');
  });

  test('a column that is not there stays, an empty cell clears, and it is taken back as one change', async () => {
    await set([{ ...code(one, 'yes'), owner: 'Legal' }]);
    const text = `id;source_code;player_data\r\n${one};;Да\r\n\r\n${two};нет;\r\n`;
    expect(await bringIn(text, true)).toMatchObject({ isDryRun: true, changed: 2, changeId: null });
    expect((await ruleOf(one)).verdicts).toEqual({ source_code: { verdict: 'yes' } });
    const { changeId } = await bringIn(text);
    expect(await ruleOf(one)).toMatchObject({
      verdicts: { player_data: { verdict: 'yes' } },
      owner: 'Legal',
    });
    await world.services.dataRules.undo(own, changeId!);
    expect((await ruleOf(one)).verdicts).toEqual({ source_code: { verdict: 'yes' } });
  });

  test('a row that says no, and takes “not allowed” away, makes it no; without the column what was decided holds again', async () => {
    const says = (status: string) => `id,status,source_code\n${one},${status},no\n`;
    await set([{ ...code(one, 'yes'), status: 'not_allowed' }]);
    expect(await bringIn(says('not_allowed'))).toMatchObject({ changed: 0 });
    expect(await bringIn(says('approved'))).toMatchObject({ changed: 1, faultsCount: 0 });
    expect((await ruleOf(one)).verdicts).toEqual({ source_code: { verdict: 'no' } });
    await set([{ ...code(two, 'yes'), status: 'not_allowed' }]);
    await bringIn(`id,status\n${two},approved\n`);
    expect((await ruleOf(two)).verdicts).toEqual({ source_code: { verdict: 'yes' } });
  });

  test('a table of columns without a name, or of very many, holds up nobody', async () => {
    const timed = async (text: string) => {
      const began = performance.now();
      const outcome = await bringIn(text, true);
      return { ms: performance.now() - began, outcome };
    };
    const rows = '1\n'.repeat(600);
    const nameless = await timed(`id${','.repeat(100_000)}\n${rows}`);
    const many = await timed(
      `id,${Array.from({ length: 40_000 }, (_, at) => at.toString(36)).join()}\n${rows}`,
    );
    const usual = await timed(`id,tier\n${'1,team\n'.repeat(15_000)}`);
    expect(nameless.outcome.rows).toBe(600);
    expect(many.outcome.faultsCount).toBeGreaterThan(30_000);
    expect(nameless.ms).toBeLessThan(usual.ms * 8);
    expect(many.ms).toBeLessThan(usual.ms * 8);
  });

  test('every fault is named by its line and column, and nothing comes in', async () => {
    await set([code(two, 'no')]);
    const text = [
      'id,tier,version,source_code,player_data_if_en,review_by,region_en',
      `${one},team,,yes,,,`,
      `999999999,team,,yes,,,`,
      `${one},free,,perhaps,"a\nb",,`,
      `${two},team,0,yes,,,`,
      `${two},free,,,,31.12.2026,Somewhere`,
      `${one},gold,,,,,`,
      `${one},team,,no,,,`,
    ].join('\n');
    const { faults, ...outcome } = await bringIn(text);
    expect(outcome).toMatchObject({ rows: 7, changed: 0, changeId: null });
    expect(faults.map(({ line, column, code: fault }) => [line, column, fault])).toEqual([
      [3, 'id', 'noService'],
      [4, 'source_code', 'invalid_value'],
      [6, null, 'changedMeanwhile'],
      [7, 'region_source', 'sourceMissing'],
      [7, 'review_by', 'day'],
      [8, 'tier', 'invalid_value'],
      [9, 'id', 'rowTwice'],
    ]);
    expect(await ruleOf(one)).toMatchObject({ version: 0 });
    const moved = `id,owner,source_code,source_code_if_ru\n${one},Legal, yes,no,\n`;
    expect((await bringIn(moved)).faults).toMatchObject([{ line: 2, code: 'tooManyCells' }]);
    expect((await bringIn(`id,owner,source_code\n${two},Legal\n`, true)).faults).toEqual([]);
    expect((await bringIn('service,colour\nx,y\n')).faults).toMatchObject([
      { line: 1, column: 'colour', code: 'columnUnknown' },
      { line: 1, column: 'id', code: 'columnMissing' },
    ]);
    expect((await bringIn(`id,owner\n${one},"never closed\n`)).faults).toMatchObject([
      { code: 'broken' },
    ]);
  });
});
