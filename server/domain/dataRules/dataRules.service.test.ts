// Data rules are decided by admins for their company, all of a call or nothing of it, and every change can be taken back.
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../testing/syncWorld.ts';
import type { Member } from '../accounts/accounts.ts';
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
