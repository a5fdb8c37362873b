import { screen, waitFor } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { aUser } from '../testing/people.ts';
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
  await user.click(await screen.findByRole('menuitem', { name: 'Недавние сообщения' }));
  expect(await screen.findByRole('dialog', { name: 'Недавние сообщения' })).toBeInTheDocument();
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
