// Somebody whom an admin has chosen to decide on access decides the data rules of the own company, and nothing else.
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { aRulesWorld, code } from '../../../testing/rulesFixture.ts';
import type { Member } from '../../people/accounts/accounts.ts';

const { at, set, ruleOf } = aRulesWorld();

describe('somebody chosen to decide on access', () => {
  let chosen: Member;
  const choose = (people: Member[]) =>
    at.world.services.accessRequestsToDecide.setApprovers(at.own, 'nexters', {
      people: people.map(({ user }) => user.id),
    });
  const page = (by: Member, company = 'nexters') =>
    at.world.services.servicesWithDataRules.page(by, {
      company,
      tier: 'team',
      waiting: false,
      page: 0,
      perPage: 100,
    });
  const table = (by: Member, text: string, company = 'nexters') =>
    at.world.services.rulesTable.bringIn(by, company, { text, isDryRun: false });
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

  test('decides the rules of the own company: cells, a table and the way back, each with the actor', async () => {
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

  test('is refused on other companies, by a token, and with a company that is another one by now', async () => {
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

  test('comes upon nothing that is hidden, and upon nothing of the AI Act', async () => {
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

  test('decides nothing from the moment on in which the choice is taken back', async () => {
    await choose([]);
    await expect(set([code(at.one, 'yes')], chosen)).rejects.toMatchObject({
      reason: 'approversOnly',
    });
    const rounds = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const person = await aMember(at.world.database.db, { companyKey: 'nexters' });
        const item = await anItem(at.world.database.db);
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
    const { db } = at.world.database;
    const taken = await db.transaction();
    await taken('access_approvers').where({ user_id: chosen.user.id }).delete();
    // The question at the door still finds the choice; the one on the transaction waits for who takes it back.
    const under = { isOver: false };
    const outcome = set([code(at.one, 'yes')], chosen)
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
    expect(await ruleOf(at.one)).toMatchObject({ version: 0 });
  });
});
