// Loadouts over every transport: rights, content, changes, and use.
import { startFakeMailServer, type FakeMailServer } from '../../../fakes/mail.ts';
import { connectAgent } from '../../testing/agents.ts';
import { aUseCase, anItem } from '../../testing/builders.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { loadoutAttemptsOn } from '../catalogue/translations/translations.module.ts';
import { createLoadoutTranslation } from './loadoutTranslation.service.ts';
import { loadoutTranslationsStore } from './loadouts.store.ts';
import { runDueJobs } from '../../testing/runJobs.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../../testing/testApp.ts';
import { hourMs } from '../../shared/durations.ts';
import { limits } from '../../config/limits.ts';

type Person = Caller & { userId: number };

let app: TestApp;
let mail: FakeMailServer;
let now = new Date('2026-10-01T09:00:00Z');
let owner: Person;
let colleague: Person;
let approver: Person;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({
    clock: () => now,
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Loadout <loadout@example.com>',
      ACCESS_REQUESTS_TO: 'it@example.com',
    },
  });
  await app.database.db('company_domains').insert([
    { domain: 'nexters.example', company_key: 'nexters' },
    { domain: 'gdev.example', company_key: 'gdev' },
  ]);
  const at = (email: string, company = 'nexters', isAdmin = false) =>
    app.signedIn({ email, company, isAdmin });
  owner = await at('owner@nexters.example');
  colleague = await at('colleague@nexters.example');
  approver = await at('approver@nexters.example');
  stranger = await at('stranger@gdev.example', 'gdev');
  admin = await at('admin@gdev.example', 'gdev', true);
  await app.database
    .db('access_approvers')
    .insert({ company_key: 'nexters', user_id: approver.userId });
  await app.database.db('companies').where({ key: 'gdev' }).update({ decides_for_all: true });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  await app.database.db('loadouts').delete();
  await app.database.db('access_requests').delete();
});

interface Loadout {
  id: string;
  titleRu: string | null;
  titleEn: string | null;
  kind: string;
  version: number;
  translationState: string;
  mayEdit: boolean;
  mayMakeOfficial: boolean;
  mayMakeOfficialForAll: boolean;
  takersCount: number;
  itemsCount: number;
  company: { key: string } | null;
  owner: { id: string } | null;
  items: {
    item: { id: string };
    reasonRu: string | null;
    reasonEn: string | null;
    state: string;
  }[];
  progress: Record<string, unknown> | null;
}

const fields = `id titleRu titleEn descriptionRu kind version translationState mayEdit mayMakeOfficial mayMakeOfficialForAll takersCount itemsCount
  company { key } owner { id } items { item { id } reasonRu reasonEn state }
  progress { total used approved mayRequest waiting refused takenAt isHidden }`;

/** The result of one root field, or its refusal as `CODE` or `CODE reason`. */
async function ask<Result = Loadout>(
  who: Caller,
  call: string,
  selection = `{ ${fields} }`,
): Promise<Result> {
  const { body } = await who.graphql<{ result: Result }>(
    `${/^(?:loadout|taken|offered)/.test(call) ? 'query' : 'mutation'} { result: ${call} ${selection} }`,
  );
  if (body.errors) {
    const { code, reason } = body.errors[0]!.extensions;
    throw new Error([code, reason].filter(Boolean).join(' '));
  }
  return body.data.result;
}
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: Error) => error.message,
  );

const items = async (count: number): Promise<number[]> => {
  const made: number[] = [];
  for (let n = 0; n < count; n += 1) made.push((await anItem(app.database.db)).id);
  return made;
};
const inputOf = (ids: readonly number[]): string =>
  `[${ids.map((id) => `{ itemId: "${id}", reasonEn: "For ${id}" }`).join(', ')}]`;
const make = (who: Caller, ids: readonly number[] = [], title = 'Trailer in a week') =>
  ask(who, `createLoadout(input: { titleEn: "${title}", items: ${inputOf(ids)} })`);
const publish = (who: Caller, { id }: { id: string }, kind: string, more = '') =>
  ask(who, `setLoadoutKind(id: "${id}", kind: ${kind}${more})`);
const orderOf = (loadout: Loadout): number[] => loadout.items.map(({ item }) => Number(item.id));

