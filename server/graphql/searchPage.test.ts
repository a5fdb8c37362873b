// A page of the catalogue through POST /graphql: few statements however long it is, and the limits of its input.
import { loadDemoCatalogue } from '../demo/load.ts';
import { createLog } from '../shared/log.ts';
import { recordFigure } from '../testing/figures.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';

const document = `
  query Page($search: String, $perPage: Int!, $page: Int! = 0) {
    searchKnowledge(search: $search, perPage: $perPage, page: $page) {
      total pageCount correctedTo
      items {
        id titleRu titleEn descriptionRu descriptionEn isLiked likesCount useCasesCount ownUseCasesCount isVerified
        raindropTags partnerBadges { key name } experts { id name avatarUrl telegramUsername } expertsCount
      }
      matches { itemId titleEn { start end } descriptionEn { start end } }
    }
  }`;

interface Page {
  searchKnowledge: {
    total: number;
    correctedTo: string | null;
    items: { titleEn: string }[];
    matches: object[];
  };
}

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  person = await app.signedIn();
  // The index is built by the first who asks, or at the start.
  await app.services.searchIndex.answer(async () => ({ answer: null, isBehind: false }));
});
afterAll(() => app.close());

const ask = async (variables: Record<string, unknown>) => {
  const before = app.statements.length;
  const { body } = await person.graphql<Page>(document, variables);
  return { ...body, statements: app.statements.length - before };
};

test.each([
  ['the catalogue as it is first seen', null, 2],
  ['a search', 'генерация', 2],
  ['a typing error', 'midjorney', 2],
])('%s takes few statements, as many for 12 items as for one', async (name, search, statements) => {
  const first = await ask({ search, perPage: 12 });
  const twelve = await ask({ search, perPage: 12 });
  const one = await ask({ search, perPage: 1 });
  expect(first.errors).toBeUndefined();
  recordFigure({
    promise: 'G4',
    figure: `statements for a page of 12 cards, of one card: ${name}`,
    target: '<= 8, and the same',
    measured: `${first.statements}, then ${twelve.statements} and ${one.statements}`,
    holds: first.statements <= 8 && twelve.statements === one.statements,
  });
  expect(first.data.searchKnowledge.items.length).toBeGreaterThan(0);
  // The cards of a page and their experts, unless the process has them from another page.
  expect(first.statements).toBeLessThanOrEqual(statements + 2);
  expect(twelve.statements).toBe(statements);
  expect(one.statements).toBe(statements);
});

test('an answer says what was searched instead', async () => {
  const { data } = await ask({ search: 'миджорни', perPage: 12 });
  expect(data.searchKnowledge).toMatchObject({
    correctedTo: 'midjourney',
    total: 1,
    items: [{ titleEn: 'Midjourney' }],
  });
  expect(data.searchKnowledge.matches).toEqual([
    expect.objectContaining({ titleEn: [{ start: 0, end: 10 }] }),
  ]);
});

test.each([
  [{ search: 'a'.repeat(200), perPage: 100 }, undefined],
  [{ search: 'a'.repeat(201), perPage: 12 }, 'INVALID'],
  [{ search: 'a'.repeat(10_000), perPage: 12 }, 'INVALID'],
  [{ perPage: 101 }, 'INVALID'],
  [{ perPage: 0 }, 'INVALID'],
  [{ perPage: 1, page: 10_000 }, undefined],
  [{ perPage: 1, page: 10_001 }, 'INVALID'],
  [{ search: 'a\u0000b', perPage: 1 }, 'INVALID'],
])('limits of the input: %#', async (variables, code) => {
  const { errors } = await ask(variables);
  expect(errors?.[0]?.extensions['code']).toBe(code);
});
