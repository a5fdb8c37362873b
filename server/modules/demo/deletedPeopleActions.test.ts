// Actions of deleted people: those of demo people do not keep an item, those of real people do.
import { loadDemoCatalogue } from './seed/demoSeed.ts';
import { createLog } from '../../shared/log.ts';
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { Services } from '../../composition.ts';
import type { Member } from '../people/accounts/accounts.ts';
import type { MergeInput } from '../curation/duplicates/duplicateMerges.ts';

const igor = 'igor.volkov@gdev.example';

let database: TestDatabase;
let services: Services;
let admin: Member;

const servicesWith = (developerSignIn: boolean) =>
  createTestServices(database.db, { env: { DEVELOPER_SIGN_IN: String(developerSignIn) } }).services;

beforeEach(async () => {
  database = await createTestDatabase();
  services = servicesWith(true);
  await loadDemoCatalogue(database.db, createLog({ level: 'silent' }));
  admin = await anAdmin(database.db);
});
afterEach(() => database.drop());

const ofDemo = async (bookmarkId: number): Promise<{ id: number }> =>
  database.db('items').where({ bookmark_id: bookmarkId }).first('id');
const memberOf = async (email: string): Promise<Member> => {
  const user = await services.accounts.demoAccount(email);
  const member = await aMember(database.db);
  return { ...member, user };
};

describe('what a deleted person of the demo did', () => {
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

  test('keeps no service, not after a merge that somebody takes back', async () => {
    const member = await memberOf(igor);
    const { mergeId, kept } = await udioIntoSuno(member);
    const [noted, ruled] = [await ofDemo(1001), await ofDemo(1002)];
    await services.knowledge.update(member, noted.id, { adminNotes: 'Mine' });
    await decide(member, ruled.id);
    const liked = await aMember(database.db);
    await services.knowledge.like(liked, kept.id);
    await services.personDeletion.remove(member.user.id);
    await services.merges.undo(admin, mergeId);
    await services.knowledge.unlike(liked, kept.id, false);
    expect((await services.demo.remove(admin)).remainingItems).toEqual([]);
  });

  test('is the demo’s also where it went with all its people', async () => {
    const member = await memberOf(igor);
    const [noted, ruled] = [await ofDemo(1001), await ofDemo(1002)];
    await services.knowledge.update(member, noted.id, { adminNotes: 'Mine' });
    await decide(member, ruled.id);
    const liker = await aMember(database.db);
    for (const { id } of [noted, ruled]) await services.knowledge.like(liker, id);
    const alone = servicesWith(false);
    expect((await alone.demo.remove(admin)).remainingItems).toHaveLength(2);
    for (const { id } of [noted, ruled]) await services.knowledge.unlike(liker, id, false);
    await services.demo.load(admin);
    expect((await services.demo.remove(admin)).remainingItems).toEqual([]);
  });

  test('does not move to the own service of the same address', async () => {
    const member = await memberOf(igor);
    const { id } = await ofDemo(1001);
    const own = await anItem(database.db, { sourceUrl: 'https://chatgpt.com/' });
    await services.knowledge.update(member, id, { adminNotes: 'Mine' });
    await services.edits.edit(member, id, { tasksEn: ['ask what nobody knows'] });
    await services.knowledge.like(await aMember(database.db), id);
    await services.personDeletion.remove(member.user.id);
    expect((await services.demo.remove(admin)).movedItems).toMatchObject([
      { likes: 1, hasNotes: false },
    ]);
    expect(await database.db('items').where({ id: own.id })).toMatchObject([
      { likes_count: 1, admin_notes: '' },
    ]);
    expect(await database.db('item_tasks').where({ item_id: own.id })).toEqual([]);
  });

  test('is not what a deleted admin of ours did: that keeps the service', async () => {
    const { mergeId, kept } = await udioIntoSuno(admin);
    const other = await anAdmin(database.db);
    const [noted, ruled] = [await ofDemo(1001), await ofDemo(1002)];
    await services.knowledge.update(admin, noted.id, { adminNotes: 'Ours' });
    await decide(admin, ruled.id);
    await services.personDeletion.remove(admin.user.id);
    await services.merges.undo(other, mergeId);
    const { remainingItems } = await services.demo.remove(other);
    expect(remainingItems.map(({ id }) => id)).toEqual([noted.id, ruled.id, kept.id]);
  });
});
