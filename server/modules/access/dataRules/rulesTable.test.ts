// CSV export and import of data rules on a real database.
import { limits } from '../../../config/limits.ts';
import { anItem } from '../../../testing/builders.ts';
import { aRulesWorld, code } from '../../../testing/rulesFixture.ts';
import { tableErrorText } from './rulesTable.ts';

const { at, set, ruleOf } = aRulesWorld();

describe('CSV table of data rules', () => {
  const bringIn = (text: string | Uint8Array, isDryRun = false) =>
    at.world.services.rulesTable.import(at.own, 'nexters', { text, isDryRun });

  test('changes nothing when an export is imported', async () => {
    await set([
      {
        ...code(at.one, 'yes'),
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
      { ...code(at.two, 'yes'), status: 'not_allowed' },
    ]);
    await at.world.database
      .db('data_rules')
      .where({ item_id: at.one })
      .update({ review_by: '2020-01-01' });
    const table = await at.world.services.rulesTable.export(at.own, 'nexters');
    expect(table).toContain('being_checked');
    expect(await bringIn(table, true)).toMatchObject({ changed: 0, errorsCount: 0 });
    expect(await bringIn(table)).toMatchObject({ changed: 0, errorsCount: 0, changeId: null });
    expect((await ruleOf(at.one)).verdicts).toMatchObject({ source_code: { verdict: 'yes' } });
  });

  test('previews a limited number of changes with item, plan, before and after', async () => {
    await set([code(at.one, 'yes')]);
    const ids = [at.one, at.two];
    const { db } = at.world.database;
    while (ids.length <= limits.lists.dataRulesShown) ids.push((await anItem(db)).id);
    const [first = '', ...rest] = ids.map((id) => `${id},no\n`);
    const outcome = await bringIn(`id,source_code\n${first}${rest.join('')}`, true);
    expect(outcome).toMatchObject({ changed: ids.length, changeId: null });
    expect(outcome.changes.map(({ itemId }) => itemId)).toEqual(ids.slice(0, -1));
    const { title_en: titleEn } = (await db('items').where({ id: at.one }).first('title_en'))!;
    expect(outcome.changes[0]).toMatchObject({
      titleEn,
      tier: 'team',
      before: { verdicts: { source_code: { verdict: 'yes' } } },
      after: { verdicts: { source_code: { verdict: 'no' } } },
    });
    expect(await bringIn(`id,source_code\n${first}0,no\n`, true)).toMatchObject({
      changed: 0,
      changes: [],
    });
  });

  test('an id is written as an id', async () => {
    await set([code(at.one, 'yes')]);
    for (const id of [`${at.one}e0`, `0x${at.one.toString(16)}`, `+${at.one}`, `${at.one}.0`])
      expect({ id, ...(await bringIn(`id,source_code\n${id},no\n`)) }).toMatchObject({
        id,
        changed: 0,
        errors: [{ line: 2, column: 'id', code: 'noService' }],
      });
    expect((await ruleOf(at.one)).verdicts).toMatchObject({ source_code: { verdict: 'yes' } });
  });

  test('refuses to export a table larger than an answer, before reading it', async () => {
    await set([code(at.one, 'yes')]);
    const { db } = at.world.database;
    const source = {
      kind: 'retention',
      sourceUrl: 'https://example.com/',
      sourceDate: '2026-11-01',
    };
    await db('data_rules')
      .where({ item_id: at.one })
      .update({
        facts: db.raw(
          `(select jsonb_agg(:source::jsonb || jsonb_build_object('en', md5(n::text))) from generate_series(1, 80000) as n)`,
          { source: JSON.stringify(source) },
        ),
      });
    await expect(at.world.services.rulesTable.export(at.own, 'nexters')).rejects.toMatchObject({
      code: 'INVALID',
      reason: 'tooCostly',
    });
    expect(await at.world.services.rulesTable.export(at.world.admin, 'gdev')).toContain(
      'id,service',
    );
    await db('data_rules').where({ item_id: at.one }).delete();
  });

  test('leaves fields of missing columns, clears empty cells, and undoes the import as one change', async () => {
    await set([{ ...code(at.one, 'yes'), owner: 'Legal' }]);
    const text = `id;source_code;player_data\r\n${at.one};;Да\r\n\r\n${at.two};нет;\r\n`;
    expect(await bringIn(text, true)).toMatchObject({ isDryRun: true, changed: 2, changeId: null });
    expect((await ruleOf(at.one)).verdicts).toEqual({ source_code: { verdict: 'yes' } });
    const { changeId } = await bringIn(text);
    expect(await ruleOf(at.one)).toMatchObject({
      verdicts: { player_data: { verdict: 'yes' } },
      owner: 'Legal',
    });
    await at.world.services.dataRules.undo(at.own, changeId!);
    expect((await ruleOf(at.one)).verdicts).toEqual({ source_code: { verdict: 'yes' } });
  });

  test('applies a `no` that comes with the removal of `not_allowed`; otherwise earlier decisions return', async () => {
    const says = (status: string) => `id,status,source_code\n${at.one},${status},no\n`;
    await set([{ ...code(at.one, 'yes'), status: 'not_allowed' }]);
    expect(await bringIn(says('not_allowed'))).toMatchObject({ changed: 0 });
    expect(await bringIn(says('approved'))).toMatchObject({ changed: 1, errorsCount: 0 });
    expect((await ruleOf(at.one)).verdicts).toEqual({ source_code: { verdict: 'no' } });
    await set([{ ...code(at.two, 'yes'), status: 'not_allowed' }]);
    await bringIn(`id,status\n${at.two},approved\n`);
    expect((await ruleOf(at.two)).verdicts).toEqual({ source_code: { verdict: 'yes' } });
  });

  test('refuses too many rows without reading the rest', async () => {
    const most = limits.lists.dataRulesTable;
    const unclosed = '"';
    expect(await bringIn(`id\n${'1\n'.repeat(most + 1)}${unclosed}`, true)).toMatchObject({
      rows: 0,
      errorsCount: 1,
      errors: [{ line: most + 2, column: null, code: 'tooManyRows' }],
    });
    const { errors } = await bringIn(`id\n${'1\n'.repeat(most)}`, true);
    expect(errors.some(({ code: fault }) => fault === 'tooManyRows')).toBe(false);
  });

  test('reports a credential by line and column without repeating it', async () => {
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const columns = `id,tier,version,owner,source_code,source_code_if_en,region_ru,region_source,region_date`;
    const row = (tier: string, owner: string, condition = '', region = '', source = '') =>
      `${at.one},${tier},,${owner},${condition && 'yes_if'},${condition},${region},${source},${region && '2026-11-01'}`;
    const text = [
      columns,
      row('team', `Legal ${key}`, key, key, `https://example.com/?token=${key}`),
      row('free', 'Legal, password: hunter2!'.replace(',', ';')),
      `${at.two},team,7,${key},,,,,`,
    ].join('\n');
    for (const isDryRun of [true, false]) {
      const { errors, ...outcome } = await bringIn(text, isDryRun);
      expect(outcome).toMatchObject({ rows: 3, changed: 0, changeId: null });
      expect(errors.map(({ line, column, code: fault }) => [line, column, fault])).toEqual([
        [2, 'owner', 'holdsKey'],
        [2, 'source_code_if_en', 'holdsKey'],
        [2, 'region_ru', 'holdsKey'],
        [2, 'region_source', 'holdsKey'],
        [4, 'owner', 'holdsKey'],
        [4, null, 'changedMeanwhile'],
      ]);
      for (const language of ['ru', 'en'] as const)
        for (const one of errors) expect(tableErrorText(one, language)).not.toContain(key);
    }
    expect(tableErrorText({ line: 2, column: 'owner', code: 'holdsKey' }, 'en')).toContain('key');
    expect(await ruleOf(at.one)).toMatchObject({ version: 0 });
    const { changeId } = await bringIn(`id,owner\n${at.one},Legal; password: hunter2!\n`);
    expect(changeId).not.toBeNull();
  });

  test('reports every error by line and column, and imports nothing', async () => {
    await set([code(at.two, 'no')]);
    const text = [
      'id,tier,version,source_code,player_data_if_en,review_by,region_en',
      `${at.one},team,,yes,,,`,
      `999999999,team,,yes,,,`,
      `${at.one},free,,perhaps,"a\nb",,`,
      `${at.two},team,0,yes,,,`,
      `${at.two},free,,,,31.12.2026,Somewhere`,
      `${at.one},gold,,,,,`,
      `${at.one},team,,no,,,`,
    ].join('\n');
    const { errors, ...outcome } = await bringIn(text);
    expect(outcome).toMatchObject({ rows: 7, changed: 0, changeId: null });
    expect(errors.map(({ line, column, code: fault }) => [line, column, fault])).toEqual([
      [3, 'id', 'noService'],
      [4, 'source_code', 'invalid_value'],
      [6, null, 'changedMeanwhile'],
      [7, 'region_source', 'sourceMissing'],
      [7, 'review_by', 'day'],
      [8, 'tier', 'invalid_value'],
      [9, 'id', 'rowTwice'],
    ]);
    expect(await ruleOf(at.one)).toMatchObject({ version: 0 });
    const moved = `id,owner,source_code,source_code_if_ru\n${at.one},Legal, yes,no,\n`;
    expect((await bringIn(moved)).errors).toMatchObject([{ line: 2, code: 'tooManyCells' }]);
    expect((await bringIn(`id,owner,source_code\n${at.two},Legal\n`, true)).errors).toEqual([]);
    expect((await bringIn('service,colour\nx,y\n')).errors).toMatchObject([
      { line: 1, column: 'colour', code: 'columnUnknown' },
      { line: 1, column: 'id', code: 'columnMissing' },
    ]);
    expect((await bringIn(`id,owner\n${at.one},"never closed\n`)).errors).toMatchObject([
      { code: 'broken' },
    ]);
  });
});
