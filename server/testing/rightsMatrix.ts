// The matrix of rights.json, and helpers that make every call in it, by every caller, about existing objects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isObjectType, type GraphQLField } from 'graphql';
import { buildSchema } from '../transports/graphql/schema.ts';
import { getOperation, readDocument } from '../transports/rest/operation.ts';
import { routes, type Row } from '../transports/rest/routes.ts';
import type { KnowledgeItem } from '../modules/catalogue/items/items.ts';
import { dayMs, minuteMs } from '../shared/durations.ts';
import { aUseCase, aUser, anItem } from './builders.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from './testApp.ts';

export interface Line {
  arguments?: Record<string, unknown>;
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Key of `rules`. */
  rule: string;
}

export interface Matrix {
  callers: string[];
  /** One word per caller, in the order of `callers`: `allowed`, or the code of the refusal. */
  rules: Record<string, string>;
  /** Lines of admins that an approver of access may also call, for their own company. */
  chosenToo: string[];
  /** `Type.field` that only admins read; null for everybody else. Repeated here, so that a lost `@allow` is noticed. */
  adminOnly: string[];
  /** The other fields of those types, which every reader of the object may read. A new field must be listed here or above. */
  besideAdminOnly: Record<string, string[]>;
  /** Root fields. */
  fields: Record<string, Line>;
  /** REST rows; a row that a GraphQL document answers has the rule of its root field. */
  rows: Record<string, Line>;
}

function readMatrix(): Matrix {
  const read = JSON.parse(
    readFileSync(join(import.meta.dirname, './acceptance/rights.json'), 'utf8'),
  ) as Matrix;
  for (const row of routes) {
    const line = read.rows[nameOfRow(row)];
    if (!line || !('document' in row)) continue;
    const { operation, selectionSet } = getOperation(readDocument(row.document));
    const rules = selectionSet.selections.map((field) => {
      const name = field.kind === 'Field' ? field.name.value : '';
      return read.fields[`${operation === 'query' ? 'Query' : 'Mutation'}.${name}`]?.rule;
    });
    line.rule = new Set(rules).size === 1 ? rules[0]! : 'several';
  }
  return read;
}

const nameOfRow = ({ method, path }: Row): string => `${method} ${path}`;

export const matrix = readMatrix();

/** The outcome of each caller, in the order of `callers`. @throws Error when the line names no rule */
export function getCells({ rule }: Line): string[] {
  const cells = matrix.rules[rule]?.split(' ');
  if (cells?.length !== matrix.callers.length) throw new Error(`rights.json has no rule ${rule}`);
  return cells;
}

export const schema = buildSchema();

export const rootFields = new Map<string, GraphQLField<unknown, unknown>>(
  [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const),
  ),
);

export type Person = Caller & { userId: number };
export type Call = Caller['call'];
export interface People {
  user: Person;
  other: Person;
  admin: Person;
}

export interface RightsWorld {
  app: TestApp;
  people: People;
  newPeople(): Promise<People>;
  callOf(caller: string, who?: People): Call;
  /**
   * New objects that a call may name, owned by a person, by the placeholders of rights.json (`$item`).
   * @param words only these; all by default
   */
  things(userId: number, words?: Set<string>): Promise<Record<string, string>>;
}