describe('rights', () => {
  test('can be read by the audience of its kind, over every transport', async () => {
    const named: [string, Caller][] = Object.entries({
      owner,
      colleague,
      approver,
      admin,
      stranger,
    });
    const people = await Promise.all(
      named.map(async ([name, who]) => {
        const { token } = await tokenOf(who, name === 'admin' ? 'admin' : 'read');
        const { address } = await ask<{ address: string }>(who, 'renewFeedAddress', '{ address }');
        const feed = `${app.url}${new URL(address).pathname}/loadout.atom`;
        return { name, who, feed, agent: await connectAgent(app, token) };
      }),
    );
    const readers = async (id: string): Promise<Record<string, string[]>> => {
      const visitor = app.visitor();
      expect(await refusal(ask(visitor, `loadout(id: "${id}")`))).toBe('UNAUTHENTICATED');
      expect((await visitor.call('GET', `/api/v1/loadouts/${id}`)).status).toBe(401);
      const seen: Record<string, string[]> = { graphql: [], rest: [], mcp: [], feed: [] };
      for (const { name, who, feed, agent } of people) {
        if ((await refusal(ask(who, `loadout(id: "${id}")`))) === 'allowed')
          seen['graphql']!.push(name);
        if ((await who.call('GET', `/api/v1/loadouts/${id}`)).status === 200)
          seen['rest']!.push(name);
        if (!(await agent.call('get_loadout', { id })).isError) seen['mcp']!.push(name);
        if ((await fetch(`${feed}?id=${id}&lang=en`)).status === 200) seen['feed']!.push(name);
      }
      return seen;
    };
    const everywhere = (...names: string[]) => ({
      graphql: names,
      rest: names,
      mcp: names,
      feed: names,
    });
    // A personal loadout is readable by its owner in a browser only.
    const { id } = await make(owner);
    expect(await readers(id)).toEqual({ graphql: ['owner'], rest: ['owner'], mcp: [], feed: [] });
    await publish(owner, { id }, 'team');
    const names = ['owner', 'colleague', 'approver', 'admin'];
    // Agents and feeds never see admin-only data.
    const members = names.slice(0, 3);
    expect(await readers(id)).toEqual({ ...everywhere(...names), mcp: members, feed: members });
    const official = await publish(admin, await make(admin), 'official', ', allCompanies: true');
    expect(await readers(official.id)).toEqual(everywhere(...named.map(([name]) => name)));
  });

  test('is limited to the owner’s company again, whoever removes the mark for all companies', async () => {
    const loadout = await make(owner);
    await publish(owner, loadout, 'team');
    for (const kind of ['team', 'official']) {
      const { company } = await publish(admin, loadout, 'official', ', allCompanies: true');
      expect(company).toBeNull();
      expect((await publish(admin, loadout, kind)).company).toEqual({ key: 'nexters' });
      expect((await ask(colleague, `loadout(id: "${loadout.id}")`)).kind).toBe(kind);
    }
  });

  test('an official one can be changed by its owner and the company’s approvers only', async () => {
    const loadout = await make(owner);
    await publish(owner, loadout, 'team');
    const rename = (who: Caller) =>
      refusal(
        ask(who, `updateLoadout(id: "${loadout.id}", input: { titleEn: "New ${now.getTime()}" })`),
      );
    expect(await refusal(publish(owner, loadout, 'official'))).toBe('FORBIDDEN approversOnly');
    expect(await refusal(publish(colleague, loadout, 'official'))).toBe('FORBIDDEN otherLoadout');
    expect(await refusal(publish(stranger, loadout, 'official'))).toBe('NOT_FOUND');
    expect(await rename(approver)).toBe('FORBIDDEN otherLoadout');
    expect((await publish(approver, loadout, 'official')).kind).toBe('official');
    const seen: Record<string, string> = {};
    for (const [name, who] of Object.entries({ owner, colleague, approver, admin, stranger }))
      seen[name] = await rename(who);
    expect(seen).toEqual({
      owner: 'allowed',
      colleague: 'FORBIDDEN otherLoadout',
      approver: 'allowed',
      admin: 'allowed',
      stranger: 'NOT_FOUND',
    });
    expect(await ask(colleague, `loadout(id: "${loadout.id}")`)).toMatchObject({
      mayEdit: false,
      mayMakeOfficial: false,
    });
    const forAll: Record<string, boolean> = {};
    for (const [name, who] of Object.entries({ owner, approver, admin }))
      forAll[name] = (await ask(who, `loadout(id: "${loadout.id}")`)).mayMakeOfficialForAll;
    expect(forAll).toEqual({ owner: false, approver: false, admin: true });
    expect(await refusal(publish(owner, loadout, 'personal'))).toBe('FORBIDDEN approversOnly');
    expect(await refusal(publish(approver, loadout, 'official', ', allCompanies: true'))).toBe(
      'FORBIDDEN approversOnly',
    );
    expect(
      await app.database
        .db('activity')
        .where({ subject_type: 'loadout', subject_id: loadout.id })
        .pluck('action'),
    ).toEqual(expect.arrayContaining(['loadout.created', 'loadout.kind', 'loadout.changed']));
  });
});

