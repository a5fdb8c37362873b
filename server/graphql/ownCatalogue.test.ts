// From the demo to a catalogue of one's own over GraphQL alone: looked at, brought in, doubles merged, tags named.
import { loadDemoCatalogue } from '../demo/load.ts';
import { createLog } from '../shared/log.ts';
import { anAdmin } from '../testing/builders.ts';
import { ownCount, ownDoubles, ownExport, ownTags } from '../testing/ownExport.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  await loadDemoCatalogue(app.database.db, createLog({ level: 'silent' }));
  // A real admin: who comes in by the developer sign-in is of the demo, and goes with it.
  const ada = await anAdmin(app.database.db);
  ({ token } = await app.services.apiTokens.createFor(ada.user, {
    name: 'journey',
    scope: 'admin',
    expiresInDays: 1,
  }));
});
afterAll(() => app.close());

async function ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { body } = await app
    .visitor()
    .call<{ data: Data; errors?: object[] }>(
      'POST',
      '/graphql',
      { query, variables },
      { Authorization: `Bearer ${token}` },
    );
  expect(body.errors).toBeUndefined();
  return body.data;
}

interface State {
  searchKnowledge: { total: number };
  demo: { isLoaded: boolean; isQuestionOpen: boolean };
  doubles: { total: number; groups: { items: { id: string }[] }[] };
  unnamedTags: {
    total: number;
    rows: {
      tag: { id: string; originalName: string; nameRu: string; nameEn: string };
      proposedRu: { name: string } | null;
      proposedEn: { name: string } | null;
    }[];
  };
}
const stateNow = () =>
  ask<State>(`{
    searchKnowledge(perPage: 1) { total }
    demo { isLoaded isQuestionOpen }
    doubles { total groups { items { id } } }
    unnamedTags {
      total
      rows { tag { id originalName nameRu nameEn } proposedRu { name } proposedEn { name } }
    }
  }`);

const files = [{ name: 'own.csv', text: ownExport() }];
const kinds = ['new', 'changed', 'sameName'];

async function imported(): Promise<Record<string, number>> {
  for (;;) {
    const { syncStatus } = await ask<{
      syncStatus: { state: string; error: string | null; counts: Record<string, number> };
    }>('{ syncStatus { state error counts { new failed } } }');
    if (syncStatus.state !== 'running') {
      expect(syncStatus).toMatchObject({ state: 'finished', error: null });
      return syncStatus.counts;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('an export becomes a catalogue of one’s own, without demo and doubles, its tags named in both languages', async () => {
  const before = await stateNow();
  const { previewImport } = await ask<{
    previewImport: { counts: Record<string, number>; newTagsCount: number };
  }>(
    `query ($files: [BookmarkFileInput!]) {
      previewImport(files: $files) { counts { new sameAddress sameName unreadable } newTagsCount }
    }`,
    { files },
  );
  expect(previewImport).toMatchObject({
    counts: { new: ownCount, sameAddress: 1, sameName: ownDoubles, unreadable: 1 },
  });
  expect(await stateNow()).toEqual(before);

  await ask('mutation { chooseDemo(choice: leave) { choice } }');
  await ask(
    `mutation ($files: [BookmarkFileInput!]!, $kinds: [ImportRowKind!]!) {
      importBookmarks(files: $files, kinds: $kinds) { state }
    }`,
    { files, kinds },
  );
  expect(await imported()).toEqual({ new: ownCount + ownDoubles, failed: 1 });
  const brought = await stateNow();
  expect(brought).toMatchObject({
    searchKnowledge: { total: ownCount + ownDoubles },
    demo: { isLoaded: false },
    doubles: { total: ownDoubles },
  });

  for (const { items } of brought.doubles.groups)
    await ask(
      `mutation ($kept: ID!, $merged: ID!) { mergeKnowledge(keptId: $kept, mergedId: $merged) { item { id } } }`,
      { kept: items[0]!.id, merged: items[1]!.id },
    );

  const rows = brought.unnamedTags.rows.map(({ tag, proposedRu, proposedEn }) => ({
    id: tag.id,
    nameRu: proposedRu?.name ?? `название ${tag.id}`,
    nameEn: proposedEn?.name ?? tag.nameEn,
    expectedNameRu: tag.nameRu,
    expectedNameEn: tag.nameEn,
  }));
  const { nameTags } = await ask<{ nameTags: { rows: { outcome: string }[] } }>(
    `mutation ($rows: [TagNamesInput!]!) { nameTags(rows: $rows) { rows { outcome } changeId } }`,
    { rows },
  );
  expect(new Set(nameTags.rows.map(({ outcome }) => outcome))).toEqual(new Set(['named']));

  expect(await stateNow()).toMatchObject({
    searchKnowledge: { total: ownCount },
    demo: { isLoaded: false, isQuestionOpen: false },
    doubles: { total: 0 },
    unnamedTags: { total: 0 },
  });
  const { tags } = await ask<{ tags: { nameRu: string; nameEn: string }[] }>(
    '{ tags { nameRu nameEn } }',
  );
  expect(tags).toHaveLength(ownTags.length);
  expect(tags.filter(({ nameRu, nameEn }) => nameRu === nameEn)).toEqual([]);
});
