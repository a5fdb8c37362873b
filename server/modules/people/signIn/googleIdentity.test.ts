// Identity by issuer and subject, never by e-mail address (A3).
import { startGoogleStandIn, type GoogleStandIn } from '../../../../fakes/google.ts';
import { aStandInPerson } from '../../../../fakes/openId/people.ts';
import { signInWithGoogle } from '../../../testing/googleBrowser.ts';
import { startTestApp, type TestApp } from '../../../testing/testApp.ts';

let google: GoogleStandIn;
let app: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  app = await startTestApp({ env: google.settings });
});

afterAll(async () => {
  await app.close();
  await google.close();
});

describe('A3: a person is issuer and subject', () => {
  test('the same subject is the same account, with name, picture, address and company refreshed', async () => {
    const person = google.people.put(aStandInPerson({ email: 'moves@gdev.inc', name: 'Before' }));
    const first = await signInWithGoogle(app.visitor(), { sub: person.sub });
    google.people.put({
      ...person,
      email: 'moves@cubicgames.com',
      hostedDomain: 'cubicgames.com',
      name: 'After',
      picture: 'https://images.example.com/after.png',
    });
    const second = await signInWithGoogle(app.visitor(), { sub: person.sub });
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      name: 'After',
      email: 'moves@cubicgames.com',
      avatarUrl: 'https://images.example.com/after.png',
      company: { key: 'cubicgames' },
    });
  });

  test('another subject with the same address is another account; the address goes over, and an admin’s rights do not', async () => {
    const former = google.people.put(aStandInPerson({ email: 'shared@gdev.inc', sub: '1001' }));
    await app.services.admins.grant('shared@gdev.inc');
    const first = await signInWithGoogle(app.visitor(), { sub: former.sub });
    expect(first.body.user.isAdmin).toBe(true);

    const successor = google.people.put(aStandInPerson({ email: 'shared@gdev.inc', sub: '1002' }));
    const second = await signInWithGoogle(app.visitor(), { sub: successor.sub });
    expect(second.body.user.id).not.toBe(first.body.user.id);
    expect(second.body.user).toMatchObject({ isAdmin: false, email: 'shared@gdev.inc' });
    const row = await app.database.db('users').where({ id: first.body.user.id }).first();
    expect(row).toMatchObject({ email: null, is_admin: false });
  });

  test('does not join a demo account or another account by the address', async () => {
    const [other] = await app.database
      .db('users')
      .insert({
        name: 'Other',
        email: 'joined@gdev.inc',
        is_admin: true,
        company_key: 'gdev',
        is_demo: true,
      })
      .returning<{ id: number }[]>('id');
    const { body } = await signInWithGoogle(app.visitor(), { email: 'joined@gdev.inc' });
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('does not join an account whose address nobody has proven', async () => {
    const [other] = await app.database
      .db('users')
      .insert({ name: 'Imported', email: 'imported@gdev.inc', company_key: 'gdev', is_admin: true })
      .returning<{ id: number }[]>('id');
    const { body } = await signInWithGoogle(app.visitor(), { email: 'imported@gdev.inc' });
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('the same subject of another issuer is another person', async () => {
    const { db } = app.database;
    const [other] = await db('users')
      .insert({ name: 'Telegram’s', email: null, is_admin: true })
      .returning<{ id: number }[]>('id');
    await db('identities').insert({
      provider: 'telegram',
      issuer: 'https://oauth.telegram.org',
      subject: '700100',
      user_id: other!.id,
      created_at: new Date(),
    });
    const person = google.people.put(aStandInPerson({ email: 'same@gdev.inc', sub: '700100' }));
    const { status, body } = await signInWithGoogle(app.visitor(), { sub: person.sub });
    expect(status).toBe(200);
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('twenty first sign-ins of one person at once make one account', async () => {
    const person = google.people.put(aStandInPerson({ email: 'many@gdev.inc' }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signInWithGoogle(app.visitor(), { sub: person.sub })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.user.id)).size).toBe(1);
  });

  test('an invitation as admin is taken up by a proven address only, and once', async () => {
    /** Records of somebody who became admin without another admin. */
    const grants = async (): Promise<number> =>
      (
        await app.database
          .db('activity')
          .where({ action: 'admin.granted', actor_id: null, is_automatic: true })
      ).length;
    const before = await grants();
    await app.services.admins.grant('boss@nexters.com');
    const pretender = google.people.put(
      aStandInPerson({
        email: 'boss@nexters.com',
        sub: '2001',
        emailVerified: false,
        hostedDomain: 'nexters.com',
      }),
    );
    expect((await signInWithGoogle(app.visitor(), { sub: pretender.sub })).body.user).toMatchObject(
      {
        isAdmin: false,
        email: null,
      },
    );
    const boss = google.people.put(aStandInPerson({ email: 'boss@nexters.com', sub: '2002' }));
    expect((await signInWithGoogle(app.visitor(), { sub: boss.sub })).body.user.isAdmin).toBe(true);
    expect(await app.database.db('admin_invitations').where({ email: 'boss@nexters.com' })).toEqual(
      [],
    );
    expect(await grants()).toBe(before + 1);
  });
});