describe('content', () => {
  test('adds, moves and removes items; a repeated call changes nothing', async () => {
    const [a, b, c, d] = await items(4);
    const { id } = await make(owner, [a!, b!, c!]);
    const add = `addLoadoutItem(id: "${id}", input: { itemId: "${d}" }, position: 1)`;
    expect(orderOf(await ask(owner, add))).toEqual([a, d, b, c]);
    expect((await ask(owner, add)).version).toBe(1);
    const move = `moveLoadoutItem(id: "${id}", itemId: "${a}", position: 99)`;
    expect(orderOf(await ask(owner, move))).toEqual([d, b, c, a]);
    expect((await ask(owner, move)).version).toBe(2);
    const without = await ask(owner, `removeLoadoutItem(id: "${id}", itemId: "${b}")`);
    expect(orderOf(without)).toEqual([d, c, a]);
    expect(without.items.at(-1)).toMatchObject({ reasonEn: `For ${a}` });
  });

  test('reports a conflict to the second of two editors', async () => {
    const [a] = await items(1);
    const { id, version } = await make(owner, [a!]);
    const rename = (title: string) =>
      ask(
        owner,
        `updateLoadout(id: "${id}", input: { titleEn: "${title}" }, expectedVersion: ${version})`,
      );
    const outcomes = await Promise.all([refusal(rename('One')), refusal(rename('Two'))]);
    expect(outcomes.toSorted()).toEqual(['CONFLICT changedMeanwhile', 'allowed']);
  });

  test('can be restored within the hour, with its items', async () => {
    const [a] = await items(1);
    const { id } = await make(owner, [a!]);
    await ask(owner, `deleteLoadout(id: "${id}")`, '{ success }');
    expect(await refusal(ask(owner, `loadout(id: "${id}")`))).toBe('NOT_FOUND');
    expect(await refusal(ask(colleague, `restoreLoadout(id: "${id}")`))).toBe('NOT_FOUND');
    expect(orderOf(await ask(owner, `restoreLoadout(id: "${id}")`))).toEqual([a]);
    await ask(owner, `deleteLoadout(id: "${id}")`, '{ success }');
    now = new Date(now.getTime() + hourMs + 1);
    expect(await refusal(ask(owner, `restoreLoadout(id: "${id}")`))).toBe('NOT_FOUND');
    await app.services.loadouts.forgetDeleted();
    expect(await app.database.db('loadouts').where({ id })).toEqual([]);
  });

  test('refuses over the limits with a text, and returns the first loadout for a repeated key', async () => {
    const ids = await items(limits.lists.loadoutItems + 1);
    const more = ids.pop();
    const full = await make(owner, ids);
    expect(
      await refusal(ask(owner, `addLoadoutItem(id: "${full.id}", input: { itemId: "${more}" })`)),
    ).toBe('CONFLICT loadoutFull');
    expect(await refusal(make(owner, [...ids, more!]))).toBe('INVALID');
    expect(await refusal(make(owner, [], ' '))).toBe('INVALID');
    expect(await refusal(make(owner, [], `lo_${'a'.repeat(40)}`))).toBe('INVALID holdsKey');
    expect(await refusal(make(owner, [999_999]))).toBe('NOT_FOUND');
    const keyed = () =>
      ask(owner, 'createLoadout(input: { titleEn: "Once", idempotencyKey: "k" })');
    expect((await keyed()).id).toBe((await keyed()).id);
    const copy = (key: string) =>
      ask(owner, `copyLoadout(id: "${full.id}", idempotencyKey: "${key}")`);
    const first = await copy('c');
    expect((await copy('c')).id).toBe(first.id);
    await ask(owner, `deleteLoadout(id: "${first.id}")`, '{ success }');
    expect((await copy('c')).id).not.toBe(first.id);
    expect(await refusal(copy('x'.repeat(201)))).toBe('INVALID');
    for (let n = 3; n < limits.loadout.personalPerPerson; n += 1) await make(owner);
    expect(await refusal(make(owner))).toBe('CONFLICT tooManyLoadouts');
    expect(await refusal(ask(owner, `copyLoadout(id: "${full.id}")`))).toBe(
      'CONFLICT tooManyLoadouts',
    );
  });
});

