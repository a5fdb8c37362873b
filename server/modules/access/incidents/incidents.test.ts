// Incidents of services at every transport: no yes while one is open, rights, notifications and merges.
import { anItem, aMember, anAdmin } from '../../../testing/builders.ts';
import { connectAgent, startWithPerson, type Agent } from '../../../testing/agents.ts';
import { tokenOf, type Caller, type TestApp } from '../../../testing/testApp.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { IncidentInput } from './incidents.store.ts';

let app: TestApp;
let person: Caller & { userId: number };
let agent: Agent;
let admin: Member;
let approver: Member;
let stranger: Member;
let itemId: number;

const outage: IncidentInput = { kind: 'outage', textEn: 'It is down', textRu: 'Не работает' };
const signal = new AbortController().signal;

beforeAll(async () => {
  ({ app, person } = await startWithPerson());
  agent = await connectAgent(app, (await tokenOf(person, 'read')).token);
  const { db } = app.database;
  admin = await anAdmin(db);
  approver = await aMember(db, { companyKey: 'nexters' });
  stranger = await aMember(db, { companyKey: 'gdev' });
  await app.services.accessWorkflow.setApprovers(admin, 'nexters', { people: [approver.user.id] });
});
afterAll(() => app.close());

const ruled = async (): Promise<number> => {
  const { id } = await anItem(app.database.db, { tags: [approver.company!.approvalTag] });
  await app.services.dataRules.set(admin, 'nexters', [
    { itemId: id, tier: 'team', verdicts: [{ dataClass: 'source_code', verdict: 'yes' }] },
  ]);
  return id;
};
beforeEach(async () => {
  itemId = await ruled();
});

/** Every answer to a person of the company about the use of source code. */
async function answers(id = itemId) {
  const { body } = await person.graphql<{
    knowledgeItem: {
      approvalStatus: string;
      sourceUrl: string;
      incidents: { kind: string }[];
      dataRules: { verdicts: { dataClass: string; verdict: string }[] };
    };
    found: { items: { id: string }[] };
  }>(
    `query ($id: ID!) {
      knowledgeItem(id: $id) {
        approvalStatus sourceUrl incidents { kind } dataRules { verdicts { dataClass verdict } }
      }
      found: searchKnowledge(allowedFor: [source_code], perPage: 100) { items { id } }
    }`,
    { id: String(id) },
  );
  const { knowledgeItem: item, found } = body.data;
  const verdict = item.dataRules.verdicts.find((one) => one.dataClass === 'source_code')!.verdict;
  const rest = await person.call<{ data: { verdicts: { dataClass: string; verdict: string }[] } }>(
    'GET',
    `/api/v1/knowledge/${id}/rules`,
  );
  const mcp = await agent.use<{
    rules: { verdicts: Record<string, string> };
    incidents?: object[];
  }>('get_service', { id: String(id) });
  const checked = await agent.use<{ known: { rules: Record<string, string>; status: string } }>(
    'check_address',
    { address: item.sourceUrl },
  );
  return {
    verdicts: [
      verdict,
      rest.body.data.verdicts.find((one) => one.dataClass === 'source_code')!.verdict,
      mcp.rules.verdicts['source_code'],
      checked.known.rules['source_code'],
    ],
    status: [item.approvalStatus, checked.known.status],
    isFound: found.items.some((one) => one.id === String(id)),
    incidents: [item.incidents.length, mcp.incidents?.length ?? 0],
  };
}

const allYes = {
  verdicts: ['yes', 'yes', 'yes', 'yes'],
  status: ['approved', 'approved'],
  isFound: true,
  incidents: [0, 0],
};
const noYes = (incidents: number) => ({
  verdicts: Array.from({ length: 4 }, () => 'being_checked'),
  status: ['under_review', 'under_review'],
  isFound: false,
  incidents: [incidents, incidents],
});

test('an open incident removes every yes over every transport, and its end restores the rules', async () => {
  expect(await answers()).toEqual(allYes);
  const { incidents } = app.services;
  const first = await incidents.start(admin, itemId, outage);
  expect(await answers()).toEqual(noYes(1));
  // A repeated call returns the same incident.
  expect((await incidents.start(admin, itemId, outage)).id).toBe(first.id);
  const second = await incidents.start(approver, itemId, { ...outage, kind: 'breach' });
  expect(second.companyKeys).toEqual(['nexters']);
  await incidents.end(admin, first.id);
  expect(await answers()).toEqual(noYes(1));
  await incidents.end(approver, second.id);
  expect(await answers()).toEqual(allYes);
  await incidents.reopen(approver, second.id);
  expect(await answers()).toEqual(noYes(1));
});

