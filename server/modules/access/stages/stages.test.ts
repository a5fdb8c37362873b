// Stages of services at every transport: rights, decisions with history and undo, pilots with testers, filters and merges.
import { dayMs } from '../../../shared/durations.ts';
import { connectAgent } from '../../../testing/agents.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { stageNames, type StageInput } from './stages.ts';

type Person = Caller & { userId: number };

const signal = new AbortController().signal;
let app: TestApp;
let now: Date;
let admin: Person;
let approver: Person;
let second: Person;
let member: Person;
let stranger: Person;
let itemId: number;

beforeAll(async () => {
  now = new Date('2026-12-01T09:00:00Z');
  app = await startTestApp({ clock: () => now });
  const { db } = app.database;
  const join = (name: string, company: string, isAdmin = false) =>
    app.signedIn({ email: `${name}@${company}.example`, name, company, isAdmin });
  await db('company_domains').insert({ domain: 'nexters.example', company_key: 'nexters' });
  admin = await join('admin', 'gdev', true);
  approver = await join('approver', 'nexters');
  second = await join('second', 'nexters');
  member = await join('member', 'nexters');
  stranger = await join('stranger', 'gdev');
  await db('access_approvers').insert([
    { company_key: 'nexters', user_id: approver.userId },
    { company_key: 'nexters', user_id: second.userId },
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date('2026-12-01T09:00:00Z');
  await app.database.db('item_stages').delete();
  itemId = (await anItem(app.database.db)).id;
});

/** Advances the clock by days and signs everybody in again. */
async function pass(days: number) {
  now = new Date(now.getTime() + days * dayMs);
  for (const [one, email] of [
    [admin, 'admin@gdev.example'],
    [approver, 'approver@nexters.example'],
    [second, 'second@nexters.example'],
    [member, 'member@nexters.example'],
  ] as const)
    await one.call('POST', '/api/v1/auth/dev-login', { email });
}

const day = (days: number): string =>
  new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
const adopted: StageInput = { stage: 'adopted', reasonEn: 'It works', reasonRu: 'Работает' };
const pilot = (endsOn = day(10)): StageInput => ({
  stage: 'pilot',
  questionEn: 'Is it faster?',
  endsOn,
});

interface Decided {
  id: string;
  version: number;
}
interface Answer {
  data: { result: Decided & { testersCount: number } } | null;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

const ask = async (by: Caller, call: string, variables?: Record<string, unknown>) => {
  const given = variables ? '($company: ID, $input: StageInput!)' : '';
  const query = `mutation ${given} { result: ${call} { id version testersCount } }`;
  return (await by.graphql<Answer['data']>(query, variables)).body as Answer;
};
const set = (by: Caller, input: StageInput, company: string | null = 'nexters', of = itemId) =>
  ask(by, `setStage(itemId: "${of}", company: $company, input: $input)`, { company, input });
const act = (by: Caller, name: 'joinPilot' | 'leavePilot', id: string) =>
  ask(by, `${name}(id: "${id}")`);
const undo = (by: Caller, id: string, expectedVersion: number) =>
  ask(by, `undoStage(id: "${id}", expectedVersion: ${expectedVersion})`);
const codeOf = ({ errors }: Answer) =>
  errors ? (errors[0]!.extensions['reason'] ?? errors[0]!.extensions['code']) : 'allowed';

const waiting = async (by: Caller) => {
  const { body } = await by.graphql<{ pilotsToDecide: { id: string }[] }>(
    '{ pilotsToDecide { id } }',
  );
  return body.errors ? codeOf(body as unknown as Answer) : body.data.pilotsToDecide;
};

/** The stage of an item on the card, on the page and over REST. */
async function seen(by: Caller, of = itemId) {
  const id = String(of);
  const { body } = await by.graphql<{
    found: { items: { id: string; stage: { stage: string } | null }[] };
    page: { stage: { stage: string } | null; mayDecideStage: boolean };
  }>(
    `query ($id: ID!) {
      found: searchKnowledge(perPage: 100) { items { id stage { stage } } }
      page: knowledgeItem(id: $id) { stage { stage } mayDecideStage }
    }`,
    { id },
  );
  const rest = await by.call<{ data?: { stage: { stage: string } | null }; code?: string }>(
    'GET',
    `/api/v1/knowledge/${id}/stage`,
  );
  if (!body.data) return [rest.body.code];
  const card = body.data.found.items.find((one) => one.id === id);
  const stages = [card?.stage, body.data.page.stage, rest.body.data?.stage].map(
    (stage) => stage?.stage ?? 'listed',
  );
  return [...new Set(stages), body.data.page.mayDecideStage];
}

test('shows a company its own stage over every transport; admins and approvers decide it', async () => {
  expect(codeOf(await set(app.visitor(), adopted))).toBe('UNAUTHENTICATED');
  expect(codeOf(await set(member, adopted))).toBe('approversOnly');
  expect(codeOf(await set(approver, adopted, 'gdev'))).toBe('otherCompany');
  expect(codeOf(await set(approver, adopted, null))).toBe('allowed');
  expect(await seen(app.visitor())).toEqual(['UNAUTHENTICATED']);
  expect(await seen(member)).toEqual(['adopted', false]);
  expect(await seen(approver)).toEqual(['adopted', true]);
  expect(await seen(stranger)).toEqual(['listed', false]);
  expect(await seen(admin)).toEqual(['listed', true]);

  const agent = await connectAgent(app, (await tokenOf(member, 'read')).token);
  expect(await agent.use('get_service', { id: String(itemId), language: 'en' })).toMatchObject({
    stage: 'adopted: It works',
  });

  const { data } = await set(admin, { stage: 'retired', reasonEn: 'Too dear' }, 'nexters');
  const { id, version } = data!.result;
  expect(codeOf(await undo(member, id, version))).toBe('approversOnly');
  const ofGdev = await set(admin, adopted, 'gdev');
  expect(codeOf(await undo(approver, ofGdev.data!.result.id, 1))).toBe('NOT_FOUND');
  expect(await seen(stranger)).toEqual(['adopted', false]);
  const other = await stranger.call<{ data: object; errors: { code: string }[] }>(
    'GET',
    `/api/v1/knowledge/${itemId}/stage?company=nexters`,
  );
  expect(other.body).toMatchObject({ data: { stage: null }, errors: [{ code: 'FORBIDDEN' }] });

  await app.database.db('items').where({ id: itemId }).update({ admin_visibility: 'hidden' });
  expect(codeOf(await set(approver, pilot()))).toBe('NOT_FOUND');
});

test('accepts one of two simultaneous decisions; keeps a history with undo', async () => {
  const both = await Promise.all([
    set(approver, { ...adopted, expectedVersion: 0 }),
    set(second, { stage: 'retired', reasonEn: 'No', expectedVersion: 0 }),
  ]);
  expect(both.map(codeOf).toSorted()).toEqual(['allowed', 'changedMeanwhile']);
  await app.database.db('item_stages').delete();

  const first = (await set(approver, { ...adopted, expectedVersion: 0 })).data!.result;
  // A repeated call returns the same decision.
  expect((await set(approver, { ...adopted, expectedVersion: 0 })).data!.result).toEqual(first);
  const retired = (await set(second, { stage: 'retired', reasonEn: 'No', expectedVersion: 1 }))
    .data!.result;
  expect((await undo(approver, retired.id, 2)).data!.result.version).toBe(3);
  expect((await undo(approver, retired.id, 2)).data!.result.version).toBe(3);
  expect(codeOf(await undo(approver, retired.id, 1))).toBe('changedMeanwhile');
  const { body } = await member.call<{
    data: { stage: { stage: string; history: Record<string, unknown>[] } };
  }>('GET', `/api/v1/knowledge/${itemId}/stage`);
  expect(body.data.stage.stage).toBe('adopted');
  expect(body.data.stage.history).toMatchObject([
    { from: 'retired', to: 'adopted', by: { name: 'approver' }, isUndo: true },
    { from: 'adopted', to: 'retired', by: { name: 'second' }, reasonEn: 'No', isUndo: false },
    { from: 'listed', to: 'adopted', by: { name: 'approver' }, reasonRu: 'Работает' },
  ]);
  const entries = await app.database
    .db('activity')
    .where({ subject_type: 'stage', subject_id: retired.id });
  expect(entries.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    'stage.set',
    'stage.set',
    'stage.undone',
  ]);
});

test('people of the company join a running pilot up to its limit', async () => {
  const { id } = (await set(approver, pilot())).data!.result;
  expect((await act(member, 'joinPilot', id)).data!.result.testersCount).toBe(1);
  expect((await act(member, 'joinPilot', id)).data!.result.testersCount).toBe(1);
  expect(codeOf(await act(stranger, 'joinPilot', id))).toBe('NOT_FOUND');
  expect((await act(member, 'leavePilot', id)).data!.result.testersCount).toBe(0);

  const { db } = app.database;
  const testers: Member[] = [];
  for (let count = 0; count < 29; count += 1)
    testers.push(await aMember(db, { companyKey: 'nexters' }));
  await db('pilot_testers').insert(
    testers.map(({ user }) => ({ stage_id: id, user_id: user.id, joined_at: now })),
  );
  // One place is left.
  const last = await Promise.all([member, second].map((one) => act(one, 'joinPilot', id)));
  expect(last.map(codeOf).toSorted()).toEqual(['allowed', 'pilotFull']);
  await app.services.personDeletion.remove(testers[0]!.user.id);
  await pass(11);
  expect(codeOf(await act(approver, 'joinPilot', id))).toBe('pilotOver');

  // The decision ends the pilot, and its undo restores the testers.
  const ended = (await set(approver, adopted)).data!.result;
  expect((await undo(approver, id, ended.version)).data!.result.testersCount).toBe(29);
  await set(approver, adopted);
  expect((await set(approver, pilot())).data!.result.testersCount).toBe(0);
});

test('asks for the decision on a pilot on its last day, once across processes, until it is made', async () => {
  const { db } = app.database;
  const { services: otherProcess } = createTestServices(db, { clock: () => now });
  const { id } = (await set(approver, pilot(day(2)))).data!.result;
  const record = async () => {
    const recorded = await Promise.all(
      [app.services, otherProcess].map(({ stages }) => stages.recordEnded(signal)),
    );
    await app.services.notifications.processEvents(signal);
    return recorded.reduce((sum, count) => sum + count, 0);
  };
  const told = async () => {
    const rows: { user_id: number }[] = await db('notifications')
      .where({ kind: 'pilot_ended', item_id: itemId })
      .orderBy('user_id');
    return rows.map((row) => row.user_id);
  };
  expect(await record()).toBe(0);
  expect(await waiting(approver)).toEqual([]);
  await pass(2);
  expect(await record()).toBe(1);
  expect(await record()).toBe(0);
  expect(await told()).toEqual([approver.userId, second.userId]);
  expect(await waiting(approver)).toEqual([{ id }]);
  expect(await waiting(admin)).toEqual([{ id }]);
  expect(await waiting(member)).toBe('approversOnly');
  // An extended pilot is due again on its new last day.
  await set(approver, pilot(day(5)));
  expect(await waiting(approver)).toEqual([]);
  await pass(6);
  expect(await record()).toBe(1);
  expect((await told()).length).toBe(4);
  await set(second, adopted);
  expect(await waiting(approver)).toEqual([]);
});

test('filters the search by stage, and counts the stages', async () => {
  const { db } = app.database;
  const other = (await anItem(db)).id;
  await set(approver, adopted);
  await set(approver, { stage: 'retired', reasonEn: 'No' }, 'nexters', other);
  const found = async (by: Caller, stages: string[]) => {
    const { body } = await by.graphql<{
      searchKnowledge: { items: { id: string }[] };
      filterCounts: { stages: { stage: string; count: number }[] };
    }>(
      `query ($stages: [ServiceStage!]) {
        searchKnowledge(stages: $stages, perPage: 100) { items { id } }
        filterCounts(stages: $stages) { stages { stage count } }
      }`,
      { stages },
    );
    const ids = body.data.searchKnowledge.items.map((one) => Number(one.id));
    return {
      items: [itemId, other].filter((id) => ids.includes(id)),
      counts: Object.fromEntries(
        body.data.filterCounts.stages.map(({ stage, count }) => [stage, count]),
      ),
    };
  };
  const { items, counts } = await found(member, ['adopted']);
  expect(items).toEqual([itemId]);
  expect(counts).toMatchObject({ adopted: 1, retired: 1, pilot: 0 });
  expect((await found(member, ['adopted', 'retired'])).items).toEqual([itemId, other]);
  expect((await found(member, ['listed'])).items).toEqual([]);
  expect((await found(member, ['listed', 'retired'])).items).toEqual([other]);
  expect((await found(stranger, ['listed'])).items).toEqual([itemId, other]);
  expect((await found(member, [...stageNames])).items).toEqual([itemId, other]);
  await set(approver, { stage: 'listed', reasonEn: 'Not yet' });
  expect((await found(member, ['adopted'])).items).toEqual([]);
  const { body } = await member.call<{ data: { id: string }[] }>(
    'GET',
    '/api/v1/knowledge/search?stages=retired',
  );
  expect(body.data.map((one) => one.id)).toEqual([String(other)]);
});

const choice: Parameters<TestApp['services']['merges']['merge']>[2] = {
  take: [],
  tags: 'kept',
  bookmark: 'keep',
};

test('a merge moves a stage, and its undo moves it back', async () => {
  const { merges } = app.services;
  const viewer = await anAdmin(app.database.db);
  const other = (await anItem(app.database.db)).id;
  await set(approver, adopted, 'nexters', other);
  const { mergeId } = await merges.merge(viewer, [itemId, other], choice);
  expect(await seen(member)).toEqual(['adopted', false]);
  await merges.undo(viewer, mergeId);
  expect(await seen(member)).toEqual(['listed', false]);
  expect(await seen(member, other)).toEqual(['adopted', false]);
  // The stage of the kept item wins.
  await set(approver, { stage: 'retired', reasonEn: 'No' });
  await merges.merge(viewer, [itemId, other], choice);
  expect(await seen(member)).toEqual(['retired', false]);
});

test('a decision on the kept item does not change the merged one', async () => {
  const { merges } = app.services;
  const viewer = await anAdmin(app.database.db);
  const other = (await anItem(app.database.db)).id;
  const { id } = (await set(approver, pilot(), 'nexters', other)).data!.result;
  await act(member, 'joinPilot', id);
  const { mergeId } = await merges.merge(viewer, [itemId, other], choice);
  const retired: StageInput = { stage: 'retired', reasonEn: 'No' };
  expect(codeOf(await set(second, { ...retired, expectedVersion: 0 }))).toBe('changedMeanwhile');
  const decided = (await set(second, { ...retired, expectedVersion: 1 })).data!.result;
  expect(codeOf(await set(approver, { ...adopted, expectedVersion: 1 }))).toBe('changedMeanwhile');
  const undone = (await undo(approver, decided.id, decided.version)).data!.result;
  expect(undone.testersCount).toBe(1);
  expect(await seen(member)).toEqual(['pilot', false]);
  await set(second, retired);
  await merges.undo(viewer, mergeId);
  expect(await seen(member)).toEqual(['retired', false]);
  expect(await seen(member, other)).toEqual(['pilot', false]);
});
