// The id of a merged item leads to its target in every transport. Covers every field and path with an item id, on the real schema,
// over a chain of two merges and after an undo.
import { isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { getOperation, readDocument } from '../rest/operation.ts';
import { routes, type DocumentRow } from '../rest/routes.ts';
import { anItem, aUseCase } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { buildSchema } from './schema.ts';

const schema = buildSchema();

let app: TestApp;
let admin: Caller & { userId: number };
let person: Caller & { userId: number };
/** Merged into `middle`, which was merged into `last`. */
let first: string;
let middle: string;
let last: string;
let secondMerge: string;

const ask = async <Result>(query: string, variables: object, as: Caller = admin) => {
  const { body } = await as.graphql<{ result: Result }>(query, { ...variables });
  expect(body.errors).toBeUndefined();
  return body.data.result;
};
const newItem = async () => String((await anItem(app.database.db)).id);
const mergeMutation = `mutation ($keptId: ID!, $mergedId: ID!) {
  result: mergeKnowledge(keptId: $keptId, mergedId: $mergedId) { merge { id } item { id } }
}`;
const merge = (keptId: string, mergedId: string) =>
  ask<{ merge: { id: string }; item: { id: string } }>(mergeMutation, { keptId, mergedId });

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signedIn({ isAdmin: true, company: 'gdev' });
  person = await app.signedIn();
  [first, middle, last] = [await newItem(), await newItem(), await newItem()];
  const { db } = app.database;
  await aUseCase(db, { itemId: Number(first), userId: person.userId });
  await db('item_likes').insert({ item_id: Number(first), user_id: person.userId });
  await db('complaints').insert({
    user_id: person.userId,
    item_id: Number(first),
    complaint_type: 'spam',
  });
  await merge(middle, first);
  secondMerge = (await merge(last, middle)).merge.id;
});
afterAll(() => app.close());

/** Reads, with a text that identifies the answer; it must be equal for every id. */
const reads: Record<string, { query: string; holds: string }> = {
  'Query.knowledgeItem.id': {
    query: 'query ($id: ID!) { result: knowledgeItem(id: $id) { id titleEn likesCount } }',
    holds: '"likesCount":',
  },
  'Query.knowledgeItems.ids': {
    query: 'query ($id: ID!) { result: knowledgeItems(ids: [$id]) { id titleEn } }',
    holds: '"id"',
  },
  'Query.itemLikers.itemId': {
    query: 'query ($id: ID!) { result: itemLikers(itemId: $id) { total users { id } } }',
    holds: '"users":[{',
  },
  'Query.itemExperts.itemId': {
    query: 'query ($id: ID!) { result: itemExperts(itemId: $id) { id useCasesCount } }',
    holds: '"useCasesCount":1',
  },
  'Query.useCases.itemId': {
    query: 'query ($id: ID!) { result: useCases(itemId: $id) { id knowledgeItemId } }',
    holds: '"knowledgeItemId"',
  },
  'Query.myUseCasesForItem.itemId': {
    query: 'query ($id: ID!) { result: myUseCasesForItem(itemId: $id) { id knowledgeItemId } }',
    holds: '"knowledgeItemId"',
  },
  'Query.complaintGroup.knowledgeItemId': {
    query:
      'query ($id: ID!) { result: complaintGroup(knowledgeItemId: $id, type: spam) { key count knowledgeItem { id } } }',
    holds: '"count":',
  },
  'Query.itemHistory.itemId': {
    query: 'query ($id: ID!) { result: itemHistory(itemId: $id) { total entries { id } } }',
    holds: '"entries":[{',
  },
  'Query.dataRules.itemId': {
    query:
      'query ($id: ID!) { result: dataRules(itemId: $id, company: "gdev") { itemId version } }',
    holds: '"itemId"',
  },
  'Query.itemSeats.itemId': {
    query: 'query ($id: ID!) { result: itemSeats(itemId: $id, company: "gdev") { seatsTaken } }',
    holds: '"seatsTaken"',
  },
  'Query.dataRulesHistory.itemId': {
    query:
      'query ($id: ID!) { result: dataRulesHistory(itemId: $id, company: "gdev") { total entries { kind } } }',
    holds: '"kind"',
  },
};

