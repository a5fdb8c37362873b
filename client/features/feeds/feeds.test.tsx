import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../../testing/render.tsx';
import { Feeds } from './Feeds.tsx';

test('an address is made and shown once with its feeds, renewed, and taken away', async () => {
  const createdAt = '2026-11-20T00:00:00.000Z';
  let made = 0;
  const resolvers = {
    Query: { myFeedAddress: () => (made ? { address: null, createdAt } : null) },
    Mutation: {
      renewFeedAddress: () => {
        made += 1;
        return { address: `https://loadout.example/feeds/secret${made}`, createdAt };
      },
      removeFeedAddress: () => {
        made = 0;
        return { success: true };
      },
    },
  };
  const { user } = await renderPage(<Feeds />, { resolvers });
  await user.click(await screen.findByRole('button', { name: 'Создать адрес' }));
  expect(
    await screen.findByText('https://loadout.example/feeds/secret1/used.atom?lang=ru'),
  ).toBeInTheDocument();
  expect(screen.getByText(/secret1\/tag\.atom\?lang=ru&tag=$/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Ленты' })).toHaveFocus();
  expect(screen.getByText(/^Адрес создан 20.ноября 2026/)).toBeInTheDocument();
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const answer = async (name: string) =>
    user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
  await press('Заменить адрес');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /Прежний адрес сразу перестанет/,
  );
  await answer('Отмена');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(made).toBe(1);
  await press('Заменить адрес');
  await answer('Заменить адрес');
  expect(await screen.findByText(/secret2\/new\.atom/)).toBeInTheDocument();
  expect(screen.queryByText(/secret1/)).not.toBeInTheDocument();
  await press('Убрать адрес');
  expect(made).toBe(2);
  await answer('Убрать адрес');
  expect(await screen.findByRole('button', { name: 'Создать адрес' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/secret2/)).not.toBeInTheDocument());
});