test('is found by its title in any case, and by words of what a visible service is for', async () => {
  const [icons, hidden] = await items(2);
  const { id } = await ask(
    owner,
    `createLoadout(input: { titleRu: "2D-художник", items: [
      { itemId: "${icons}", reasonRu: "Черновые иконки инвентаря для программиста" }, { itemId: "${hidden}", reasonRu: "Раскадровки" }
    ] })`,
  );
  await publish(owner, { id }, 'team');
  const found = async (search: string, who: Caller = colleague) =>
    (await ask<Loadout | null>(who, `loadoutForSearch(search: "${search}")`))?.id ?? null;
  for (const search of [
    '2д-художник',
    'набор для 2D-художника',
    'иконки',
    'иконка инвентаря',
    'раскадровка',
  ])
    expect([search, await found(search)]).toEqual([search, id]);
  await app.database.db('items').where({ id: hidden }).update({ admin_visibility: 'hidden' });
  for (const search of ['раскадровка', 'для', 'иконки трейлера', 'программист'])
    expect([search, await found(search)]).toEqual([search, null]);
  expect(await found('иконки', stranger)).toBeNull();
});

test('the language model fills in the missing language, and never overwrites a newer text', async () => {
  const [a] = await items(1);
  const { id } = await make(owner, [a!], 'Trailer');
  const services = createTestServices(app.database.db, { clock: () => now }).services;
  const model = {
    translate: async (text: string, _from: string, to: string) => `${to}: ${text}`,
  };
  const rounds = createLoadoutTranslation({
    store: loadoutTranslationsStore(app.database.db),
    attempts: loadoutAttemptsOn(app.database.db),
    toDomainError: (error) => error,
    model,
    clock: () => now,
    log: services.log,
  });
  await rounds.translatePending(new AbortController().signal);
  expect(await ask(owner, `loadout(id: "${id}")`)).toMatchObject({
    titleRu: 'ru: Trailer',
    titleEn: 'Trailer',
    items: [{ reasonRu: `ru: For ${a}` }],
    translationState: 'translated',
    version: 0,
  });
  await ask(owner, `updateLoadout(id: "${id}", input: { titleEn: "Teaser" })`);
  // Both languages are written by hand: an outdated translation does not replace one.
  await ask(
    owner,
    `updateLoadout(id: "${id}", input: { descriptionEn: "For a week", descriptionRu: "На неделю" })`,
  );
  model.translate = async (text, _from, to) => {
    await ask(owner, `updateLoadout(id: "${id}", input: { titleRu: "Тизер" })`);
    return `${to}: ${text}`;
  };
  await rounds.translatePending(new AbortController().signal);
  expect(await ask(owner, `loadout(id: "${id}")`)).toMatchObject({
    titleRu: 'Тизер',
    descriptionRu: 'На неделю',
  });
});

