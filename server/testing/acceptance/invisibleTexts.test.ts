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
  ['nothing', ''],
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

test('a text that shows nothing is empty, wherever it must be given', async () => {
  for (const [index, [name, caller, document]] of required.entries()) {
    // What shows nothing is one rule: the whole list once, two of it everywhere else.
    for (const [kind, text] of index === 0 ? unseen : unseen.slice(1, 3)) {
      const code = codeOf(await send(caller, document, text));
      expect({ name, kind, code }).toEqual({ name, kind, code: 'required' });
    }
  }
});

test('a text that cannot be stored is refused everywhere', async () => {
  for (const [index, [name, caller, document]] of [...required, ...optional].entries()) {
    for (const [kind, text] of index === 0 ? refused : refused.slice(0, 2)) {
      const code = codeOf(await send(caller, document, text));
      expect({ name, kind, code }).toEqual({ name, kind, code: 'unstorable' });
    }
  }
});

test('a text that shows nothing is left out where it may be', async () => {
  for (const [name, caller, document] of optional) {
    const { status, body } = await send(caller, document, '\u00a0\u200b\u3164');
    expect({ name, status }).toEqual({ name, status: 200 });
    const [changed] = Object.values(body.data as Record<string, Record<string, unknown>>);
    expect(Object.values(changed ?? { text: 'nothing' })[0] || null).toBeNull();
  }
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

test('over REST the refusal names the field', async () => {
  for (const [method, path, body, field] of [
    ['POST', '/api/v1/complaints', { complaintType: 'other', comment: 'a\u0000' }, 'comment'],
    ['GET', '/api/v1/knowledge/search?tags=one,tw%00o', undefined, 'tags.1'],
  ] as const) {
    const given = body && { ...body, knowledgeItemId: itemId };
    const answer = await person.call<{ errors?: unknown[] }>(method, path, given);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ path: field, code: 'unstorable' }),
    ]);
  }
});

test('a text is kept as what is seen of it', async () => {
  for (const [text, kept] of [
    ['👩‍👩‍👧 ❤️ line\nline\tcolumn', '👩‍👩‍👧 ❤️ line\nline\tcolumn'],
    ['e\u0301 a\u200bb\u00adc', 'é abc'],
    ['שלום \u202eabc', 'שלום abc'],
  ] as const) {
    const { body } = await send(
      () => person,
      'mutation ($text: String) { made: createUseCase(itemId: ITEM, descriptionRu: $text, descriptionEn: $text) { descriptionRu } }',
      text,
    );
    expect((body.data as Record<string, unknown>)['made']).toEqual({ descriptionRu: kept });
  }
});
