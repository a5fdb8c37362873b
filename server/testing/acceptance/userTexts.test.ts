// Texts of people and bookmarks are data: they break no statement, come back unchanged, and become no link (T1, T3, T4, T11).
import { getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { aUseCase, anItem } from '../builders.ts';
import { documentOf, rootFields } from '../rightsMatrix.ts';
import { startTestApp, type Caller, type TestApp } from '../testApp.ts';

let app: TestApp;
let person: Caller & { userId: number };
let admin: Caller & { userId: number };

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(() => app.close());

describe('T1: no text changes an SQL statement', () => {
  test('treats injections in every text of every query as text', async () => {
    await anItem(app.database.db, { titleEn: 'Injected tool', tags: ['text'] });
    const injections = [
      "'; drop table items; --",
      '1) union select null, email from users --',
      "\\'; select pg_sleep(5); --",
      "%' escape '' or '%'='",
      'a:* | b & !c <-> d :)(((',
      '?? ? :name $1 \\',
    ];
    let serverErrors = 0;
    let leaks = 0;
    let calls = 0;
    for (const [line, field] of rootFields) {
      if (!line.startsWith('Query.')) continue;
      const texts = field.args.filter(({ type }) =>
        /^(String|ID)$/.test(String(getNamedType(type))),
      );
      for (const argument of texts) {
        for (const injection of injections) {
          const isList = String(argument.type).startsWith('[');
          const required = Object.fromEntries(
            field.args
              .filter((one) => isNonNullType(one.type) && one.defaultValue === undefined)
              .map((one) => [one.name, isInputObjectType(getNamedType(one.type)) ? {} : '1']),
          );
          const variables = { ...required, [argument.name]: isList ? [injection] : injection };
          const query = documentOf(line, variables);
          const { status, body } = await admin.call('POST', '/graphql', { query, variables });
          calls += 1;
          // No import source is configured, which is no fault of the text.
          const isOff = JSON.stringify(body).includes('"UNAVAILABLE"');
          if (status >= 500 && !isOff) serverErrors += 1;
          if (/syntax error|violates|pg_|relation/.test(JSON.stringify(body))) leaks += 1;
        }
      }
    }
    expect({ serverErrors, leaks }).toEqual({ serverErrors: 0, leaks: 0 });
    expect(calls).toBeGreaterThan(100);
    expect(await app.database.db('items').where({ title_en: 'Injected tool' })).toHaveLength(1);
  });

  test('escapes the wildcards of LIKE', async () => {
    const { db } = app.database;
    await anItem(db, { titleEn: 'Zero percent', tags: ['quite plain'] });
    await anItem(db, { titleEn: 'Hundred % sure', tags: ['100% sure'] });
    await anItem(db, { titleEn: 'Snake_case helper', tags: ['snake_case'] });
    const wrong: string[] = [];
    for (const sign of ['%', '_', '\\', '100%', 'e_c', '%e%', '_ero']) {
      const asked = await person.graphql<{
        tags: { originalName: string }[];
        suggestions: { type: string; text: string }[];
      }>(
        'query ($s: String!) { tags(search: $s) { originalName } suggestions(search: $s) { type text } }',
        { s: sign },
      );
      const { tags, suggestions } = asked.body.data;
      // The search finds the words of an item: it ignores such signs and tolerates typing errors.
      const suggested = suggestions.filter(({ type }) => type === 'tag');
      const found = [...tags.map((one) => one.originalName), ...suggested.map((one) => one.text)];
      wrong.push(
        ...found.filter((one) => !one.toLowerCase().includes(sign)).map((one) => `${sign}: ${one}`),
      );
    }
    for (const sign of ['%', '_', '\\', '%%', '_%']) {
      const { body } = await person.graphql<{ searchKnowledge: { items: { titleEn: string }[] } }>(
        'query ($s: String!) { searchKnowledge(search: $s) { items { titleEn } } }',
        { s: sign },
      );
      const titles = body.data.searchKnowledge.items.map((one) => one.titleEn);
      wrong.push(...titles.filter((one) => !one.includes(sign)).map((one) => `${sign}: ${one}`));
    }
    expect(wrong).toEqual([]);
  });
});

interface Case {
  id: string;
  descriptionRu: string | null;
  descriptionEn: string | null;
}
/** A text is stored in the language in which it is written, whatever field it was sent in. */
const written = ({ descriptionRu, descriptionEn }: Case): string | null =>
  descriptionRu ?? descriptionEn;

describe('T3: every character is returned unchanged', () => {
  const texts = [
    'Эмодзи 👩‍👩‍👧‍👦🏳️‍🌈 и флаг 🇩🇪 внутри; שלום עולם و مرحبا بالعالم',
    '𠜎𠜱𠝹 четырёхбайтные 𝔘𝔫𝔦𝔠𝔬𝔡𝔢; Z̸̡̛̗͉a̴̧͔l̵̨͔g̷̢̛o; ß ı İ ﬁ Ǆ ﷽',
    '<b>не разметка</b> &amp; "кавычки" \'одинарные\' `${нет}`; \\n не новая строка, а\tтабуляция и неразрывный\u00a0пробел',
  ];

  test('in use cases, complaints, notes and requests, over GraphQL and REST', async () => {
    const { db } = app.database;
    const { id, titleEn } = await anItem(db, { titleEn: 'Letters' });
    const changed: string[] = [];
    const compare = (where: string, sent: string, back: unknown): void => {
      if (back !== sent) changed.push(`${where}: ${sent}`);
    };
    for (const [index, text] of texts.entries()) {
      const rest = await person.call<{ data: Case }>('POST', `/api/v1/use-cases/knowledge/${id}`, {
        descriptionRu: text,
      });
      compare('case, REST', text, written(rest.body.data));
      const graphql = await person.graphql<{ myUseCases: Case[] }>(
        '{ myUseCases { id descriptionRu descriptionEn } }',
      );
      const own = graphql.body.data.myUseCases.find((one) => one.id === rest.body.data.id);
      compare('case, GraphQL', text, own && written(own));
      const notes = await admin.call<{ data: { adminNotes: string } }>(
        'PATCH',
        `/api/v1/knowledge/${id}`,
        { adminNotes: text },
      );
      compare('notes', text, notes.body.data.adminNotes);
      const { id: reported } = await anItem(db, { titleEn: text });
      await person.call('POST', '/api/v1/complaints', {
        knowledgeItemId: String(reported),
        complaintType: 'other',
        comment: text,
      });
      const listed = await admin.call<{
        data: { comment: string; knowledgeItem: { id: string; titleEn: string } }[];
      }>('GET', '/api/v1/complaints');
      const report = listed.body.data.find((one) => one.knowledgeItem.id === String(reported));
      compare('report', text, report?.comment);
      compare('title', text, report?.knowledgeItem.titleEn);
      // Only one access request per item may be open.
      await app.database.db('access_requests').update({ status: 'declined' });
      await person.call('POST', '/api/v1/email/request-access', {
        service: titleEn,
        subscriptionType: 'basic',
        features: `${index} ${text}`,
        needsTesting: false,
      });
    }
    const { body } = await person.graphql<{ myAccessRequests: { features: string }[] }>(
      '{ myAccessRequests { features } }',
    );
    const features = body.data.myAccessRequests.map((one) => one.features);
    for (const [index, text] of texts.entries())
      compare(
        'request',
        `${index} ${text}`,
        features.find((one) => one === `${index} ${text}`),
      );
    expect(changed).toEqual([]);
  });
});

describe('T4: only http and https links leave the server', () => {
  const bad = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    '//evil.example',
    'blob:https://evil.example/1',
    'ftp://example.com/',
  ];

  test('the database refuses other schemes', async () => {
    let taken = 0;
    for (const sourceUrl of bad) {
      await app.database
        .db('items')
        .insert({
          title_en: 'Bad link',
          source_url: sourceUrl,
          normalised_url: sourceUrl,
          media_type: 'link',
          media_source: '',
        })
        .then(
          () => {
            taken += 1;
          },
          (error: unknown) => expect(error).toMatchObject({ constraint: 'items_source_url_ck' }),
        );
    }
    expect(taken).toBe(0);
  });
});