interface Added {
  id: string;
  version: number;
  knowledgeItem: { id: string };
}
const subscription = {
  plan: 'Team',
  seats: 1,
  pricePerSeat: 100,
  currency: 'EUR',
  period: 'month',
};
const remove = ({ id, version }: Added) =>
  ask(
    'mutation ($id: ID!, $version: Int!) { result: removeSubscription(id: $id, expectedVersion: $version) { success } }',
    { id, version },
  );

/** Confirms a changed source of a rule by the id, or undoes that; returns the item whose rule is confirmed or waits again. */
async function confirmSource(id: string, isUndone: boolean): Promise<string> {
  const { db } = app.database;
  const now = await currentOf(id);
  const key = { item_id: Number(now), company_key: 'gdev', tier: 'enterprise' };
  const address = 'https://vendor.example.com/terms';
  const facts = [{ kind: 'training', en: 'No', sourceUrl: address, sourceDate: '2026-01-01' }];
  await db('data_rules').where(key).delete();
  await db('data_rules').insert({ ...key, facts: JSON.stringify(facts) });
  await db('source_pages').where({ address }).delete();
  const [page] = await db('source_pages')
    .insert({ address, next_read_at: new Date() })
    .returning('id');
  const [change] = await db('source_changes')
    .insert({
      page_id: page.id,
      kind: 'gone',
      found_at: new Date(),
      removed: [],
      added: [],
      more: 0,
    })
    .returning('id');
  for (const step of isUndone ? ['confirmSource', 'undoSourceConfirmation'] : ['confirmSource'])
    await ask(
      `mutation ($changeId: ID!, $id: ID!) {
        result: ${step}(changeId: $changeId, itemId: $id, company: "gdev", tier: enterprise) { isConfirmed }
      }`,
      { changeId: String(change.id), id },
    );
  const confirmed = await db('source_confirmations').where({ change_id: change.id }).first();
  await db('data_rules').where(key).delete();
  if (isUndone) return confirmed ? 'nothing' : now;
  return String(confirmed?.item_id);
}