describe('taking a loadout', () => {
  test('likes items, requests others with one mail, with undo', async () => {
    const ids = await items(4);
    const [used, ready, wanted, other] = ids;
    await colleague.graphql(`mutation { likeKnowledge(id: "${used}") { isLiked } }`);
    const { id } = await publish(owner, await make(owner, ids), 'team');
    expect((await ask(colleague, `loadout(id: "${id}")`)).progress).toMatchObject({
      total: 4,
      used: 1,
      mayRequest: 3,
      takenAt: null,
    });
    const taken = await ask(
      colleague,
      `takeLoadout(id: "${id}", markItemIds: ["${used}", "${ready}"])`,
    );
    expect(taken).toMatchObject({ takersCount: 1, progress: { used: 2 } });
    mail.mails.length = 0;
    const request = `requestAccessForLoadout(id: "${id}", input: { itemIds: ["${wanted}", "${other}"],
      subscriptionType: pro, features: "Sketches for the new biome", idempotencyKey: "one" })`;
    const made = await ask<{ id: string }[]>(colleague, request, '{ id service }');
    expect(await ask(colleague, request, '{ id service }')).toEqual(made);
    await runDueJobs(app.database.url, app.services);
    expect(mail.mails).toHaveLength(1);
    const services: string[] = await app.database
      .db('items')
      .whereIn('id', [wanted!, other!])
      .pluck('title_en');
    for (const service of services) expect(mail.mails[0]!.mail.text).toContain(service);
    expect(mail.mails[0]!.mail.text).toContain('/profile/approvals');
    expect((await ask<Loadout[]>(colleague, 'takenLoadouts'))[0]).toMatchObject({
      id,
      progress: { used: 2, waiting: 2, mayRequest: 0, isHidden: false },
    });
    await ask(colleague, `hideLoadoutProgress(id: "${id}")`);
    expect(await ask(colleague, 'takenLoadouts')).toEqual([]);

    // Undoes the requests, the last step; the likes of the first step stay, however often that is repeated.
    const undo = `undoTakeLoadout(id: "${id}")`;
    for (const undone of [await ask(colleague, undo), await ask(colleague, undo)])
      expect(undone).toMatchObject({
        takersCount: 1,
        progress: { used: 2, waiting: 0, mayRequest: 2, takenAt: expect.any(String) },
      });
    expect(await app.database.db('access_requests').distinct('status').pluck('status')).toEqual([
      'withdrawn',
    ]);
  });

  test('steps of one person follow each other', async () => {
    const ids = await items(2);
    const { id } = await publish(owner, await make(owner, ids), 'team');
    const take = () => ask(colleague, `takeLoadout(id: "${id}", markItemIds: [${ids.join()}])`);
    const undo = () => ask(colleague, `undoTakeLoadout(id: "${id}")`);
    await Promise.all([take(), undo(), take(), undo(), take(), undo(), take(), undo()]);
    const { progress } = await ask(colleague, `loadout(id: "${id}")`);
    expect(progress?.['used']).toBe(progress?.['takenAt'] ? 2 : 0);
  });

  test('undo keeps later work: a use case, and a decided request', async () => {
    const ids = await items(3);
    const { id } = await publish(owner, await make(owner, ids), 'team');
    await ask(colleague, `takeLoadout(id: "${id}", markItemIds: ["${ids[0]}"])`);
    await aUseCase(app.database.db, { itemId: ids[0]!, userId: colleague.userId });
    const [first] = await ask<{ id: string }[]>(
      colleague,
      `requestAccessForLoadout(id: "${id}", input: { itemIds: ["${ids[1]}", "${ids[2]}"], subscriptionType: basic, features: "To try" })`,
      '{ id }',
    );
    await ask(
      approver,
      `decideAccessRequest(id: "${first!.id}", decision: approve, expectedVersion: 0)`,
      '{ actions }',
    );
    expect((await ask(colleague, `undoTakeLoadout(id: "${id}")`)).progress).toMatchObject({
      used: 1,
      approved: 1,
      mayRequest: 1,
    });
    expect(
      await refusal(
        ask(colleague, `takeLoadout(id: "${id}", markItemIds: ["${(await items(1))[0]}"])`),
      ),
    ).toBe('NOT_FOUND');
  });

  test('suggests the official loadout of the discipline until it is taken', async () => {
    const me = async () =>
      (await colleague.graphql<{ me: object }>('{ me { discipline wantsDiscipline } }')).body.data
        .me;
    expect(await me()).toEqual({ discipline: null, wantsDiscipline: true });
    const [item] = await items(1);
    const loadout = await ask(
      owner,
      `createLoadout(input: { titleEn: "QA", discipline: qa, items: [{ itemId: "${item}" }] })`,
    );
    await publish(owner, loadout, 'team');
    await publish(approver, loadout, 'official');
    await ask(colleague, 'setDiscipline(discipline: qa)', '{ id }');
    expect(await me()).toEqual({ discipline: 'qa', wantsDiscipline: false });
    await colleague.graphql(`mutation { likeKnowledge(id: "${item}") { isLiked } }`);
    expect(await ask(colleague, 'offeredLoadout')).toBeNull();
    await colleague.graphql(`mutation { unlikeKnowledge(id: "${item}") { isLiked } }`);
    expect(await ask(colleague, 'offeredLoadout')).toMatchObject({ id: loadout.id });
    await ask(colleague, `hideLoadoutProgress(id: "${loadout.id}")`);
    expect(await ask(colleague, 'offeredLoadout')).toBeNull();
    expect((await ask(colleague, `loadout(id: "${loadout.id}")`)).takersCount).toBe(0);
    await ask(colleague, `hideLoadoutProgress(id: "${loadout.id}", hidden: false)`);
    expect(await ask(colleague, 'offeredLoadout')).toMatchObject({ id: loadout.id });
    await ask(colleague, `takeLoadout(id: "${loadout.id}")`);
    expect(await ask(colleague, 'offeredLoadout')).toBeNull();
    await ask(colleague, 'setDiscipline(discipline: null)', '{ id }');
    expect(await me()).toEqual({ discipline: null, wantsDiscipline: false });
  });
});

