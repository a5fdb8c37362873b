// Companies: names, domains and keys, movement of people, audit log.
import { limits } from '../../../config/limits.ts';
import { aMember, anItem, aUser } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import type { Member } from '../accounts/accounts.ts';
import { writeDemo } from '../../demo/seed/demoSeed.ts';

let database: TestDatabase;
let services: Services;
let admin: Member;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ services } = createTestServices(database.db));
  admin = await aMember(database.db, { isAdmin: true, email: 'boss@gdev.inc' });
});
afterAll(() => database.drop());

const companies = () => services.companies;
const records = () => database.db('activity').where({ subject_type: 'company' }).orderBy('id');
const companyOf = async (id: number) =>
  (await database.db('users').where({ id }).first('company_key')).company_key;
const byKey = async (key: string) =>
  (await companies().list(admin)).find((one) => one.key === key)!;

test('adds a company with defaults from its name; a repeated call changes nothing, a namesake is refused', async () => {
  const acme = { name: ' Acme  Works ', domains: ['@Acme.EXAMPLE', 'пример.рф', 'acme.example.'] };
  const { company, hasChanged } = await companies().add(admin, acme);
  expect(hasChanged).toBe(true);
  expect(company).toMatchObject({
    key: 'acmeworks',
    name: 'Acme Works',
    approvalTag: 'acmeworksapproved',
    badgeTone: 'ember',
    domains: ['acme.example', 'xn--e1afmkfd.xn--p1ai'],
    unicodeDomains: ['acme.example', 'пример.рф'],
    isPredefined: false,
    people: 0,
  });
  const before = (await records()).length;
  expect(await companies().add(admin, acme)).toMatchObject({ hasChanged: false });
  expect((await records()).length).toBe(before);
  await expect(companies().add(admin, { name: 'ACME works' })).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'companyKnown',
  });
  expect((await records()).at(-1)).toMatchObject({
    action: 'company.added',
    subject_id: 'acmeworks',
    actor_id: admin.user.id,
    before: null,
    after: { name: 'Acme Works', domains: ['acme.example', 'пример.рф'] },
  });
});

test('derives keys from other alphabets, and numbers used keys', async () => {
  const add = async (name: string, domains: string[] = []) => {
    const { company } = await companies().add(admin, { name, domains });
    return [company.key, company.approvalTag];
  };
  expect(await add('Студия Ромашка')).toEqual(['studiyaromashka', 'studiyaromashkaapproved']);
  expect(await add('Лютик')).toEqual(['lyutik', 'lyutikapproved']);
  expect(await add('Сосна', ['sosna.example'])).toEqual(['sosna', 'sosnaapproved']);
  expect(await add('Берёза', ['sosna.test'])).toEqual(['bereza', 'berezaapproved']);
  expect(await add('Sosna')).toEqual(['sosna2', 'sosna2approved']);
  expect(await add('Ёлка Zoë')).toEqual(['elkazoe', 'elkazoeapproved']);
  // Names without Latin transliteration get their key from the domain, else a generic one.
  expect(await add('春', ['пихта.рф'])).toEqual(['pihta', 'pihtaapproved']);
  expect(await add('夏')).toEqual(['company', 'companyapproved']);
  expect(await add('秋')).toEqual(['company2', 'company2approved']);
  // A tag that another company uses is not assigned twice.
  await companies().change(admin, 'lyutik', { approvalTag: 'klenapproved' });
  expect(await add('Клён')).toEqual(['klen2', 'klen2approved']);
  expect(await add('Л'.repeat(60))).toEqual(['l'.repeat(40), `${'l'.repeat(40)}approved`]);
  expect(await add('Л'.repeat(59))).toEqual([`${'l'.repeat(39)}2`, `${'l'.repeat(39)}2approved`]);
  await expect(companies().add(admin, { name: 'сосна' })).rejects.toMatchObject({
    reason: 'companyKnown',
  });
  await expect(companies().add(admin, { name: 'Pine', key: 'sosna' })).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ path: 'key', code: 'taken', message: 'The key sosna belongs to Сосна already' }],
  });
});

