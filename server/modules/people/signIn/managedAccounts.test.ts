// Companies that admit managed Google accounts only, and disabled people.
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import { fakePerson } from '../../../../fakes/openId/people.ts';
import { signInWithGoogle, whoAmI } from '../../../testing/googleBrowser.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';

let google: FakeGoogle;
let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  google = await startFakeGoogle();
  app = await startTestApp({ env: google.settings });
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(async () => {
  await app.close();
  await google.close();
});

let last = 0;
/** A new Google account with this address: of the company's Workspace, or a private one. */
async function arrive(email: string, isManaged: boolean) {
  last += 1;
  const domain = email.split('@')[1] ?? '';
  const { sub } = google.people.put(
    fakePerson({ email, sub: `77000${last}`, hostedDomain: isManaged ? domain : null }),
  );
  const person = app.visitor();
  const { status, body } = await signInWithGoogle(person, { sub });
  return { status, body, person, sub };
}

const managed = async (key: string): Promise<boolean | null | undefined> => {
  const { body } = await admin.graphql<{
    companies: { key: string; managedAccountsOnly: boolean | null }[];
  }>('{ companies { key managedAccountsOnly } }');
  return body.data.companies.find((one) => one.key === key)?.managedAccountsOnly;
};
const decide = (key: string, value: boolean) =>
  admin.graphql<{ updateCompany: { hasChanged: boolean } }>(
    `mutation ($key: ID!, $value: Boolean) {
      updateCompany(key: $key, managedAccountsOnly: $value) { hasChanged } }`,
    { key, value },
  );
const disable = (id: string) =>
  admin.graphql('mutation ($id: ID!) { disableAccount(id: $id, reason: "Left") { status } }', {
    id,
  });

test('the first managed account excludes private accounts, present ones too, with an audit log entry', async () => {
  const before = await arrive('early@nexters.com', false);
  expect(before.status).toBe(200);
  expect(await managed('nexters')).toBeNull();
  expect((await arrive('boss@nexters.com', true)).status).toBe(200);
  expect(await managed('nexters')).toBe(true);
  const records = await app.database
    .db('activity')
    .where({ action: 'company.changed', subject_id: 'nexters' });
  expect(records).toMatchObject([
    {
      is_automatic: true,
      actor_id: null,
      before: { managedAccountsOnly: null },
      after: { managedAccountsOnly: true },
    },
  ]);
  expect((await whoAmI(before.person)).status).toBe(401);
  const late = await arrive('late+x@nexters.com', false);
  expect([late.status, late.body]).toEqual([
    403,
    expect.objectContaining({ reason: 'managedAccountRequired' }),
  ]);
  // Once more, to see that nothing is recorded twice.
  expect((await arrive('second@nexters.com', true)).status).toBe(200);
  expect(
    await app.database.db('activity').where({ action: 'company.changed', subject_id: 'nexters' }),
  ).toHaveLength(1);
});

test('an admin may admit private accounts for good', async () => {
  expect((await decide('gdev', false)).body.data.updateCompany.hasChanged).toBe(true);
  expect((await arrive('managed@gdev.inc', true)).status).toBe(200);
  expect(await managed('gdev')).toBe(false);
  expect((await arrive('private@gdev.inc', false)).status).toBe(200);
  await decide('gdev', true);
  expect((await arrive('private2@gdev.inc', false)).status).toBe(403);
  expect((await arrive('managed2@gdev.inc', true)).status).toBe(200);
});

test('another change of the company leaves the decision open', async () => {
  await admin.graphql(
    'mutation { updateCompany(key: "cubicgames", badgeTone: info) { hasChanged } }',
  );
  expect(await managed('cubicgames')).toBeNull();
});

test('an hd of one company does not let in by the address of another that wants managed accounts', async () => {
  await decide('royalark', true);
  last += 1;
  const { sub } = google.people.put(
    fakePerson({ email: 'guest@royalark.com', sub: `77000${last}`, hostedDomain: 'gdev.inc' }),
  );
  const { body } = await signInWithGoogle(app.visitor(), { sub });
  expect(body.user.company?.key).toBe('gdev');
});

describe('a disabled person', () => {
  test('does not come back by another spelling of the address', async () => {
    for (const [former, next, reason] of [
      ['ann@lighthour.games', 'ann+2@lighthour.games', 'accountDisabled'],
      ['bob+a@lighthour.games', 'BOB@lighthour.games', 'accountDisabled'],
      ['cat+a@lighthour.games', 'Cat+B+c@lighthour.games', 'accountDisabled'],
      ['dan@lighthour.games', 'dan@lighthour.games', 'accountDisabled'],
      // What is no plain address vouches for nobody.
      ['gil@lighthour.games', '"gil+a"@lighthour.games', 'restrictedAccess'],
      ['ida@lighthour.games', 'ida(x)@lighthour.games', 'restrictedAccess'],
      ['jon@lighthour.games', 'j\u200Bon@lighthour.games', 'restrictedAccess'],
      ['kim@lighthour.games', 'ｋim@lighthour.games', 'restrictedAccess'],
    ] as const) {
      const first = await arrive(former, false);
      expect(first.status).toBe(200);
      await disable(first.body.user.id);
      const again = await arrive(next, false);
      expect({ next, status: again.status, reason: again.body.reason }).toEqual({
        next,
        status: 403,
        reason,
      });
      expect(again.person.cookies.has('sid')).toBe(false);
      // Nothing of the try stays, and the address by which they are known is still theirs.
      const known = await app.database
        .db('users')
        .whereRaw('lower(email) = lower(?)', [former])
        .select('id');
      expect(known.map(({ id }) => String(id))).toEqual([first.body.user.id]);
    }
  });

  test('does not come back by another address at Google', async () => {
    const first = await arrive('eve@lighthour.games', false);
    await disable(first.body.user.id);
    google.people.put(fakePerson({ email: 'eve@gmail.com', sub: first.sub, hostedDomain: null }));
    expect((await signInWithGoogle(app.visitor(), { sub: first.sub })).status).toBe(403);
    expect((await arrive('eve@lighthour.games', false)).body.reason).toBe('accountDisabled');
  });

  test('has no second account that was there before', async () => {
    const second = await arrive('fay+spare@lighthour.games', false);
    const first = await arrive('fay@lighthour.games', false);
    expect((await whoAmI(second.person)).status).toBe(200);
    await disable(first.body.user.id);
    expect((await whoAmI(second.person)).status).toBe(401);
  });

  test('does not block other people', async () => {
    expect((await arrive('annabel@lighthour.games', false)).status).toBe(200);
    expect((await arrive('ann@gdev.inc', true)).status).toBe(200);
  });
});
