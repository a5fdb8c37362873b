// Deletion of demo accounts: they do not return by themselves, leave no data, and do not keep demo items.
import { aMember, anAdmin } from '../../testing/builders.ts';
import { anImportWorld } from '../../testing/importFixture.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Services } from '../../composition.ts';
import type { Member } from '../people/accounts/accounts.ts';
import type { MergeInput } from '../curation/duplicates/duplicateMerges.ts';

const { at, bringIn, lastImport } = anImportWorld('demo');
const db = () => at.database.db;

let services: Services;
const servicesWith = (developerSignIn: boolean) =>
  createTestServices(db(), { env: { DEVELOPER_SIGN_IN: String(developerSignIn) } }).services;

beforeEach(() => {
  services = servicesWith(true);
});

const igor = 'igor.volkov@gdev.example';
const idOf = async (email: string): Promise<number> =>
  (await db()('users').where({ email }).first('id')).id;
const forget = async (email: string) => services.personDeletion.remove(await idOf(email));
/** Demo people with complaints, requests or use cases of the item; the first author of use cases only. */
const authorsOf = async (itemId: number): Promise<Set<string>> => {
  const { rows } = await db().raw<{ rows: { email: string }[] }>(
    `select email from users where id in (
       (select user_id from use_cases where item_id = :itemId order by id limit 1)
       union select user_id from complaints where item_id = :itemId
       union select user_id from access_requests where item_id = :itemId)`,
    { itemId },
  );
  return new Set(rows.map(({ email }) => email));
};
const ofDemo = async (bookmarkId: number): Promise<{ id: number; source_url: string }> =>
  db()('items').where({ bookmark_id: bookmarkId, is_demo: true }).first();
const people = (): Promise<string[]> =>
  db()('users').where({ is_demo: true }).orderBy('email').pluck('email');
const tables = [
  'items',
  'item_likes',
  'use_cases',
  'use_case_likes',
  'complaints',
  'access_requests',
  'data_rules',
];
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, Number((await db()(table).count({ n: '*' }))[0]?.['n'])]),
    ),
  );

test('an undone import restores no deleted people with its items', async () => {
  await services.demo.choose(at.admin, 'keep');
  const items = await Promise.all([1001, 1009, 1030, 1133].map(ofDemo));
  const authors = await Promise.all(items.map(({ id }) => authorsOf(id)));
  expect(authors.map(({ size }) => size)).not.toContain(0);
  for (const email of new Set([igor, ...authors.flatMap((some) => [...some])])) await forget(email);
  const [before, there] = [await counts(), await people()];
  await bringIn([
    items.map(({ source_url }, place) => `${51_001 + place},Own,${source_url},mine,`),
  ]);
  expect(await counts()).not.toEqual(before);
  expect(await at.services.imports.undo(at.admin, (await lastImport()).id)).toMatchObject({
    restoredDemoItems: 4,
  });
  expect(await people()).toEqual(there);
  expect(await counts()).toEqual(before);
});

describe('the demo that an admin loads', () => {
  test('keeps its admin unchanged, restores its people, and grants no admin rights', async () => {
    const there = await people();
    await services.demo.remove(at.admin);
    await services.demo.load(at.admin);
    expect(await db()('users').where({ email: igor, is_admin: true })).toHaveLength(1);
    const [first] = there.filter((email) => email !== igor);
    for (const email of [igor, first!]) await forget(email);
    await services.demo.remove(at.admin);
    await services.demo.load(at.admin);
    expect(await people()).toEqual(there);
    expect(await db()('users').where({ is_admin: true }).pluck('id')).toEqual([at.admin.user.id]);
  });

  test('exists once after deletions, removals and loads, even concurrent ones', async () => {
    const before = await counts();
    const [, second, third] = await people();
    for (const email of [igor, second!, third!]) await forget(email);
    await Promise.all([services.demo.remove(at.admin), services.demo.remove(at.admin)]);
    await Promise.all([services.demo.load(at.admin), servicesWith(true).demo.load(at.admin)]);
    await services.demo.load(at.admin);
    expect(await counts()).toEqual(before);
  });
});

const memberOf = async (email: string): Promise<Member> => {
  const user = await services.accounts.demoAccount(email);
  const member = await aMember(db());
  return { ...member, user };
};

describe('work of a deleted demo person', () => {
  const input: MergeInput = { take: ['titleEn'], tags: 'both', bookmark: 'keep' };
  const udioIntoSuno = async (member: Member) => {
    const [kept, other] = [await ofDemo(1009), await ofDemo(1008)];
    const { mergeId } = await services.merges.merge(member, [kept.id, other.id], input);
    return { mergeId, kept };
  };
  const decide = (member: Member, itemId: number) =>
    services.dataRules.set(member, 'gdev', [
      { itemId, tier: 'team', verdicts: [{ dataClass: 'public_material', verdict: 'no' }] },
    ]);

  test('keeps no item, even after an undone merge', async () => {
    const member = await memberOf(igor);
    const { mergeId, kept } = await udioIntoSuno(member);
    const [noted, ruled] = [await ofDemo(1001), await ofDemo(1002)];
    await services.knowledge.update(member, noted.id, { adminNotes: 'Mine' });
    await decide(member, ruled.id);
    const liked = await aMember(db());
    await services.knowledge.like(liked, kept.id);
    await services.personDeletion.remove(member.user.id);
    await services.merges.undo(at.admin, mergeId);
    await services.knowledge.unlike(liked, kept.id, false);
    expect((await services.demo.remove(at.admin)).remainingItems).toEqual([]);
  });

  test('differs from work of a deleted admin of ours, which keeps the item', async () => {
    const { mergeId, kept } = await udioIntoSuno(at.admin);
    const other = await anAdmin(db());
    const [noted, ruled] = [await ofDemo(1001), await ofDemo(1002)];
    await services.knowledge.update(at.admin, noted.id, { adminNotes: 'Ours' });
    await decide(at.admin, ruled.id);
    await services.personDeletion.remove(at.admin.user.id);
    await services.merges.undo(other, mergeId);
    const { remainingItems } = await services.demo.remove(other);
    expect(remainingItems.map(({ id }) => id)).toEqual([noted.id, ruled.id, kept.id]);
  });
});