const refused: [string, string, string | string[]][] = [
  ['domains', 'domain', ['acme']],
  ['domains', 'domain', ['a b.example']],
  ['domains', 'domain', ['https://acme.example/']],
  ['domains', 'domain', ['boss@acme.example']],
  ['domains', 'domain', ['10.0.0.1']],
  ['domains', 'domain', ['-acme.example']],
  ['domains', 'publicMail', ['Gmail.com']],
  ['domains', 'publicMail', ['hotmail.co.uk']],
  ['domains', 'publicMail', ['Yandex.KZ.']],
  ['domains', 'taken', ['nexters.com']],
  ['approvalTag', 'approvalTag', 'approved'],
  ['approvalTag', 'approvalTag', '\u200B\u2800approved'],
  ['approvalTag', 'invalid', 'acme,approved'],
  ['approvalTag', 'taken', 'NextersApproved'],
  ['name', 'required', ' '],
];

test('refuses invalid domains, approval tags and names by field', async () => {
  for (const [field, code, value] of refused) {
    const [first] = await companies()
      .add(admin, { name: 'Refused', [field]: value })
      .then(
        () => [],
        (error) => error.errors,
      );
    expect({ value, ...first }).toMatchObject({
      value,
      path: expect.stringContaining(field),
      code,
    });
  }
  expect(await byKey('refused')).toBeUndefined();
});

test('reports a conflict to the slower of two admins, without loss', async () => {
  const { company } = await companies().add(admin, { name: 'Twice', domains: ['twice.example'] });
  const { updatedAt } = company;
  const rename = (name: string) => companies().change(admin, 'twice', { name }, updatedAt);
  const settled = await Promise.allSettled([rename('Twice A'), rename('Twice B')]);
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT', reason: 'changedMeanwhile' },
  });
  const now = await byKey('twice');
  expect(now).toMatchObject({ domains: ['twice.example'], name: /Twice [AB]/.exec(now.name)?.[0] });
  // The answer was lost, and the call is repeated.
  const again = await companies().change(admin, 'twice', { name: now.name }, updatedAt);
  expect(again).toMatchObject({ hasChanged: false, company: { name: now.name } });
  const recordedChanges = (await records()).filter(({ subject_id: id }) => id === 'twice');
  expect(recordedChanges.map(({ action }) => action)).toEqual(['company.added', 'company.changed']);
  expect(recordedChanges[1]).toMatchObject({
    before: { name: 'Twice' },
    after: { name: now.name },
  });
});

test('limits the number of companies to the length of the list', async () => {
  const { db } = database;
  const most = limits.lists.companies;
  const numbers = Array.from(
    { length: most - 1 - (await companies().list(admin)).length },
    (_none, number) => number,
  );
  await db('companies').insert(
    numbers.map((number) => ({
      key: `crowd${number}`,
      name: `Crowd ${number}`,
      approval_tag: `crowd${number}approved`,
    })),
  );
  await companies().add(admin, { name: 'The last one' });
  await expect(companies().add(admin, { name: 'One too many' })).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ path: 'name', code: 'too_big' }],
  });
  expect(await companies().list(admin)).toHaveLength(most);
  await db('companies').where('key', 'like', 'crowd%').delete();
});

