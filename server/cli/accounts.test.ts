// Commands for admins and tokens.
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { aUser } from '../testing/builders.ts';
import { createTestServices } from '../testing/testServices.ts';
import { runCli } from '../testing/runCli.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const run = (...args: string[]) => runCli(args, { DATABASE_URL: database.url });

const isAdmin = async (id: number): Promise<boolean> =>
  (await database.db('users').where({ id }).first<{ is_admin: boolean }>('is_admin'))?.is_admin ??
  false;

describe('create-admin and remove-admin', () => {
  test('grants and removes admin rights, whatever the case of the address', async () => {
    const user = await aUser(database.db, { email: 'ada@gdev.inc' });
    const other = await aUser(database.db, { email: 'other@gdev.inc' });
    expect(await run('create-admin', 'Ada@GDEV.inc')).toMatchObject({
      code: 0,
      output: 'Ada@GDEV.inc is an admin now.',
    });
    expect(await isAdmin(user.id)).toBe(true);
    expect(await isAdmin(other.id)).toBe(false);
    expect((await run('create-admin', 'ada@gdev.inc')).output).toContain('already');
    expect((await run('remove-admin', 'ada@gdev.inc')).code).toBe(0);
    expect(await isAdmin(user.id)).toBe(false);
  });

  test('invites an address without an account, with a note for a foreign domain', async () => {
    expect((await run('create-admin', 'new@nexters.com')).output).toBe(
      'new@nexters.com will be an admin at the first sign-in that proves this address.',
    );
    expect((await run('create-admin', 'new@elsewhere.example')).output).toContain(
      'no company has its domain',
    );
    expect(await database.db('admin_invitations').orderBy('email').pluck('email')).toEqual([
      'new@elsewhere.example',
      'new@nexters.com',
    ]);
    expect((await run('remove-admin', 'new@elsewhere.example')).code).toBe(0);
    expect(await database.db('admin_invitations').pluck('email')).toEqual(['new@nexters.com']);
  });

  test('refuses to remove a person without admin rights: 1', async () => {
    expect(await run('remove-admin', 'nobody@gdev.inc')).toMatchObject({
      code: 1,
      errors: 'nobody@gdev.inc is not an admin',
    });
  });
});

describe('token', () => {
  test('creates, lists without the secret and revokes a token of the admin', async () => {
    const admin = await aUser(database.db, { email: 'owner@gdev.inc', isAdmin: true });
    const { services } = createTestServices(database.db);
    const made = await run('token', 'create', 'Build server', '--scope', 'write', '--days', '7');
    expect(made.code).toBe(0);
    expect(made.output).toMatch(/^lo_[\w-]{43}$/);
    expect(await services.apiTokens.getViewer(made.output)).toMatchObject({
      kind: 'member',
      via: 'write',
      user: { id: admin.id },
    });

    const listed = await run('token', 'list');
    expect(listed.output).toContain('Build server');
    expect(listed.output).toContain(made.output.slice(0, 9));
    expect(listed.output).not.toContain(made.output);
    const stored = JSON.stringify(await database.db('api_tokens').select());
    expect(stored).not.toContain(made.output.slice(9));

    const id = listed.output.split(' ')[0] ?? '';
    expect((await run('token', 'revoke', id)).code).toBe(0);
    expect(await services.apiTokens.getViewer(made.output)).toEqual({ kind: 'visitor' });
    expect((await run('token', 'list')).output).toContain('revoked');
  });

  test('creates a service token for a tool of a company', async () => {
    const { services } = createTestServices(database.db);
    const made = await run('token', 'create', 'Desk robot', '--tool', 'nexters');
    expect(await services.apiTokens.getViewer(made.output)).toMatchObject({
      via: 'read',
      user: { name: 'Desk robot', isTool: true },
      company: { key: 'nexters' },
    });
    expect((await run('token', 'list')).output).toContain('Desk robot  (tool)');
    expect((await run('token', 'create', 'x', '--tool', 'nobody')).code).toBe(1);
    expect((await run('token', 'create', 'x', '--tool', 'nexters', '--scope', 'admin')).code).toBe(
      1,
    );
  });

  test('needs --owner with several admins, and an admin as the owner', async () => {
    await aUser(database.db, { email: 'second@gdev.inc', isAdmin: true });
    await aUser(database.db, { email: 'plain@gdev.inc' });
    expect((await run('token', 'create', 'x')).code).toBe(1);
    expect((await run('token', 'create', 'x', '--owner', 'plain@gdev.inc')).code).toBe(1);
    expect((await run('token', 'create', 'x', '--owner', 'Second@gdev.inc')).code).toBe(0);
  });

  test('revokes the tokens of a removed admin', async () => {
    const { output: token } = await run('token', 'create', 'x', '--owner', 'second@gdev.inc');
    const { services } = createTestServices(database.db);
    expect((await services.apiTokens.getViewer(token)).kind).toBe('member');
    await run('remove-admin', 'second@gdev.inc');
    expect((await services.apiTokens.getViewer(token)).kind).toBe('visitor');
  });

  test('an unknown token cannot be revoked: 1', async () => {
    expect((await run('token', 'revoke', '999999')).code).toBe(1);
  });
});

test.each([
  [['create-admin']],
  [['create-admin', 'no-address']],
  [['create-admin', 'a@b.c', 'd@e.f']],
  [['token', 'create']],
  [['token', 'create', 'x', '--scope', 'root']],
  [['token', 'create', 'x', '--days', '0']],
  [['token', 'create', 'x', '--days', '366']],
  [['token', 'revoke', 'abc']],
])('%j is asked wrongly: 2', async (args) => {
  expect((await run(...args)).code).toBe(2);
});