/** Writes; each returns the id of the item that it changed. */
const writes: Record<string, (id: string) => Promise<string>> = {
  'Mutation.likeKnowledge.id': async (id) => {
    await ask('mutation ($id: ID!) { result: likeKnowledge(id: $id) { isLiked } }', { id });
    return likedOnly();
  },
  'Mutation.unlikeKnowledge.id': async (id) => {
    const now = await currentOf(id);
    await ask('mutation ($id: ID!) { result: likeKnowledge(id: $id) { isLiked } }', { id: now });
    await ask(
      'mutation ($id: ID!) { result: unlikeKnowledge(id: $id, withUseCases: true) { isLiked } }',
      { id },
    );
    const { isLiked } = await ask<{ isLiked: boolean }>(
      'query ($id: ID!) { result: knowledgeItem(id: $id) { isLiked } }',
      { id: now },
    );
    return isLiked ? 'nothing' : now;
  },
  'Mutation.updateKnowledge.id': async (id) =>
    (
      await ask<{ id: string }>(
        'mutation ($id: ID!) { result: updateKnowledge(id: $id, adminNotes: "By an old id") { id adminNotes } }',
        { id },
      )
    ).id,
  'Mutation.editKnowledge.id': async (id) =>
    (
      await ask<{ item: { id: string } }>(
        'mutation ($id: ID!, $text: String) { result: editKnowledge(id: $id, descriptionEn: $text) { item { id } changeId } }',
        { id, text: `By the id ${id}` },
      )
    ).item.id,
  'Mutation.createUseCase.itemId': async (id) =>
    (
      await ask<{ knowledgeItemId: string }>(
        'mutation ($id: ID!, $text: String) { result: createUseCase(itemId: $id, descriptionEn: $text, descriptionRu: "Пишу тексты") { knowledgeItemId } }',
        { id, text: `I write texts by the id ${id}` },
      )
    ).knowledgeItemId,
  'Mutation.askExpert.itemId': async (id) => {
    await writeToday(id);
    await ask(
      'mutation ($id: ID!, $expertId: ID!) { result: askExpert(itemId: $id, expertId: $expertId) { success } }',
      { id, expertId: String(person.userId) },
    );
    return askedAbout();
  },
  'Mutation.startIncident.itemId': async (id) => {
    const started = await ask<{ id: string }>(
      'mutation ($id: ID!) { result: startIncident(itemId: $id, input: { kind: outage, textEn: "Down" }) { id } }',
      { id },
    );
    const now = await currentOf(id);
    const { incidents } = await ask<{ incidents: { id: string }[] }>(
      'query ($id: ID!) { result: knowledgeItem(id: $id) { incidents { id } } }',
      { id: now },
    );
    await ask('mutation ($id: ID!) { result: endIncident(id: $id) { id } }', { id: started.id });
    return incidents.some((one) => one.id === started.id) ? now : 'nothing';
  },
  'Mutation.setStage.itemId': async (id) =>
    (
      await ask<{ knowledgeItem: { id: string } }>(
        `mutation ($id: ID!, $reason: String) {
          result: setStage(itemId: $id, company: "gdev", input: { stage: adopted, reasonEn: $reason }) { knowledgeItem { id } }
        }`,
        { id, reason: `It works by the id ${id}` },
      )
    ).knowledgeItem.id,
  'Mutation.confirmSource.itemId': (id) => confirmSource(id, false),
  'Mutation.undoSourceConfirmation.itemId': (id) => confirmSource(id, true),
  'Mutation.addSubscription.itemId': async (id) => {
    const added = await ask<Added>(
      `mutation ($id: ID!, $input: SubscriptionInput!) {
        result: addSubscription(itemId: $id, company: "gdev", input: $input) { id version knowledgeItem { id } }
      }`,
      { id, input: subscription },
    );
    await remove(added);
    return added.knowledgeItem.id;
  },
  'Mutation.startAccessReview.itemId': async (id) => {
    await ask(
      'mutation ($id: ID!) { result: startAccessReview(itemId: $id, company: "gdev") { seatsTaken } }',
      { id },
    );
    return currentOf(id);
  },
  'ComplaintInput.knowledgeItemId': async (id) =>
    (
      await ask<{ knowledgeItemId: string }>(
        'mutation ($input: ComplaintInput!) { result: reportItem(input: $input) { knowledgeItemId } }',
        { input: { knowledgeItemId: id, complaintType: 'spam', comment: `By the id ${id}` } },
      )
    ).knowledgeItemId,
  'AccessRequestInput.knowledgeItemId': async (id) => {
    await ask(
      'mutation ($input: AccessRequestInput!) { result: requestAccess(input: $input) { id } }',
      {
        input: {
          service: 'By its id',
          knowledgeItemId: id,
          subscriptionType: 'pro',
          features: `By the id ${id}`,
        },
      },
    );
    return requestedOnly();
  },
  'DataRulesInput.itemId': async (id) =>
    (
      await ask<{ rules: { itemId: string }[] }>(
        'mutation ($rules: [DataRulesInput!]!) { result: setDataRules(company: "gdev", rules: $rules) { rules { itemId } } }',
        { rules: [{ itemId: id, owner: `Owner by the id ${id}` }] },
      )
    ).rules[0]!.itemId,
  'Mutation.applyComplaintFix.knowledgeItemId': async (id) => {
    await reportAsOther(id);
    const { id: fixId } = await ask<{ id: string }>(fixMutation, {
      id,
      type: 'other',
      fix: { action: 'set_tags', tags: [`cured ${id}`] },
    });
    return fixedItem(fixId);
  },
  'ComplaintFixInput.otherId': async (id) => {
    const double = await newItem();
    await reportAsOther(double);
    await ask(fixMutation, { id: double, type: 'other', fix: { action: 'merge', otherId: id } });
    return currentOf(double);
  },
  'LoadoutItemInput.itemId': async (id) => (await loadoutWith(id)).itemId,
  'Mutation.removeLoadoutItem.itemId': async (id) => {
    const { loadoutId, itemId } = await loadoutWith(await currentOf(id));
    const { items } = await ask<{ items: unknown[] }>(
      'mutation ($loadoutId: ID!, $id: ID!) { result: removeLoadoutItem(id: $loadoutId, itemId: $id) { items { item { id } } } }',
      { loadoutId, id },
    );
    return items.length === 0 ? itemId : 'nothing';
  },
  'Mutation.moveLoadoutItem.itemId': async (id) => {
    const { loadoutId, itemId } = await loadoutWith(await currentOf(id));
    await ask(
      'mutation ($loadoutId: ID!, $id: ID!) { result: moveLoadoutItem(id: $loadoutId, itemId: $id, position: 0) { id } }',
      { loadoutId, id },
    );
    return itemId;
  },
  'Mutation.takeLoadout.markItemIds': async (id) => {
    const { loadoutId } = await loadoutWith(await currentOf(id));
    await ask(
      'mutation ($loadoutId: ID!, $id: ID!) { result: takeLoadout(id: $loadoutId, markItemIds: [$id]) { id } }',
      { loadoutId, id },
    );
    return likedOnly();
  },
  'LoadoutAccessInput.itemIds': async (id) => {
    const { loadoutId } = await loadoutWith(await currentOf(id));
    await ask(
      'mutation ($loadoutId: ID!, $input: LoadoutAccessInput!) { result: requestAccessForLoadout(id: $loadoutId, input: $input) { id } }',
      { loadoutId, input: { itemIds: [id], subscriptionType: 'pro', features: 'To try it' } },
    );
    return requestedOnly();
  },
  'Mutation.mergeKnowledge.keptId': async (id) => (await merge(id, await newItem())).item.id,
};

