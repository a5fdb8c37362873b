import { screen, waitFor } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { AccountMenu } from './AccountMenu.tsx';

test('when the notices are closed, the focus is back on the avatar', async () => {
  keepCurrentUser(aUser());
  const { user } = await renderPage(
    <main id="main">
      <AccountMenu label="Меню профиля" reports={0} openAtOnce={false} />
    </main>,
    {},
  );
  const avatar = screen.getByRole('button', { name: 'Меню профиля' });
  await user.click(avatar);
  await user.click(await screen.findByRole('menuitem', { name: 'Уведомления' }));
  expect(await screen.findByRole('dialog', { name: 'Уведомления' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(avatar).toHaveFocus());
});