describe('T11: invisible text counts as empty, and unstorable text is refused', () => {
  let itemId: string;
  let caseId: string;

  beforeAll(async () => {
    const item = await anItem(app.database.db, { titleEn: 'Figma' });
    itemId = String(item.id);
    caseId = String((await aUseCase(app.database.db, { userId: person.userId })).id);
  });

  type Answer = Awaited<ReturnType<Caller['graphql']>>;

  const codeOf = ({ body }: Answer): unknown =>
    (body.errors?.[0]?.extensions['errors'] as { code: string }[] | undefined)?.[0]?.code;

  /** Texts without visible characters. */
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

  /** Texts that are refused everywhere. */
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
  /** Fields with a required text: the caller and the document. */
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
  /** Fields with an optional text. */
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

  test('an invisible text counts as empty where a text is required', async () => {
    for (const [index, [name, caller, document]] of required.entries()) {
      // All fields share one rule: the first one is tested with the whole list, the others with two entries.
      for (const [kind, text] of index === 0 ? unseen : unseen.slice(1, 3)) {
        const code = codeOf(await send(caller, document, text));
        expect({ name, kind, code }).toEqual({ name, kind, code: 'required' });
      }
    }
  });

  test('an unstorable text is refused everywhere', async () => {
    for (const [index, [name, caller, document]] of [...required, ...optional].entries()) {
      for (const [kind, text] of index === 0 ? refused : refused.slice(0, 2)) {
        const code = codeOf(await send(caller, document, text));
        expect({ name, kind, code }).toEqual({ name, kind, code: 'unstorable' });
      }
    }
  });

  test('an invisible text counts as missing where a text is optional', async () => {
    for (const [name, caller, document] of optional) {
      const { status, body } = await send(caller, document, '\u00a0\u200b\u3164');
      expect({ name, status }).toEqual({ name, status: 200 });
      const [changed] = Object.values(body.data as Record<string, Record<string, unknown>>);
      expect(Object.values(changed ?? { text: 'nothing' })[0] || null).toBeNull();
    }
  });

  test('an invisible search is empty, and controls separate words', async () => {
    const find = async (search: string) => {
      const { body } = await person.graphql<{ found: { total: number } }>(
        'query ($search: String) { found: searchKnowledge(search: $search) { total } }',
        { search },
      );
      return body.data.found.total;
    };
    const wishes = async () =>
      (await admin.graphql('{ list: zeroResultSearches { text } }')).body.data;
    const before = await wishes();
    const all = await find('');
    expect(all).toBeGreaterThan(1);
    expect(await find('\u200b\u3164')).toBe(all);
    expect(await find('Figma\u0001')).toBe(1);
    expect(await wishes()).toEqual(before);
  });

  test('a literal in a document is refused like a variable', async () => {
    const { status, body } = await admin.graphql(
      String.raw`{ auditLog(action: "a\u0000") { total } }`,
    );
    expect(status).toBe(400);
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID',
      errors: [{ path: 'action', code: 'unstorable' }],
    });
  });

  test('a refusal over REST names the field', async () => {
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

  test('a text is stored cleaned', async () => {
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
});