const fixMutation =
  'mutation ($id: ID!, $type: ComplaintType!, $fix: ComplaintFixInput!) { result: applyComplaintFix(knowledgeItemId: $id, type: $type, fix: $fix) { id } }';

/** A new loadout with one item, given by any of its ids. */
async function loadoutWith(id: string): Promise<{ loadoutId: string; itemId: string }> {
  await app.database.db('loadouts').delete();
  const made = await ask<{ id: string; items: { item: { id: string } }[] }>(
    'mutation ($input: NewLoadoutInput!) { result: createLoadout(input: $input) { id items { item { id } } } }',
    { input: { titleEn: 'Kit', items: [{ itemId: id }] } },
  );
  return { loadoutId: made.id, itemId: made.items[0]!.item.id };
}

/** Deletes rows; returns the items that they are about. */
async function takenFrom(table: string, of: object): Promise<string> {
  const rows: { item_id: number }[] = await app.database
    .db(table)
    .where(of)
    .delete()
    .returning('item_id');
  return rows.map(({ item_id }) => String(item_id)).join();
}
const requestedOnly = () => takenFrom('access_requests', { user_id: admin.userId });
const likedOnly = () => takenFrom('item_likes', { user_id: admin.userId });
const askedAbout = () => takenFrom('events', { kind: 'use_case_asked', actor_id: admin.userId });

/** Reports the item of an id as another person. */
async function reportAsOther(id: string): Promise<void> {
  await ask('mutation ($input: ComplaintInput!) { result: reportItem(input: $input) { id } }', {
    input: { knowledgeItemId: id, complaintType: 'other', comment: `To be cured by ${id}` },
  });
}