test('concurrent starts and ends of incidents leave no yes and no open incident behind', async () => {
  const { incidents } = app.services;
  const kinds = ['breach', 'shutdown'] as const;
  let open = await incidents.start(admin, itemId, { ...outage, kind: 'outage' });
  for (const kind of kinds) {
    const [, started] = await Promise.all([
      incidents.end(admin, open.id),
      incidents.start(admin, itemId, { ...outage, kind }),
    ]);
    expect((await answers()).verdicts).toEqual(noYes(1).verdicts);
    open = started;
  }
  const other = await incidents.start(admin, itemId, { ...outage, kind: 'outage' });
  await Promise.all([incidents.end(admin, open.id), incidents.end(admin, other.id)]);
  expect(await answers()).toEqual(allYes);
});

test('an incident affects its companies, even without decided rules', async () => {
  const { incidents } = app.services;
  const { id } = await incidents.start(admin, itemId, { ...outage, companies: ['gdev'] });
  expect(await answers()).toEqual(allYes);
  await incidents.change(admin, id, { ...outage, companies: ['nexters', 'gdev'] });
  expect(await answers()).toEqual(noYes(1));
  const undecided = await anItem(app.database.db, { tags: [approver.company!.approvalTag] });
  await incidents.start(admin, undecided.id, outage);
  expect((await answers(undecided.id)).status).toEqual(['under_review', 'under_review']);
});

test('an incident follows a merge, and comes back with its undo', async () => {
  const { incidents, merges } = app.services;
  const other = await ruled();
  await incidents.start(admin, other, outage);
  const { mergeId } = await merges.merge(admin, [itemId, other], {
    take: [],
    tags: 'kept',
    bookmark: 'keep',
  });
  expect(await answers()).toEqual(noYes(1));
  await merges.undo(admin, mergeId);
  expect(await answers()).toEqual(allYes);
  expect(await answers(other)).toEqual(noYes(1));
});

test('only admins and approvers of the company start and end incidents', async () => {
  const { incidents } = app.services;
  await expect(incidents.start(stranger, itemId, outage)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    reason: 'approversOnly',
  });
  await expect(
    incidents.start(approver, itemId, { ...outage, companies: ['gdev'] }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'otherCompany' });
  const ofAll = await incidents.start(admin, itemId, outage);
  await expect(incidents.end(approver, ofAll.id)).rejects.toMatchObject({ reason: 'otherCompany' });
  const ofGdev = await incidents.start(admin, itemId, { ...outage, companies: ['gdev'] });
  await expect(incidents.end(approver, ofGdev.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await app.services.knowledge.update(admin, itemId, { adminVisibility: 'hidden' });
  await expect(incidents.start(approver, itemId, outage)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('refuses incomplete input and conflicting changes', async () => {
  const { incidents } = app.services;
  for (const [input, path] of [
    [{ kind: 'outage' }, 'input.textEn'],
    [{ ...outage, link: 'javascript:alert(1)' }, 'input.link'],
    [{ ...outage, companies: ['nobody'] }, 'input.companies'],
    [{ ...outage, textEn: 'x'.repeat(1_001) }, 'input.textEn'],
  ] as [IncidentInput, string][])
    await expect(incidents.start(admin, itemId, input)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ path }],
    });
  const { id } = await incidents.start(admin, itemId, outage);
  const later = { ...outage, textEn: 'It is slow' };
  expect(await incidents.change(admin, id, { ...later, expectedVersion: 1 })).toMatchObject({
    version: 2,
  });
  expect(await incidents.change(admin, id, { ...later, expectedVersion: 1 })).toMatchObject({
    version: 2,
  });
  await expect(
    incidents.change(admin, id, { ...outage, textEn: 'It is gone', expectedVersion: 1 }),
  ).rejects.toMatchObject({ code: 'CONFLICT', reason: 'changedMeanwhile' });
});

test('notifies users of the item once at its start and once at its end', async () => {
  const { incidents, notifications, knowledge } = app.services;
  const user = await aMember(app.database.db, { companyKey: 'nexters' });
  await knowledge.like(user, itemId);
  await knowledge.like(stranger, itemId);
  const told = async (viewer: Member) => {
    await notifications.processEvents(signal);
    const page = await notifications.page(viewer, { page: 0, perPage: 20 });
    return page.notifications
      .filter((one) => one.itemId === itemId)
      .map((one) => one.kind)
      .filter((kind) => kind.startsWith('incident'))
      .toSorted();
  };
  const { id } = await incidents.start(approver, itemId, outage);
  expect(await told(user)).toEqual(['incident_started']);
  await incidents.end(approver, id);
  await incidents.reopen(approver, id);
  await incidents.end(approver, id);
  expect(await told(user)).toEqual(['incident_ended', 'incident_started']);
  expect(await told(stranger)).toEqual([]);
});