describe('changes of items and owners', () => {
  test('hide an item from everybody except admins, and notify the owner', async () => {
    const [a, b] = await items(2);
    const { id } = await publish(owner, await make(owner, [a!, b!]), 'team');
    await admin.graphql(`mutation { updateKnowledge(id: "${a}", adminVisibility: hidden) { id } }`);
    expect(await ask(owner, `loadout(id: "${id}")`)).toMatchObject({
      itemsCount: 1,
      progress: { total: 1 },
    });
    expect(orderOf(await ask(admin, `loadout(id: "${id}")`))).toEqual([a, b]);
    await app.services.notifications.processEvents(new AbortController().signal);
    const { body } = await owner.graphql<{ notifications: { notifications: object[] } }>(
      '{ notifications { notifications { kind title knowledgeItem { id } } } }',
    );
    expect(body.data.notifications.notifications).toContainEqual({
      kind: 'loadout_service_hidden',
      title: 'Trailer in a week',
      knowledgeItem: null,
    });
    // A new order of the owner keeps items that are hidden from the owner.
    await ask(
      owner,
      `addLoadoutItem(id: "${id}", input: { itemId: "${(await items(1))[0]}" }, position: 0)`,
    );
    await admin.graphql(
      `mutation { updateKnowledge(id: "${a}", adminVisibility: visible) { id } }`,
    );
    expect(orderOf(await ask(owner, `loadout(id: "${id}")`))).toContain(a);
  });

  test('replace a merged item by the kept one once, and restore it with the undo', async () => {
    const [kept, merged] = await items(2);
    const { id } = await publish(owner, await make(owner, [merged!, kept!]), 'team');
    const { db } = app.database;
    await db('items').where({ id: merged }).update({ merged_into: kept, removed_at: now });
    expect(orderOf(await ask(owner, `loadout(id: "${id}")`))).toEqual([kept]);
    const ofItem = await owner.graphql<{ knowledgeItem: { loadouts: object[] } }>(
      `{ knowledgeItem(id: "${merged}") { id loadouts { id } } }`,
    );
    expect(ofItem.body.data.knowledgeItem).toEqual({ id: String(kept), loadouts: [{ id }] });
    // Changes made while it is merged survive the undo.
    const [added] = await items(1);
    await ask(owner, `addLoadoutItem(id: "${id}", input: { itemId: "${added}" }, position: 0)`);
    await ask(
      owner,
      `updateLoadoutItem(id: "${id}", input: { itemId: "${kept}", reasonEn: "Both" })`,
    );
    await ask(owner, `moveLoadoutItem(id: "${id}", itemId: "${kept}", position: 0)`);
    await ask(owner, `moveLoadoutItem(id: "${id}", itemId: "${kept}", position: 1)`);
    await db('items').where({ id: merged }).update({ merged_into: null, removed_at: null });
    expect(orderOf(await ask(owner, `loadout(id: "${id}")`))).toEqual([added, merged, kept]);
  });

  test('pass official loadouts of people who leave to the admins, without a name after deletion', async () => {
    const { db } = app.database;
    const leaver = await app.signedIn({ email: 'leaver@nexters.example', company: 'nexters' });
    const [official, team] = [await make(leaver), await make(leaver)];
    for (const one of [official, team]) await publish(leaver, one, 'team');
    await publish(approver, official, 'official');
    await db('users').where({ id: leaver.userId }).update({ disabled_at: now });
    expect((await ask(colleague, `loadout(id: "${official.id}")`)).owner).toBeNull();
    expect(await ask(approver, `loadout(id: "${official.id}")`)).toMatchObject({ mayEdit: true });
    await app.services.personDeletion.remove(leaver.userId);
    expect(await ask(colleague, `loadout(id: "${official.id}")`)).toMatchObject({ owner: null });
    expect(await refusal(ask(colleague, `loadout(id: "${team.id}")`))).toBe('NOT_FOUND');
  });
});
