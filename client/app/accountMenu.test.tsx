import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { anAdmin, aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { AccountPlace } from './AccountPlace.tsx';

const open = async () => {
  keepCurrentUser(aUser());
  const { user } = await renderPage(
    <main id="main">
      <AccountPlace />
    </main>,
    {},
  );
  return { user, avatar: () => screen.getByRole('button', { name: 'Меню профиля' }) };
};

test('when the notices are closed, the focus is back on the avatar', async () => {
  const { user, avatar } = await open();
  await user.click(avatar());
  await user.click(await screen.findByRole('menuitem', { name: 'Уведомления' }));
  expect(await screen.findByRole('dialog', { name: 'Уведомления' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(avatar()).toHaveFocus());
});

test.each(['{Enter}', ' ', '{ArrowDown}'])(
  'pressed with “%s” for the first time, the menu has the focus on its first entry',
  async (key) => {
    const { user, avatar } = await open();
    avatar().focus();
    expect(avatar()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard(key);
    await waitFor(() => expect(screen.getAllByRole('menuitem')[0]).toHaveFocus());
    expect(avatar()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(avatar()).toHaveFocus());
  },
);

test('admins see how many proposed services wait, and come to them; nobody is told of none', async () => {
  let waiting = 2;
  keepCurrentUser(anAdmin());
  const resolvers = {
    Query: { complaintsCount: () => ({ count: 0 }), proposalsCount: () => waiting },
  };
  const first = await renderPage(<AccountPlace />, { resolvers });
  await first.user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  const entry = await screen.findByRole('menuitem', { name: /Предложенные сервисы.*2/ });
  expect(entry).toHaveAttribute('href', '/admin/wishes');
  cleanup();
  waiting = 0;
  const second = await renderPage(<AccountPlace />, { resolvers });
  await second.user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  await screen.findByRole('menuitem', { name: 'Новые жалобы' });
  expect(screen.queryByRole('menuitem', { name: /Предложенные/ })).toBeNull();
});

test('who decides on access without being an admin comes to the requests from the menu; nobody else is led there', async () => {
  let waiting: number | null = 3;
  keepCurrentUser(aUser());
  const company = { key: 'nexters', name: 'Nexters' };
  const resolvers = {
    Query: {
      accessRequestsToDecideCount: () => waiting,
      companiesWithDataRules: () => [{ company, mayDecide: true }],
    },
  };
  const first = await renderPage(<AccountPlace />, { resolvers });
  await first.user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  const entry = await screen.findByRole('menuitem', { name: /Запросы доступа.*3/ });
  expect(entry).toHaveAttribute('href', '/profile/approvals');
  const rules = await screen.findByRole('menuitem', { name: 'Правила данных' });
  expect(rules).toHaveAttribute('href', '/profile/rules');
  cleanup();
  waiting = null;
  const second = await renderPage(<AccountPlace />, { resolvers });
  await second.user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  await screen.findByRole('menuitem', { name: 'Уведомления' });
  expect(screen.queryByRole('menuitem', { name: /Запросы доступа|Правила данных/ })).toBeNull();
});

test('the menu opens with all its entries: none comes later and moves the others from under the pointer', async () => {
  await import('./AccountMenu.tsx');
  let letGo: (count: number) => void = () => undefined;
  const answer = new Promise<number>((done) => {
    letGo = done;
  });
  let isAsked = false;
  keepCurrentUser(aUser());
  const company = { key: 'nexters', name: 'Nexters' };
  const resolvers = {
    Query: {
      accessRequestsToDecideCount: () => {
        isAsked = true;
        return answer;
      },
      companiesWithDataRules: () => [{ company, mayDecide: true }],
    },
  };
  const { user } = await renderPage(<AccountPlace />, { resolvers });
  await user.click(screen.getByRole('button', { name: 'Меню профиля' }));
  await waitFor(() => expect(isAsked).toBe(true));
  expect(screen.queryByRole('menu')).toBeNull();
  letGo(3);
  const menu = await screen.findByRole('menu');
  const entries = within(menu).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Запросы доступа'),
      expect.stringContaining('Правила данных'),
    ]),
  );
});
