// The tasks of the wizard over the demo: what stands beside each is what choosing it finds.
import { wizardCatalogue } from '../../client/features/wizard/wizardCatalogue.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import { createLog } from '../shared/log.ts';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';

const tasks = wizardCatalogue.flatMap(({ subcategories }) =>
  subcategories.flatMap((subcategory) => subcategory.tasks),
);
const sets = tasks.map(({ concepts }) => concepts);

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  person = await app.signedIn({ company: 'gdev' });
});
afterAll(() => app.close());

const ask = async <Data>(document: string, variables: Record<string, unknown>): Promise<Data> => {
  const { body } = await person.graphql<Data>(document, variables);
  expect(body.errors).toBeUndefined();
  return body.data;
};

test('all tasks are counted in one call, nearly all find something, and each finds what its number says', async () => {
  const { conceptCounts } = await ask<{ conceptCounts: number[] }>(
    'query ($sets: [[ID!]!]!) { conceptCounts(sets: $sets) }',
    { sets },
  );
  expect(conceptCounts).toHaveLength(tasks.length);
  const shown = tasks.filter((_task, index) => conceptCounts[index]! > 0);
  expect(shown.length / tasks.length).toBeGreaterThanOrEqual(0.95);
  const totals: number[] = [];
  for (const concepts of sets) {
    const { searchKnowledge } = await ask<{ searchKnowledge: { total: number; items: unknown[] } }>(
      'query ($concepts: [ID!]) { searchKnowledge(concepts: $concepts) { total items { id } } }',
      { concepts },
    );
    expect(searchKnowledge.items).toHaveLength(Math.min(12, searchKnowledge.total));
    totals.push(searchKnowledge.total);
  }
  expect(totals).toEqual(conceptCounts);
});

test('what only mentions a concept counts nothing, and is said to be unsure', async () => {
  const concept = 'animation-retarget';
  const { conceptCounts, searchKnowledge } = await ask<{
    conceptCounts: number[];
    searchKnowledge: { items: unknown[]; unsure: boolean };
  }>(
    `query ($sets: [[ID!]!]!, $concepts: [ID!]) {
      conceptCounts(sets: $sets)
      searchKnowledge(concepts: $concepts) { items { id } unsure }
    }`,
    { sets: [[concept]], concepts: [concept] },
  );
  expect(conceptCounts).toEqual([0]);
  expect(searchKnowledge.unsure).toBe(true);
  expect(searchKnowledge.items.length).toBeGreaterThan(0);
});

test('every concept has a name in both languages', async () => {
  const ids = [...new Set(sets.flat())];
  const { concepts } = await ask<{ concepts: { id: string; nameRu: string; nameEn: string }[] }>(
    'query ($ids: [ID!]!) { concepts(ids: $ids) { id nameRu nameEn } }',
    { ids },
  );
  expect(concepts.map(({ id }) => id)).toEqual(ids);
  expect(concepts.filter(({ nameRu, nameEn }) => nameRu === '' || nameEn === '')).toEqual([]);
});