test('never assigns a domain to two companies, even concurrently', async () => {
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map((n) =>
      companies().add(admin, { name: `Rival ${n}`, domains: ['rival.example'] }),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const owners = (await companies().list(admin)).filter(({ domains }) =>
    domains.includes('rival.example'),
  );
  expect(owners).toHaveLength(1);
});

test('people belong to the company from the first request after its domain was added until it is removed', async () => {
  const { db } = database;
  const user = await aUser(db, { email: 'Ann@late.example', companyKey: null });
  const guest = await aUser(db, { email: 'ann@guest.example', companyKey: null });
  await db('identities').insert({
    user_id: guest.id,
    provider: 'google',
    issuer: 'https://accounts.google.com',
    subject: 'guest',
    hosted_domain: 'late.example',
  });
  const isActive = async (id: number) =>
    (
      await services.people.onCommandLine.list({
        search: '',
        status: 'active',
        page: 0,
        perPage: 100,
      })
    ).accounts.some((one) => one.user.id === id);
  expect([await isActive(user.id), await isActive(guest.id)]).toEqual([false, false]);
  const { company, movedPeople } = await companies().add(admin, {
    name: 'Late',
    domains: ['late.example'],
  });
  expect(movedPeople).toBe(2);
  expect([await companyOf(user.id), await companyOf(guest.id)]).toEqual(['late', 'late']);
  expect([await isActive(user.id), await isActive(guest.id)]).toEqual([true, true]);
  await companies().change(admin, company.key, { domains: [] });
  expect([await isActive(user.id), await isActive(guest.id)]).toEqual([false, false]);
  // Their actions stay with the former company until another one has the domain.
  expect(await companyOf(user.id)).toBe('late');
  const next = await companies().add(admin, { name: 'Heir', domains: ['late.example'] });
  expect(next.movedPeople).toBe(2);
  expect(await companyOf(guest.id)).toBe('heir');
});

test('refuses to remove the domain of the own sign-in', async () => {
  const { domains } = await byKey('gdev');
  await expect(companies().change(admin, 'gdev', { domains: [] })).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'ownDomain',
  });
  expect((await byKey('gdev')).domains).toEqual(domains);
});

test('removes a company only without people and approvals, apart from the demo’s', async () => {
  const { db } = database;
  await companies().add(admin, { name: 'Gone', domains: ['gone.example'] });
  const user = await aUser(db, { email: 'x@gone.example', companyKey: 'gone' });
  await expect(companies().remove(admin, 'gone')).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'companyInUse',
    facts: { people: 1, services: 0, rules: 0 },
  });
  await db('users').where({ id: user.id }).update({ company_key: null, email: null });
  const ruled = await anItem(db);
  await db('data_rules').insert({
    item_id: ruled.id,
    company_key: 'gone',
    tier: 'team',
    version: 1,
  });
  await expect(companies().remove(admin, 'gone')).rejects.toMatchObject({
    reason: 'companyInUse',
    facts: { people: 0, services: 0, rules: 1 },
  });
  await db('data_rules').delete();
  await anItem(db, { tags: ['GoneApproved'] });
  expect(await byKey('gone')).toMatchObject({ people: 0, services: 1 });
  await expect(companies().remove(admin, 'gone')).rejects.toMatchObject({ reason: 'companyInUse' });
  await companies().change(admin, 'gone', { approvalTag: 'otherapproved' });
  const demoPerson = await aUser(db, { isDemo: true, companyKey: 'gone' });
  await companies().remove(admin, 'gone');
  expect(await companyOf(demoPerson.id)).toBeNull();
  expect(await db('company_domains').where({ domain: 'gone.example' })).toEqual([]);
  expect((await records()).at(-1)).toMatchObject({
    action: 'company.removed',
    before: { name: 'Gone', domains: ['gone.example'] },
    after: null,
  });
  await expect(companies().remove(admin, 'gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('loads the demo after its companies were removed or others have their tags', async () => {
  const { db } = database;
  await companies().remove(admin, 'lighthourgames');
  await companies().remove(admin, 'cubicgames');
  await companies().add(admin, { name: 'Cubes', approvalTag: 'cubicgamesapproved' });
  await writeDemo(db, new Date());
  expect(await byKey('lighthourgames')).toMatchObject({ name: 'Light Hour Games', domains: [] });
  expect(await byKey('cubicgames')).toBeUndefined();
  const ofNone = await db('users').where({ is_demo: true, company_key: null }).pluck('email');
  expect(ofNone.some((email: string | null) => email?.endsWith('@cubicgames.example'))).toBe(true);
});
