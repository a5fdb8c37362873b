// Promise T11: text that shows nothing is empty, and what cannot be stored is refused, wherever text is taken.
import { anItem, aUseCase } from '../builders.ts';
import { startTestApp, type Caller, type TestApp } from '../testApp.ts';

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller;
let itemId: string;
let caseId: string;

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  admin = await app.signedIn({ isAdmin: true });
  const item = await anItem(app.database.db, { titleEn: 'Figma' });
  itemId = String(item.id);
  caseId = String((await aUseCase(app.database.db, { userId: person.userId })).id);
});
afterAll(() => app.close());

type Answer = Awaited<ReturnType<Caller['graphql']>>;

const codeOf = ({ body }: Answer): unknown =>
  (body.errors?.[0]?.extensions['errors'] as { code: string }[] | undefined)?.[0]?.code;

/** Texts that show nothing. */
const unseen: [string, string][] = [
  ['no letter', ''],
  ['spaces', ' \t\n'],
  ['no-break and zero-width space', '\u00a0\u200b'],
  ['word joiner', '\u2060'],
  ['soft hyphen', '\u00ad'],
  ['Hangul filler', '\u3164\u115f\uffa0'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0061}\u{e007f}'],
  ['marks of direction', '\u200e\u202e\u2066'],
  ['the empty Braille pattern', '\u2800'],
];

/** Texts that no text may hold. */
const refused: [string, string][] = [
  ['NUL', 'seen\u0000'],
  ['half of a pair', 'seen\ud83d'],
  ['the other half', '\ude00 seen'],
  ['a control', 'seen\u0001'],
  ['an escape', '\u001b[31mseen'],
  ['a control of the second row', 'seen\u0085'],
];

const create =
  'mutation ($text: String) { createUseCase(itemId: ITEM, descriptionRu: $text) { id } }';
/** Where a text must be given: who gives it, and how. */
const required: [string, () => Caller, string][] = [
  ['a use case', () => person, create],
  [
    'a changed use case',
    () => person,
    'mutation ($text: String) { updateUseCase(id: CASE, descriptionRu: $text, descriptionEn: $text) { isSignificant } }',
  ],
  [
    'an analysis',
    () => person,
    'mutation ($text: String!) { analyzeUseCase(text: $text) { source } }',
  ],
  [
    'the features of a request',
    () => person,
    'mutation ($text: String!) { requestAccess(input: { service: "Figma", subscriptionType: pro, features: $text }) { id } }',
  ],
  [
    'the service of a request',
    () => person,
    'mutation ($text: String!) { requestAccess(input: { service: $text, subscriptionType: pro, features: "All" }) { id } }',
  ],
  [
    'the name of a token',
    () => admin,
    'mutation ($text: String!) { createApiToken(name: $text, scope: read) { token } }',
  ],
  [
    'a synonym',
    () => admin,
    'mutation ($text: String!) { addSynonym(word: "word", synonym: $text) { id } }',
  ],
  [
    'a word for a concept',
    () => admin,
    'mutation ($text: String!) { addCustomSynonym(word: $text, conceptId: "voice") { id } }',
  ],
  [
    'a concept',
    () => admin,
    'mutation ($text: String!) { addCustomConcept(nameRu: "слово", nameEn: $text) { id } }',
  ],
];
/** Where a text may be left out. */
const optional: [string, () => Caller, string][] = [
  [
    'the comment of a report',
    () => person,
    'mutation ($text: String) { reportItem(input: { knowledgeItemId: ITEM, complaintType: other, comment: $text }) { comment } }',
  ],
  [
    'the notes of an admin',
    () => admin,
    'mutation ($text: String) { updateKnowledge(id: ITEM, adminNotes: $text) { adminNotes } }',
  ],
];

const send = (caller: () => Caller, document: string, text: string): Promise<Answer> =>
  caller().graphql(document.replace('ITEM', `"${itemId}"`).replace('CASE', `"${caseId}"`), {
    text,
  });

afterAll(() => {});

test.each(required)('%s that shows nothing is empty', async (name, caller, document) => {
  const taken: string[] = [];
  for (const [kind, text] of unseen) {
    const code = codeOf(await send(caller, document, text));
    if (code !== 'required') taken.push(`${name}: ${kind}: ${String(code)}`);
  }
  expect(taken).toEqual([]);
});

test.each([...required, ...optional])(
  '%s that cannot be stored is refused',
  async (name, caller, document) => {
    const taken: string[] = [];
    for (const [kind, text] of refused) {
      const code = codeOf(await send(caller, document, text));
      if (code !== 'unstorable') taken.push(`${name}: ${kind}: ${String(code)}`);
    }
    expect(taken).toEqual([]);
  },
);

test.each(optional)('%s that shows nothing is left out', async (_name, caller, document) => {
  const { status, body } = await send(caller, document, '\u00a0\u200b\u3164');
  expect(status).toBe(200);
  const [changed] = Object.values(body.data as Record<string, Record<string, unknown>>);
  expect(Object.values(changed ?? { text: 'nothing' })[0] || null).toBeNull();
});

test('a search that shows nothing is none, and controls part its words', async () => {
  const find = async (search: string) => {
    const { body } = await person.graphql<{ found: { total: number } }>(
      'query ($search: String) { found: searchKnowledge(search: $search) { total } }',
      { search },
    );
    return body.data.found.total;
  };
  const all = await find('');
  expect(all).toBeGreaterThan(1);
  expect(await find('\u200b\u3164')).toBe(all);
  expect(await find('Figma\u0001')).toBe(1);
  const wishes = await admin.graphql<{ list: unknown[] }>('{ list: zeroResultSearches { text } }');
  expect(wishes.body.data.list).toEqual([]);
});

test('a text within quotes of a document is refused like a variable', async () => {
  const { status, body } = await admin.graphql(
    String.raw`{ auditLog(action: "a\u0000") { total } }`,
  );
  expect(status).toBe(400);
  expect(body.errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID',
    errors: [{ path: 'action', code: 'unstorable' }],
  });
});

test.each([
  ['POST', '/api/v1/complaints', { complaintType: 'other', comment: 'a\u0000' }, 'comment'],
  ['GET', '/api/v1/knowledge/search?tags=one,tw%00o', undefined, 'tags.1'],
  ['PATCH', '/api/v1/knowledge/%00/', undefined, ''],
])('%s %s names the field', async (method, path, body, field) => {
  const given = body && { ...body, knowledgeItemId: itemId };
  const answer = await person.call<{ errors?: unknown[] }>(method, path, given);
  if (field === '') expect([400, 403, 404]).toContain(answer.status);
  else {
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ path: field, code: 'unstorable' }),
    ]);
  }
});

test.each([
  ['👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
  ['line\nline\tcolumn', 'line\nline\tcolumn'],
  ['e\u0301', 'é'],
  ['שלום \u202eabc', 'שלום abc'],
  ['a\u200bb\u00adc', 'abc'],
])('%j is kept as what is seen of it', async (text, kept) => {
  const { body } = await send(
    () => person,
    'mutation ($text: String) { made: createUseCase(itemId: ITEM, descriptionRu: $text, descriptionEn: $text) { descriptionRu } }',
    text,
  );
  expect((body.data as Record<string, unknown>)['made']).toEqual({ descriptionRu: kept });
});

test.each(['[]', '"text"', 'null', '7', 'true'])(
  'the developer sign-in refuses the body %s',
  async (body) => {
    const { status } = await app.visitor().call('POST', '/api/v1/auth/dev-login', body);
    expect(status).toBe(400);
  },
);