/** Writes a new use case of the person, so that the question is a first one. */
async function writeToday(id: string): Promise<void> {
  const itemId = Number(await currentOf(id));
  await aUseCase(app.database.db, { itemId, userId: person.userId });
}

async function fixedItem(fixId: string): Promise<string> {
  const row: { item_id: number } | undefined = await app.database
    .db('complaint_cures')
    .where({ id: Number(fixId) })
    .first('item_id');
  return String(row?.item_id);
}

/** Arguments with an item id that is not resolved, with the reason. */
const asTheyAre: Record<string, string> = {
  'Mutation.mergeKnowledge.mergedId':
    'nobody has looked at what would go in its place; the same merge again is done once',
  'Query.auditLog.subjectId': 'the record tells what was acted on then',
};

/** Arguments with ids of other things. */
const otherIds =
  /^(Mutation\.(answerTelegramLink|undoStage|(join|leave)Pilot|(change|end|reopen)Incident|(update|remove)Subscription|answerAccessReview|revokeApiToken|setComplaintStatus|undoMerge|undoComplaintFix|renameTag|undoImport|removeSynonym|endSession|(dis|en)ableAccount|endAccountSessions|(confirm|reject)Restored|declineProposal|(decline|merge|reopen)CatalogueGap|removeSearchAlert|(change|remove|redeliver)Webhook|rotateWebhookSecret|(decide|withdraw|answer)AccessRequest|setAccessApprovers|removeCustomSynonym|updateCustomConcept|removeCustomConcept|updateUseCase|deleteUseCase|restoreUseCase|toggleUseCaseLike|undo(AccessDecision|DataRules)|undoTagChange|mergeTags|revertChange|resolveInconsistenc(y|ies)|setInconsistencyStatus|undoResolutions?|recheckLink|addCustom\w+|analyzeUseCase)\.|Query\.(webhookDeliveries|accessRequestToDecide|inconsistency|concepts|useCaseLikes|useCaseProgress)\.|Query\.auditLog\.actorId$|Mutation\.askExpert\.expertId$|Mutation\.createUseCase\.(idempotencyKey|progressId)$|Mutation\.addKnowledge\.(proposal|gap)Id$|Mutation\.addSynonym\.gapId$|AccessRequestInput\.idempotencyKey$|ComplaintFixInput\.changeId$|Mutation\.(confirmSource|undoSourceConfirmation)\.changeId$|Query\.conceptCounts\.sets$|Mutation\.importBookmarks\.|TelegramLoginInput\.|TagNamesInput\.|Mutation\.suggestTagNames\.|(New)?Loadout(Access)?Input\.idempotencyKey$|Mutation\.copyLoadout\.idempotencyKey$|Mutation\.\w+Loadout\w*\.id$|Query\.loadout\.id$|.*\.(concepts|companies|company|key|keys)$)/;

const currentOf = async (id: string) =>
  (await ask<{ id: string }>('query ($id: ID!) { result: knowledgeItem(id: $id) { id } }', { id }))
    .id;

const bare = (type: GraphQLInputType): GraphQLInputType =>
  isNonNullType(type) || isListType(type) ? bare(type.ofType as GraphQLInputType) : type;

test('classifies every argument with an id', () => {
  const named = [
    ...schema
      .toConfig()
      .types.filter(isInputObjectType)
      .flatMap((input) =>
        Object.values(input.getFields()).map(({ name, type }) => ({
          path: `${input.name}.${name}`,
          type,
        })),
      ),
    ...[schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
      Object.values(root.getFields()).flatMap((field) =>
        field.args.map(({ name, type }) => ({ path: `${root.name}.${field.name}.${name}`, type })),
      ),
    ),
  ];
  const ids = named.filter(({ type }) => String(bare(type)) === 'ID').map(({ path }) => path);
  const told = new Set([reads, writes, asTheyAre].flatMap((table) => Object.keys(table)));
  expect(ids.filter((path) => !told.has(path) && !otherIds.test(path))).toEqual([]);
  expect([...told].filter((path) => !ids.includes(path))).toEqual([]);
});

