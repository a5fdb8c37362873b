// Data rules of two items for a company, and an admin of it who decides them.
import { aMember, anItem } from './builders.ts';
import { startSyncWorld, type SyncWorld } from './syncFixture.ts';
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { RuleChangeInput } from '../modules/access/dataRules/dataRulesInput.ts';

/** The admin and the two items are new for each test. */
interface RulesWorld {
  world: SyncWorld;
  own: Member;
  one: number;
  two: number;
}

/** A data rule about source code in an item, for the plan "team". */
export const code = (
  itemId: number,
  verdict: 'yes' | 'no' | 'ask' | 'undecided',
): RuleChangeInput => ({
  itemId,
  tier: 'team',
  verdicts: [{ dataClass: 'source_code', verdict }],
});

/** Creates it for a file of tests, and removes it after the file. */
export function aRulesWorld() {
  const at = {} as RulesWorld;
  beforeAll(async () => {
    at.world = await startSyncWorld({ bookmarks: 3 });
    await at.world.sync();
  });
  afterAll(() => at.world.close());
  beforeEach(async () => {
    const { db } = at.world.database;
    at.own = await aMember(db, { isAdmin: true, companyKey: 'nexters' });
    at.one = (await anItem(db)).id;
    at.two = (await anItem(db)).id;
  });
  return {
    at,
    set: (rules: RuleChangeInput[], by = at.own, company = 'nexters') =>
      at.world.services.dataRules.set(by, company, rules),
    ruleOf: async (itemId: number, company = 'nexters') =>
      (await at.world.services.dataRules.ofItem(at.own, itemId, { company, tier: 'team' }))!,
  };
}
