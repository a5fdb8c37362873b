import { fireEvent, screen, within } from '@testing-library/react';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { anAdmin } from '../testing/people.ts';
import { answerGraphql } from '../testing/schemaClient.ts';

const tag = (id: string, originalName: string, nameRu: string) => ({
  id,
  originalName,
  nameRu,
  nameEn: originalName,
  count: 6,
});
const music = tag('1', 'music', 'музыка');
const unnamed = [music, tag('2', 'voice', 'голос')].map((one) => ({
  tag: one,
  proposedRu: null,
  proposedEn: null,
}));

let server: FakeServer;
beforeEach(() => {
  server = openFakeServer({
    'POST /graphql': answerGraphql({
      Query: {
        tags: () => [music],
        tagDuplicates: () => ({ groups: [], total: 0, exact: 0 }),
        unnamedTags: () => ({ rows: unnamed, total: unnamed.length }),
      },
    }),
  });
});
afterEach(() => server.close());

/** Keys of an input method as browsers report them: during a composition, and after its end in Safari. */
const composing: KeyboardEventInit[] = [{ isComposing: true }, { keyCode: 229 }];
const press = (key: string, init: KeyboardEventInit) =>
  fireEvent.keyDown(document.activeElement!, { key, ...init });

test('ignores keys of an input method in tag names and dialogs', async () => {
  const { user } = await openPage('/admin/tags', { user: anAdmin() });
  const name = await screen.findByRole('textbox', { name: 'music по-русски' });
  await user.click(name);
  for (const init of composing) press('Enter', init);
  expect(name).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: 'voice по-русски' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Изменить тег: music' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('textbox', { name: /^Тег/ }));
  for (const init of composing) press('Escape', init);
  expect(dialog).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
