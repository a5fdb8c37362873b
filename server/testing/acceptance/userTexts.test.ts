// T1, T3 and T4: what people and bookmarks write is data: it breaks no statement, comes back as it was, and is no link.
import { isInputObjectType, isNonNullType, getNamedType } from 'graphql';
import { anItem } from '../builders.ts';
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

describe('T1: no statement is made of what people write', () => {
  test('injections in every text of every query are plain text', async () => {
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
          // Nothing is set up to import from: that is no fault of the text.
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

  test('the signs of LIKE find only what holds them', async () => {
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
      // The words of an item are found by the search, which drops such signs and forgives typing errors.
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
/** A text stands in the language in which it is written, whatever field it came in. */
const written = ({ descriptionRu, descriptionEn }: Case): string | null =>
  descriptionRu ?? descriptionEn;

describe('T3: every letter comes back as it was', () => {
  const texts = [
    'Эмодзи 👩‍👩‍👧‍👦🏳️‍🌈 и флаг 🇩🇪 внутри; שלום עולם و مرحبا بالعالم',
    '𠜎𠜱𠝹 четырёхбайтные 𝔘𝔫𝔦𝔠𝔬𝔡𝔢; Z̸̡̛̗͉a̴̧͔l̵̨͔g̷̢̛o; ß ı İ ﬁ Ǆ ﷽',
    '<b>не разметка</b> &amp; "кавычки" \'одинарные\' `${нет}`; \\n не новая строка, а\tтабуляция и неразрывный\u00a0пробел',
  ];

  test('in cases, reports, notes and requests, over both doors', async () => {
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
      // One is open about a service at a time.
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

  test('the database takes no other', async () => {
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
