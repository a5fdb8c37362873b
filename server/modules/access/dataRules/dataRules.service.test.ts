// Data rules on a real database: changes, conflicts, rights, undo and merges, by admins and by approvers.
import { aMember, anAdmin } from '../../../testing/builders.ts';
import { aRulesWorld, code } from '../../../testing/rulesFixture.ts';
import { bookmarkId } from '../../../testing/syncFixture.ts';
import { waitForLocks } from '../../../testing/waitForLocks.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { dataClasses } from './dataRules.ts';
import type { RuleChangeInput } from './dataRulesInput.ts';

const { at, set, ruleOf } = aRulesWorld();

const found = async (by: Member) =>
  (
    await at.world.services.knowledge.search(by, {
      page: 0,
      perPage: 100,
      sortBy: 'likes',
      verified: false,
      exact: false,
      allowedFor: ['source_code'],
    })
  ).items.map(({ id }) => id);

const codeOf = (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  );

test('writes all rules of a change, logs them, and ignores a repeated call', async () => {
  const first = await set([
    {
      ...code(at.one, 'yes'),
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
    code(at.two, 'no'),
  ]);
  expect(first).toMatchObject({ count: 2, rules: [{ version: 1 }, { version: 1 }] });
  expect(await ruleOf(at.one)).toMatchObject({
    verdicts: { source_code: { verdict: 'yes' } },
    status: 'restricted',
    decidedBy: at.own.user.id,
    facts: [{ kind: 'region', en: 'Made up for this test' }],
  });
  const again = await set([{ ...code(at.one, 'yes'), expectedVersion: 0 }]);
  expect(again).toMatchObject({ changeId: null, count: 0, rules: [{ version: 1 }] });
  const { entries } = await at.world.services.auditLog.list(at.own, {
    itemId: at.one,
    page: 0,
    perPage: 5,
  });
  expect(entries).toMatchObject([
    {
      action: 'rules.changed',
      actorId: at.own.user.id,
      before: null,
      after: { company: 'nexters', verdicts: { source_code: { verdict: 'yes' } } },
    },
  ]);
  const member = await aMember(at.world.database.db, { companyKey: 'nexters' });
  expect(await found(member)).toEqual([at.one]);
  await set([code(at.one, 'undecided')]);
  expect(await found(member)).toEqual([]);
  // Missing fields stay unchanged.
  expect(await ruleOf(at.one)).toMatchObject({ verdicts: {}, status: 'restricted', version: 2 });
});

test('lists items with their rules by title, by part of it or of the address, or undecided only', async () => {
  const { db } = at.world.database;
  await db('items').where({ id: at.one }).update({ title_en: 'Aa 100%_sure', title_ru: null });
  await db('items').where({ id: at.two }).update({ title_en: 'Ab 100 times' });
  const page = async (wanted: object) => {
    const given = {
      company: 'nexters',
      tier: 'team' as const,
      waiting: false,
      page: 0,
      perPage: 100,
    };
    const answer = await at.world.services.dataRules.items(at.own, {
      ...given,
      ...wanted,
    });
    return {
      total: answer.total,
      ids: answer.services
        .map(({ itemId }) => itemId)
        .filter((id) => id === at.one || id === at.two),
    };
  };
  expect((await page({})).ids).toEqual([at.one, at.two]);
  expect(await page({ search: ' 100%_ ' })).toEqual({ total: 1, ids: [at.one] });
  const all = dataClasses.map((dataClass) => ({ dataClass, verdict: 'yes' as const }));
  await set([{ itemId: at.one, tier: 'team', verdicts: all, reviewBy: '2999-12-31' }]);
  await set([{ itemId: at.two, tier: 'team', verdicts: all.slice(1) }]);
  expect((await page({ waiting: true })).ids).toEqual([at.two]);
  expect((await page({ waiting: true, tier: 'free' })).ids).toEqual([at.one, at.two]);
  const progress = () =>
    at.world.services.dataRules.progress(at.own, { company: 'nexters', tier: 'team' });
  const before = await progress();
  expect((await page({ toReview: true })).ids).toEqual([]);
  await set([{ itemId: at.one, tier: 'team', reviewBy: '2020-01-01' }]);
  expect((await page({ waiting: true })).ids).toEqual([at.one, at.two]);
  expect((await page({ toReview: true })).ids).toEqual([at.one]);
  await set([{ itemId: at.two, tier: 'team', status: 'under_review', verdicts: [all[0]!] }]);
  expect((await page({ toReview: true })).ids).toEqual([at.one, at.two]);
  expect(await progress()).toEqual({
    ...before,
    decided: before.decided + 1,
    toReview: before.toReview + 2,
  });
  await expect(page({ company: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const member = await aMember(db, { companyKey: 'nexters' });
  await expect(
    at.world.services.dataRules.items(member, {
      company: 'nexters',
      tier: 'team',
      waiting: false,
      page: 0,
      perPage: 1,
    }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('refuses the whole call on a version conflict', async () => {
  await set([code(at.one, 'ask')]);
  await set([code(at.one, 'no')]);
  await expect(
    set([code(at.two, 'yes'), { ...code(at.one, 'yes'), expectedVersion: 1 }]),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
    errors: [{ path: 'rules.1' }],
  });
  expect(await ruleOf(at.two)).toMatchObject({ verdicts: {}, version: 0 });
  const both = await Promise.allSettled([
    set([{ ...code(at.two, 'yes'), expectedVersion: 0 }]),
    set([{ ...code(at.two, 'no'), expectedVersion: 0 }]),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('lets admins decide for their company, or for all in a deciding company or without one', async () => {
  const group = await anAdmin(at.world.database.db);
  const free = await aMember(at.world.database.db, { isAdmin: true, companyKey: null });
  await expect(set([code(at.one, 'yes')], at.own, 'gdev')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    reason: 'otherCompany',
  });
  await expect(set([code(at.one, 'yes')], group, 'nobody')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await set([code(at.one, 'yes')], group)).toMatchObject({ count: 1 });
  expect(await set([code(at.one, 'no')], free)).toMatchObject({ count: 1 });
  const member = await aMember(at.world.database.db, { companyKey: 'nexters' });
  await expect(set([code(at.one, 'yes')], member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { dataRules } = at.world.services;
  await expect(
    dataRules.ofItem(member, at.one, { company: 'gdev', tier: 'team' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'otherCompany' });
  const mayDecide = async (by: Member) =>
    (await dataRules.companies(by)).filter((ruled) => ruled.mayDecide).length;
  expect([await mayDecide(at.own), await mayDecide(group), await mayDecide(free)]).toEqual([
    1, 6, 6,
  ]);
});

test('refuses incomplete rules', async () => {
  const twice = ['no', 'yes'] as const;
  const source = { sourceUrl: 'javascript:1', sourceDate: '2026-01-01' };
  const changes: Partial<RuleChangeInput>[] = [
    { verdicts: [{ dataClass: 'player_data', verdict: 'yes_if' }] },
    { verdicts: twice.map((verdict) => ({ dataClass: 'player_data', verdict })) },
    { facts: [{ kind: 'region', textEn: 'Without a source' }] },
    { facts: [{ kind: 'region', textEn: 'Of a source that is no page', ...source }] },
    { reviewBy: '2026-02-30' },
  ];
  for (const change of changes) {
    const outcome = set([{ itemId: at.one, tier: 'team', ...change }]);
    expect({ change, code: await codeOf(outcome) }).toEqual({ change, code: 'INVALID' });
  }
  expect(await ruleOf(at.one)).toMatchObject({ version: 0 });
});

test('undoes a whole change once, and not after another change', async () => {
  await set([code(at.one, 'ask')]);
  const { changeId } = await set([code(at.one, 'yes'), code(at.two, 'yes')]);
  const { dataRules } = at.world.services;
  expect(await dataRules.undo(at.own, changeId!)).toMatchObject({ count: 2 });
  expect([(await ruleOf(at.one)).verdicts, (await ruleOf(at.two)).verdicts]).toEqual([
    { source_code: { verdict: 'ask' } },
    {},
  ]);
  expect(await dataRules.undo(at.own, changeId!)).toMatchObject({ changeId: null, count: 0 });
  const other = await set([code(at.one, 'no'), code(at.two, 'no')]);
  await set([code(at.two, 'ask')]);
  await expect(dataRules.undo(at.own, other.changeId!)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
  });
  expect((await ruleOf(at.one)).verdicts).toEqual({ source_code: { verdict: 'no' } });
  const { entries, total } = await dataRules.history(
    at.own,
    { itemId: at.one, company: 'nexters', tier: 'team' },
    { page: 0, perPage: 2 },
  );
  expect(total).toBe(4);
  expect(entries.map(({ kind }) => kind)).toEqual(['set', 'undo']);
  await expect(dataRules.undo(at.own, 2_000_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('keeps the stricter rule in a merge, and restores both by its undo', async () => {
  const { merges, dataRules } = at.world.services;
  const [kept, merged] = await Promise.all(
    [1, 2].map(async (n) => Number((await at.world.item(bookmarkId(n)))['id'])),
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
  const group = await anAdmin(at.world.database.db);
  await set([code(merged!, 'yes')], group, 'gdev');
  const { mergeId } = await merges.merge(at.own, [kept!, merged!], {
    take: [],
    tags: 'kept',
    bookmark: 'keep',
  });
  expect(await ruleOf(kept!)).toMatchObject({
    verdicts: { source_code: { verdict: 'no' }, player_data: { verdict: 'ask' } },
    reviewBy: '2998-01-01',
  });
  // Rules of the merged item move to the kept one with their author.
  expect(await ruleOf(kept!, 'gdev')).toMatchObject({
    verdicts: { source_code: { verdict: 'yes' } },
    decidedBy: group.user.id,
  });
  expect((await merges.one(at.own, mergeId)).ruleConflicts).toEqual([
    { companyKey: 'nexters', tier: 'team', dataClass: 'source_code', kept: 'yes', other: 'no' },
  ]);
  // The old id leads to the kept item.
  await set([{ ...code(merged!, 'ask'), tier: 'free' }]);
  expect(await dataRules.ofItem(at.own, kept!, { company: 'nexters', tier: 'free' })).toMatchObject(
    {
      verdicts: { source_code: { verdict: 'ask' } },
    },
  );
  const bringIn = (text: string) =>
    at.world.services.rulesTable.import(at.own, 'nexters', { text, isDryRun: false });
  // In a table from before the merge the two ids are one item.
  expect(await bringIn(`id,tier,owner\n${merged!},free,Legal\n`)).toMatchObject({ changed: 1 });
  expect(await dataRules.ofItem(at.own, kept!, { company: 'nexters', tier: 'free' })).toMatchObject(
    {
      owner: 'Legal',
    },
  );
  expect(await bringIn(`id,owner\n${merged!},Legal\n${kept!},IT\n`)).toMatchObject({
    changed: 0,
    errors: [{ line: 3, column: 'id', code: 'rowTwice' }],
  });
  await set([{ ...code(kept!, 'yes'), reviewBy: null }], group, 'gdev');
  await merges.undo(at.own, mergeId);
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

test('leaves demo rules out of a merge, and overwrites them by real ones', async () => {
  const { merges } = at.world.services;
  await set([code(at.one, 'no')]);
  await set([{ ...code(at.one, 'yes'), tier: 'free' }]);
  await at.world.database
    .db('data_rules')
    .where({ item_id: at.one, tier: 'free' })
    .update({ is_demo: true });
  await set([{ ...code(at.two, 'yes'), owner: 'Made up' }]);
  await at.world.database.db('data_rules').where({ item_id: at.two }).update({ is_demo: true });
  await merges.merge(at.own, [at.two, at.one], { take: [], tags: 'kept', bookmark: 'keep' });
  expect(await ruleOf(at.two)).toMatchObject({
    verdicts: { source_code: { verdict: 'no' } },
    owner: null,
  });
  expect(
    await at.world.services.dataRules.ofItem(at.own, at.two, { company: 'nexters', tier: 'free' }),
  ).toMatchObject({ version: 0, verdicts: {} });
});

describe('an approver of access requests', () => {
  let chosen: Member;
  const choose = (people: Member[]) =>
    at.world.services.accessWorkflow.setApprovers(at.own, 'nexters', {
      people: people.map(({ user }) => user.id),
    });
  const page = (by: Member, company = 'nexters') =>
    at.world.services.dataRules.items(by, {
      company,
      tier: 'team',
      waiting: false,
      page: 0,
      perPage: 100,
    });
  const table = (by: Member, text: string, company = 'nexters') =>
    at.world.services.rulesTable.import(by, company, { text, isDryRun: false });
  const history = (by: Member, company = 'nexters') =>
    at.world.services.dataRules.history(
      by,
      { itemId: at.one, company, tier: 'team' },
      { page: 0, perPage: 5 },
    );
  const hide = (itemId: number) =>
    at.world.database.db('items').where({ id: itemId }).update({ admin_visibility: 'hidden' });

  beforeEach(async () => {
    chosen = await aMember(at.world.database.db, { companyKey: 'nexters' });
    await choose([chosen]);
  });

  test('decides rules of the own company: cells, tables and undo, each logged with the actor', async () => {
    const { dataRules, auditLog } = at.world.services;
    expect(await dataRules.companies(chosen)).toMatchObject([
      { company: { key: 'nexters' }, mayDecide: true },
    ]);
    const { changeId } = await set([code(at.one, 'yes')], chosen);
    expect(await ruleOf(at.one)).toMatchObject({
      verdicts: { source_code: { verdict: 'yes' } },
      decidedBy: chosen.user.id,
    });
    expect((await page(chosen)).services.map(({ itemId }) => itemId)).toContain(at.one);
    expect((await history(chosen)).entries).toMatchObject([{ actorId: chosen.user.id }]);
    await dataRules.undo(chosen, changeId!);
    expect((await ruleOf(at.one)).verdicts).toEqual({});
    expect(await table(chosen, `id,source_code\n${at.one},нет\n`)).toMatchObject({ changed: 1 });
    const { entries } = await auditLog.list(at.own, { itemId: at.one, page: 0, perPage: 5 });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['rules.changed', chosen.user.id],
      ['rules.undone', chosen.user.id],
      ['rules.changed', chosen.user.id],
    ]);
  });

  test('is refused for other companies, with a token, and after moving to another company', async () => {
    const { dataRules, rulesTable } = at.world.services;
    const group = await anAdmin(at.world.database.db);
    const { changeId } = await set([code(at.one, 'no')], group, 'gdev');
    const elsewhere = { code: 'FORBIDDEN', reason: 'otherCompany' };
    for (const company of ['gdev', 'nobody']) {
      await expect(set([code(at.one, 'yes')], chosen, company)).rejects.toMatchObject(elsewhere);
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
      await aMember(at.world.database.db, { companyKey: 'nexters' }),
    ];
    for (const stranger of strangers) {
      await expect(set([code(at.one, 'yes')], stranger)).rejects.toMatchObject(nobodys);
      await expect(page(stranger)).rejects.toMatchObject(nobodys);
      await expect(rulesTable.export(stranger, 'nexters')).rejects.toMatchObject(nobodys);
      await expect(dataRules.undo(stranger, changeId!)).rejects.toMatchObject(nobodys);
      expect(await dataRules.companies(stranger)).toEqual([]);
    }
    expect(await ruleOf(at.one)).toMatchObject({ version: 0 });
  });

  test('sees no hidden item and no field of the AI Act', async () => {
    const { dataRules, rulesTable } = at.world.services;
    await set([{ ...code(at.one, 'yes'), aiRole: 'deployer' }]);
    const both = await set([code(at.one, 'no'), code(at.two, 'no')]);
    const byAi = await set([{ itemId: at.one, tier: 'team', aiTier: 'high' }]);
    await hide(at.two);
    expect((await page(chosen)).services.map(({ itemId }) => itemId)).not.toContain(at.two);
    expect((await page(at.own)).services.map(({ itemId }) => itemId)).toContain(at.two);
    const [header = '', ...lines] = (await rulesTable.export(chosen, 'nexters')).split('\r\n');
    expect(header).toContain('review_by');
    expect(header).not.toContain('ai_');
    expect(lines.find((line) => line.startsWith(`${at.one},`))?.split(',')).toHaveLength(
      header.split(',').length,
    );
    expect(lines.some((line) => line.startsWith(`${at.two},`))).toBe(false);
    expect(await table(chosen, `id,source_code\n${at.two},yes\n`)).toMatchObject({
      changed: 0,
      errors: [{ line: 2, column: 'id', code: 'noService' }],
    });
    expect(await table(chosen, `id,ai_role\n${at.one},\n`)).toMatchObject({
      changed: 0,
      errors: [{ line: 1, column: 'ai_role', code: 'columnOfAdmins' }],
    });
    await expect(set([code(at.two, 'yes')], chosen)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const adminsAlone = { code: 'FORBIDDEN', reason: 'adminOnly' };
    await expect(
      set([{ itemId: at.one, tier: 'team', aiRole: null }], chosen),
    ).rejects.toMatchObject(adminsAlone);
    await expect(dataRules.undo(chosen, both.changeId!)).rejects.toMatchObject(adminsAlone);
    await expect(dataRules.undo(chosen, byAi.changeId!)).rejects.toMatchObject(adminsAlone);
    expect(await ruleOf(at.one)).toMatchObject({ aiRole: 'deployer', aiTier: 'high' });
    expect((await ruleOf(at.two)).verdicts).toEqual({ source_code: { verdict: 'no' } });
  });

  test('is refused at the write when the appointment is withdrawn meanwhile', async () => {
    const { db } = at.world.database;
    const taken = await db.transaction();
    await taken('access_approvers').where({ user_id: chosen.user.id }).delete();
    // The first query still finds the approver; the one in the transaction waits for the removal.
    let isOver = false;
    const outcome = set([code(at.one, 'yes')], chosen)
      .then(
        () => 'written',
        (error: { reason: string }) => error.reason,
      )
      .finally(() => {
        isOver = true;
      });
    await waitForLocks(db, 1, () => isOver);
    await taken.commit();
    expect(await outcome).toBe('approversOnly');
    expect(await ruleOf(at.one)).toMatchObject({ version: 0 });
  });
});