export async function startRightsWorld(): Promise<RightsWorld> {
  const app = await startTestApp();
  const newPeople = async (): Promise<People> => ({
    user: await app.signedIn(),
    other: await app.signedIn(),
    admin: await app.signedIn({ isAdmin: true }),
  });
  // Only the domain of a company admits people who are no demo people.
  await app.database
    .db('company_domains')
    .insert({ domain: 'nexters.example', company_key: 'nexters' });
  const people = await newPeople();
  await app.database
    .db('users')
    .insert({ name: 'Demo', email: 'demo@gdev.example', is_demo: true });
  const tokens = new Map<string, string>();
  for (const scope of ['read', 'write', 'admin'] as const) {
    const { token } = await tokenOf(people.admin, scope);
    tokens.set(`token ${scope}`, token);
  }

  const { body } = await people.admin.graphql<{ made: { token: string } }>(
    'mutation { made: createServiceToken(name: "Service", company: "gdev", scope: write) { token } }',
  );
  tokens.set('service', body.data.made.token);

  return {
    app,
    people,
    newPeople,
    callOf(name, who = people) {
      const token = tokens.get(name);
      if (token) {
        const tool = app.visitor();
        return (method, path, body, headers) =>
          tool.call(method, path, body, { ...headers, Authorization: `Bearer ${token}` });
      }
      return name === 'visitor' ? app.visitor().call : who[name as keyof People].call;
    },
    async things(userId, words) {
      const { db } = app.database;
      const item = await anItem(db);
      const insert = async (table: string, row: Record<string, unknown>) => {
        const [made] = await db(table).insert(row).returning<{ id: number }[]>('id');
        return String(made!.id);
      };
      const delivered = async () => {
        const endpoint = await insert('webhook_endpoints', {
          url: `https://tool${item.id}.example.com/`,
          kinds: ['item_added'],
          is_on: true,
          secret: 'whsec_c3BhcmUgc2VjcmV0',
          created_at: new Date(),
        });
        const event = await insert('events', {
          at: new Date(),
          kind: 'item_added',
          subject_kind: 'item',
          subject_id: item.id,
          item_id: item.id,
        });
        const delivery = await insert('webhook_deliveries', {
          endpoint_id: endpoint,
          event_id: event,
          subject: `item ${item.id}`,
          next_try_at: new Date(),
        });
        return { endpoint, delivery };
      };
      const loadout = async (row: Record<string, unknown>) => {
        const id = await insert('loadouts', { owner_id: userId, title_en: 'Trailer', ...row });
        await db('loadout_items').insert({ loadout_id: id, item_id: item.id, place: 0 });
        return id;
      };
      const gap = (text: string, row: Record<string, unknown> = {}) =>
        insert('wishes', { kind: 'search', language: 'en', text: `${text} ${item.id}`, ...row });
      const tag = (name: string) =>
        insert('tags', { original_name: `${name} ${item.id}`, name_ru: 'тег', name_en: 'tag' });
      const accessRequest = (
        { id, titleEn }: Pick<KnowledgeItem, 'id' | 'titleEn'>,
        row: Record<string, unknown> = {},
      ) =>
        insert('access_requests', {
          user_id: userId,
          item_id: id,
          service: titleEn,
          subscription_type: 'basic',
          features: 'To try it',
          ...row,
        });
      const makers: Record<string, () => string | Promise<string>> = {
        $item: () => String(item.id),
        $service: () => item.titleEn!,
        $useCase: async () => String((await aUseCase(db, { itemId: item.id, userId })).id),
        $expert: async () => String((await aUseCase(db, { itemId: item.id, userId })).userId),
        $loadout: () => loadout({ kind: 'personal' }),
        $deletedLoadout: () => loadout({ kind: 'personal', deleted_at: new Date() }),
        $teamLoadout: () => loadout({ kind: 'team', company_key: 'nexters' }),
        $deletedUseCase: async () =>
          String((await aUseCase(db, { itemId: item.id, userId, deletedAt: new Date() })).id),
        $complaint: () =>
          insert('complaints', {
            item_id: item.id,
            user_id: userId,
            complaint_type: 'other',
          }),
        $reported: async () => {
          const reported = await anItem(db);
          await insert('complaints', {
            item_id: reported.id,
            user_id: userId,
            complaint_type: 'spam',
          });
          return String(reported.id);
        },
        $fix: () =>
          insert('complaint_cures', {
            item_id: item.id,
            complaint_type: 'broken_link',
            act: 'link_back',
            cured_at: new Date(),
          }),
        $proposal: () => {
          const address = `https://proposed${item.id}.example.com/`;
          return insert('proposed_services', {
            user_id: userId,
            address,
            normalised_url: address,
            created_at: new Date(),
          });
        },
        $gap: () => gap('wish'),
        $otherGap: () => gap('other'),
        $closedGap: () => gap('settled', { state: 'declined', settled_at: new Date() }),
        $watchedSearch: async () => {
          const id = await gap('watched');
          await db('wish_watchers').insert({
            wish_id: id,
            user_id: userId,
            created_at: new Date(),
          });
          return id;
        },
        $accessRequest: () => accessRequest(item),
        $accessQuestion: async () => accessRequest(await anItem(db), { status: 'needs_answer' }),
        $subscription: () =>
          insert('subscriptions', {
            item_id: item.id,
            service: item.titleEn,
            company_key: 'nexters',
            plan: 'Team',
            seats: 5,
            price_per_seat: 1_000,
            currency: 'EUR',
            period: 'month',
            notice_days: 0,
            updated_at: new Date(),
          }),
        $accessReview: async () => {
          const request = await accessRequest(await anItem(db), { status: 'granted' });
          const asked = { asked_at: new Date(), told_at: new Date() };
          await db('access_reviews').insert({ request_id: request, ...asked });
          return request;
        },
        $inconsistency: () =>
          insert('inconsistencies', {
            item_id: item.id,
            type: 'title_changed',
            old_value: JSON.stringify('Old'),
            new_value: JSON.stringify('New'),
          }),
        $telegramLink: async () => {
          await db('telegram_links').where({ user_id: userId }).delete();
          return insert('telegram_links', {
            user_id: userId,
            telegram_id: item.id,
            language: 'en',
            created_at: new Date(),
            expires_at: new Date(Date.now() + 10 * minuteMs),
          });
        },
        $change: () =>
          insert('activity', {
            action: 'item.edited',
            subject_type: 'item',
            subject_id: String(item.id),
            item_id: item.id,
            before: JSON.stringify({ descriptionRu: 'Было' }),
            after: JSON.stringify({ descriptionRu: null }),
          }),
        $double: async () => String((await anItem(db)).id),
        $merge: async () => {
          const merged = await anItem(db);
          await db('items')
            .where({ id: merged.id })
            .update({ merged_into: item.id, removed_at: new Date() });
          return insert('item_merges', {
            kept_id: item.id,
            merged_id: merged.id,
            merged_at: new Date(),
            bookmark: 'keep',
            moved: JSON.stringify({
              likes: [],
              likesOfBoth: [],
              useCases: [],
              complaints: [],
              joined: [],
              accessRequests: [],
              differences: [],
              notes: { before: '', after: '' },
              rules: {
                changeId: null,
                conflicts: [
                  {
                    companyKey: 'nexters',
                    tier: 'team',
                    dataClass: 'source_code',
                    kept: 'yes',
                    other: 'no',
                  },
                ],
              },
            }),
          });
        },
        $restoreReview: () => {
          const email = `restored${item.id}@gdev.inc`;
          const held = JSON.stringify({ email, created_at: new Date() });
          const review = { kind: 'invitation', subject: email, held, created_at: new Date() };
          return insert('restore_reviews', review);
        },
        $import: () =>
          insert('sync_runs', {
            source: 'file',
            state: 'finished',
            started_by: 'test',
            finished_at: new Date(),
            counts: JSON.stringify({ new: 1, changed: 0 }),
          }),
        $tag: () => tag('tag'),
        $otherTag: () => tag('other tag'),
        $tagChange: () =>
          insert('activity', {
            action: 'tag.named',
            subject_type: 'tag',
            subject_id: '1',
            before: JSON.stringify({ name: 'a', tags: [], items: [] }),
            after: JSON.stringify({ name: 'b' }),
          }),
        $incident: () =>
          insert('incidents', {
            item_id: item.id,
            kind: 'outage',
            severity: 'notice',
            text_en: 'It was down',
            company_keys: ['nexters'],
            started_at: new Date(),
          }),
        $sourceChange: async () => {
          const address = `https://source${item.id}.example.com/`;
          await db('data_rules').insert({
            item_id: item.id,
            company_key: 'nexters',
            tier: 'team',
            facts: JSON.stringify([
              { kind: 'region', en: 'EU', sourceUrl: address, sourceDate: '2026-01-01' },
            ]),
          });
          const source = await insert('source_pages', { address, next_read_at: new Date() });
          return insert('source_changes', {
            page_id: source,
            kind: 'changed',
            found_at: new Date(),
            removed: ['EU'],
            added: ['US'],
            more: 0,
          });
        },
        $stage: () =>
          insert('item_stages', {
            company_key: 'nexters',
            item_id: item.id,
            stage: 'pilot',
            question_en: 'Is it faster?',
            ends_on: new Date(Date.now() + dayMs),
            decided_at: new Date(),
          }),
        $rulesChange: async () => {
          const id = await insert('data_rule_changes', { at: new Date(), kind: 'set' });
          const rule = JSON.stringify({ verdicts: {}, facts: [] });
          await db('data_rule_change_parts').insert({
            change_id: id,
            item_id: item.id,
            company_key: 'nexters',
            tier: 'team',
            before: rule,
            after: rule,
          });
          return id;
        },
        $synonym: () =>
          insert('search_synonyms', {
            word: `word${item.id}`,
            synonym: `other${item.id}`,
          }),
        $taughtWord: () => insert('search_words', { word: `word${item.id}`, concept: 'voice' }),
        $ownConcept: () =>
          insert('search_concepts', {
            name_ru: `имя${item.id}`,
            name_en: `name${item.id}`,
            words_ru: [],
            words_en: [],
            broader: 'voice',
          }),
        $apiToken: () =>
          insert('api_tokens', {
            name: 'Spare',
            created_by: userId,
            prefix: 'spare',
            token_hash: Buffer.from(`spare ${item.id}`),
            scope: 'read',
            expires_at: new Date(Date.now() + minuteMs),
          }),
        $webhook: async () => (await delivered()).endpoint,
        $webhookDelivery: async () => (await delivered()).delivery,
        $session: () =>
          insert('sessions', {
            token_hash: Buffer.from(`session ${item.id}`),
            user_id: userId,
            expires_at: new Date(Date.now() + minuteMs),
          }),
        $company: async () => {
          const key = `company${item.id}`;
          await db('companies').insert({ key, name: key, approval_tag: `${key}approved` });
          return key;
        },
        $companyName: () => `Company of ${item.id}`,
        $account: async () => String((await aUser(db)).id),
        $demoEmail: () => 'demo@gdev.example',
      };
      const made: Record<string, string> = {};
      for (const [word, make] of Object.entries(makers)) {
        if (words?.has(word) ?? true) made[word] = await make();
      }
      return made;
    },
  };
}

