import { screen, waitFor, within } from '@testing-library/react';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Tags } from './Tags.tsx';

beforeEach(() => void keepCurrentUser(anAdmin()));
test('a tag is given another name, and it is taken back', async () => {
  const sent: object[] = [];
  const undone: string[] = [];
  const { user } = await renderPage(<Tags />, {
    resolvers: {
      Query: {
        tags: () => [
          { id: '1', originalName: 'text', nameRu: 'Тексты', nameEn: 'Texts', count: 6 },
        ],
      },
      Mutation: {
        renameTag: (_: unknown, args: object) => {
          sent.push({ ...args });
          return { changeId: '8', items: 6 };
        },
        undoTagChange: (_: unknown, { changeId }: { changeId: string }) => {
          undone.push(changeId);
          return { changeId: '9', items: 6 };
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Изменить тег: text' }));
  const dialog = await screen.findByRole('dialog');
  const save = within(dialog).getByRole('button', { name: 'Сохранить' });
  expect(save).toBeDisabled();
  const name = within(dialog).getByRole('textbox', { name: /^Тег/ });
  await user.clear(name);
  expect(save).toBeDisabled();
  await user.type(name, 'writing');
  await user.click(save);
  await waitFor(() => expect(sent).toEqual([{ id: '1', originalName: 'writing' }]));
  expect(await screen.findByText('Тег изменён у 6 сервисов')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
  await waitFor(() => expect(undone).toEqual(['8']));
});

test('a tag that is only named says so, and counts no services', async () => {
  const { user } = await renderPage(<Tags />, {
    resolvers: {
      Query: {
        tags: () => [{ id: '1', originalName: 'text', nameRu: 'text', nameEn: 'text', count: 6 }],
      },
      Mutation: { renameTag: () => ({ changeId: '8', items: 0 }) },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Изменить тег: text' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /^Название по-русски/ }), 'ы');
  await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Тег назван')).toBeInTheDocument();
});

test('a tag that has become one with another leaves the keyboard at the next one', async () => {
  const rowOf = (id: string, originalName: string) => ({
    id,
    originalName,
    nameRu: originalName,
    nameEn: originalName,
    count: 6,
  });
  let tags = [rowOf('1', 'text'), rowOf('2', 'words'), rowOf('3', 'voice')];
  const { user } = await renderPage(<Tags />, {
    resolvers: {
      Query: { tags: () => tags },
      Mutation: {
        renameTag: () => {
          tags = tags.filter(({ id }) => id !== '2');
          return { changeId: '8', items: 6 };
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Изменить тег: words' }));
  const dialog = await screen.findByRole('dialog');
  const name = within(dialog).getByRole('textbox', { name: /^Тег/ });
  await user.clear(name);
  await user.type(name, 'text');
  await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Изменить тег: voice' })).toHaveFocus(),
  );
});