/** The arguments that a variable of a row fills: `Query.knowledgeItem.id`, or the fields of its input. */
function argumentsOf({ document }: DocumentRow): string[] {
  const operation = getOperation(readDocument(document));
  const root = operation.operation === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
  return operation.selectionSet.selections.flatMap((selection) => {
    if (selection.kind !== 'Field') return [];
    const { args } = root.getFields()[selection.name.value]!;
    return (selection.arguments ?? []).flatMap(({ name }) => {
      const { type } = args.find((one) => one.name === name.value)!;
      const input = bare(type);
      return isInputObjectType(input)
        ? Object.keys(input.getFields()).map((field) => `${input.name}.${field}`)
        : [`${root.name}.${selection.name.value}.${name.value}`];
    });
  });
}

const rows = routes.filter((row): row is DocumentRow => 'document' in row);
const nameOf = ({ method, path }: DocumentRow): string =>
  `${method} ${path.replace('/api/v1', '')}`;
const told = (row: DocumentRow, table: object): boolean =>
  argumentsOf(row).some((path) => path in table);

/** Further parameters of a row, with the id in its query where it belongs there. */
const restQueries: Record<string, string> = {
  'get /knowledge/compare': '?ids=',
  'get /knowledge/{id}/complaints': '?type=spam',
  'get /knowledge/{id}/rules': '?company=gdev',
  'get /knowledge/{id}/rules/history': '?company=gdev',
  'get /knowledge/{id}/seats': '?company=gdev',
};

const readRows = rows.filter((row) => told(row, reads));

test('classifies every path with an id', () => {
  expect(readRows.every(({ method }) => method === 'get')).toBe(true);
  expect(readRows.length).toBeGreaterThanOrEqual(8);
});

/** The ids that lead to `to`. */
let chain: { ids: string[]; to: string };
beforeAll(() => {
  chain = { ids: [first, middle, last], to: last };
});

const sameByEveryId = async (isWhole: boolean) => {
  for (const [path, { query, holds }] of Object.entries(reads)) {
    const as = path.startsWith('Query.myUseCases') ? person : admin;
    const answers = await Promise.all(chain.ids.map((id) => ask(query, { id }, as)));
    if (isWhole) expect(JSON.stringify(answers.at(-1))).toContain(holds);
    for (const answer of answers)
      expect({ path, answer }).toEqual({ path, answer: answers.at(-1) });
  }
};

const actsOnSuccessor = async (path: string) => {
  for (const id of chain.ids)
    expect({ path, id, acted: await writes[path]!(id) }).toEqual({ path, id, acted: chain.to });
};

test('writes with an old id to the target', async () => {
  for (const path of Object.keys(writes)) await actsOnSuccessor(path);
});

test('reads the same by every id, over GraphQL and REST', async () => {
  await sameByEveryId(true);
  // Writes over REST use the same fields.
  for (const row of readRows) {
    const query = restQueries[nameOf(row)] ?? '';
    const answers = await Promise.all(
      chain.ids.map(async (id) => {
        const place = row.path.replace('{id}', id) + (query === '?ids=' ? query + id : query);
        return (await admin.call('GET', place)).body;
      }),
    );
    expect(answers.at(-1)).toMatchObject({ success: true });
    for (const answer of answers)
      expect({ path: row.path, answer }).toEqual({ path: row.path, answer: answers.at(-1) });
  }
});

test('an undone merge leaves the earlier chain', async () => {
  await ask('mutation ($id: ID!) { result: undoMerge(id: $id) { item { id } } }', {
    id: secondMerge,
  });
  chain = { ids: [first, middle], to: middle };
  await likedOnly();
  expect(await currentOf(last)).toBe(last);
  await sameByEveryId(false);
  for (const path of ['Mutation.likeKnowledge.id', 'ComplaintInput.knowledgeItemId'])
    await actsOnSuccessor(path);
});