/** The placeholders of rights.json (`$item`) that a line uses. */
export const wordsOf = (line: Line): Set<string> =>
  new Set(JSON.stringify(line).match(/\$\w+/g) ?? []);

/** Replaces the placeholders of rights.json by the ids of objects. */
export const filled = <Value>(value: Value, named: Record<string, string>): Value =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' ? (named[one] ?? one) : one,
  ) as Value;

/**
 * A document that asks for one root field, under the alias `result`.
 * @param given arguments; the others take their defaults
 * @param selection below the field; `__typename` by default
 */
export function documentOf(
  line: string,
  given: Record<string, unknown>,
  selection = '__typename',
): string {
  const field = rootFields.get(line)!;
  const args = field.args.filter((one) => one.name in given);
  const [type = '', name = ''] = line.split('.');
  const variables = args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const passed = args.map((one) => `${one.name}: $${one.name}`).join(', ');
  const below = isObjectType(getNamedType(field.type)) ? `{ ${selection} }` : '';
  return `${type.toLowerCase()} Rights${args.length > 0 ? `(${variables})` : ''} { result: ${name}${args.length > 0 ? `(${passed})` : ''} ${below} }`;
}

export function buildRowCall(name: string, line: Line, named: Record<string, string>) {
  const [method = '', path = ''] = name.split(' ');
  const query = line.query ? `?${new URLSearchParams(line.query)}` : '';
  return {
    method: method.toUpperCase(),
    path: path.replace('{id}', filled(line.id ?? '', named)) + query,
    body: line.body ? filled(line.body, named) : undefined,
  };
}
