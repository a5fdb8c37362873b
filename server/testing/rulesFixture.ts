// Data rules of two services for a company, and an admin of it who decides them.
import { aMember, anItem } from './builders.ts';
import { startSyncWorld, type SyncWorld } from './syncFixture.ts';
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { RuleChangeInput } from '../modules/access/dataRules/dataRulesInput.ts';

/** What a test of data rules stands on: the admin and the two services are new for each. */
interface RulesWorld {
  world: SyncWorld;
  own: Member;
  one: number;
  two: number;
}

/** What may become of source code in a service, for the team's plan. */
export const code = (
  itemId: number,
  verdict: 'yes' | 'no' | 'ask' | 'undecided',
): RuleChangeInput => ({
  itemId,
  tier: 'team',
  verdicts: [{ dataClass: 'source_code', verdict }],
});

/** Makes it for a file of tests, and ends it with the file. */
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
