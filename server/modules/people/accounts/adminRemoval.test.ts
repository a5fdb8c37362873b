// Loss of admin rights (A6): effective at the next request, in the browser and for every token.
import {
  buildRowCall,
  getCells,
  documentOf,
  filled,
  matrix,
  startRightsWorld,
  type Line,
  type RightsWorld,
} from '../../../testing/rightsMatrix.ts';

let world: RightsWorld;

beforeAll(async () => {
  world = await startRightsWorld();
});
afterAll(() => world.app.close());

const adminColumn = matrix.callers.indexOf('admin');
const userColumn = matrix.callers.indexOf('user');
/** What admins may do and others may not, at both doors. */
const ofAdmins = (lines: Record<string, Line>) =>
  Object.entries(lines).filter(
    ([, line]) =>
      getCells(line)[adminColumn] === 'allowed' && getCells(line)[userColumn] === 'FORBIDDEN',
  );

test('the loss of the admin’s role acts on the next request, in the browser and through every token', async () => {
  const { app, people } = world;
  const { admin } = people;
  const named = await world.things(admin.userId);
  let tries = 0;
  const accepted: string[] = [];
  const tryAll = async (who: string) => {
    const call = world.callOf(who);
    for (const [name, line] of ofAdmins(matrix.fields)) {
      const variables = filled(line.arguments ?? {}, named);
      const query = documentOf(name, variables);
      const { status } = await call('POST', '/graphql', { query, variables });
      tries += 1;
      if (status < 400) accepted.push(`${who}: ${name}`);
    }
    for (const [name, line] of ofAdmins(matrix.rows)) {
      const { method, path, body } = buildRowCall(name, line, named);
      const { status } = await call(method, path, body);
      tries += 1;
      if (status < 400) accepted.push(`${who}: ${name}`);
    }
  };
  const callers = ['admin', 'token admin', 'token write', 'token read'];
  // Each is known and has just been used: nothing may be remembered of it.
  for (const who of callers) {
    const { status } = await world.callOf(who)('GET', '/api/v1/auth/me');
    expect({ who, status }).toEqual({ who, status: 200 });
  }
  for (const who of ['admin', 'token admin']) {
    const { status } = await world.callOf(who)('GET', '/api/v1/complaints');
    expect({ who, status }).toEqual({ who, status: 200 });
  }
  await app.database.db('users').where({ id: admin.userId }).update({ is_admin: false });
  for (const who of callers) await tryAll(who);
  const { body } = await admin.call<{ data: { isAdmin: boolean } }>('GET', '/api/v1/auth/me');
  expect(accepted).toEqual([]);
  expect(tries).toBeGreaterThan(80);
  expect(body.data.isAdmin).toBe(false);
});
