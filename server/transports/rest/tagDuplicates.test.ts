// Duplicates of tags over REST: listed, merged at once, and undone.
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

interface Group {
  isExact: boolean;
  tags: { originalName: string }[];
}

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

test('duplicates of tags are listed, merged by one call, and taken back', async () => {
  const { db } = app.database;
  // As an earlier version stored them.
  for (const name of ['Voice', 'voice', 'VOICE']) {
    const { id } = await anItem(db, { sourceUrl: `https://${name}.example/`, titleEn: name });
    const [tag] = await db('tags')
      .insert({ original_name: name, name_ru: name, name_en: name })
      .returning('id');
    await db('item_tags').insert({ item_id: id, tag_id: tag.id, position: 0 });
  }
  const admin = await app.signedIn({ isAdmin: true });
  const path = '/api/v1/knowledge/tags';
  const groups = async () => {
    const { body } = await admin.call<{ groups: Group[] }>('GET', `${path}/duplicates`);
    return body.groups.map(({ isExact, tags }) => [
      isExact,
      ...tags.map(({ originalName }) => originalName).toSorted(),
    ]);
  };
  const twins = [[true, 'VOICE', 'Voice', 'voice']];
  expect(await groups()).toEqual(twins);
  const { body } = await admin.call<{ data: { changeId: string; items: number }[] }>(
    'POST',
    `${path}/duplicates/merge-exact`,
  );
  expect(body.data).toMatchObject([{ items: 2 }]);
  expect(await groups()).toEqual([]);
  await admin.call('POST', `${path}/changes/${body.data[0]!.changeId}/undo`);
  expect(await groups()).toEqual(twins);
});
