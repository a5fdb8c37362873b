import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { announceSignedOut } from '../browser/signedOut.ts';
import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { anAdmin, aUser } from '../testing/fixtures.ts';
import { answerGraphql } from '../testing/schemaClient.ts';

let server: FakeServer;
let newReports = 3;

beforeEach(() => {
  server = openFakeServer({
    'POST /graphql': answerGraphql({
      Query: {
        likedKnowledge: () => [],
        complaintsCount: () => ({ count: newReports }),
        demoAccounts: () => [
          { email: 'anna@nexters.example', name: 'Анна Крылова', isAdmin: false, company: null },
          { email: 'igor@gdev.example', name: 'Игорь Волков', isAdmin: true, company: null },
        ],
      },
    }),
    'POST /api/v1/auth/dev-login': ({ body }) => ({
      success: true,
      user: body['email'] === 'igor@gdev.example' ? anAdmin() : aUser(),
      redirectTo: null,
    }),
    'POST /api/v1/auth/logout': () => ({ success: true }),
  });
});
afterEach(() => server.close());

const profile = '/profile/knowledge';
const heading = () => screen.getByRole('heading', { level: 1 });

test('navigation sets the title, focuses the heading and announces it', async () => {
  const { router } = await openPage('/login');
  await screen.findByRole('heading', { level: 1 });
  expect(document.body).toHaveFocus();
  await act(() => router.navigate('/privacy-policy'));
  await waitFor(() => expect(document.title).toBe('Политика конфиденциальности · Loadout'));
  expect(heading()).toHaveFocus();
  await waitFor(() =>
    expect(document.querySelector('[data-announcer]')).toHaveTextContent(document.title),
  );
});

test.each([
  ['a visitor', null, 'На страницу входа', '/login'],
  ['a member', aUser(), 'В каталог', '/dashboard'],
])('an unknown address shows an error to %s', async (_who, user, way, path) => {
  const { place } = await openPage('/dashbord?x=1', { user });
  expect(await screen.findByRole('heading', { name: 'Такой страницы нет' })).toBeInTheDocument();
  expect(document.title).toBe('Такой страницы нет · Loadout');
  expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', path);
  expect(screen.queryAllByRole('button', { name: /^Уведомления/ })).toHaveLength(user ? 1 : 0);
  expect(place()).toBe('/dashbord?x=1');
});

test('the root leads to the login screen', async () => {
  const { place } = await openPage('/');
  await waitFor(() => expect(place()).toBe('/login'));
});

test('a session that ends during the debounce keeps the typed text', async () => {
  const { place } = await openPage('/dashboard?verified=1', { user: aUser() });
  const field = await screen.findByRole('combobox', { name: 'Поиск по каталогу' });
  // Synchronous: with an await in between, the debounced text may reach the address.
  fireEvent.change(field, { target: { value: 'voice ' } });
  act(() => announceSignedOut('ended'));
  await waitFor(() =>
    expect(place()).toBe(`/login?from=${encodeURIComponent('/dashboard?search=voice&verified=1')}`),
  );
});

test('navigation to a dialog leaves the focus in the dialog', async () => {
  const { router } = await openPage('/login');
  await screen.findByRole('heading', { level: 1 });
  await act(() => router.navigate('/privacy-policy?dialog=report&item=5'));
  await waitFor(() => expect(document.title).toBe('Политика конфиденциальности · Loadout'));
  expect(heading()).not.toHaveFocus();
});

test('the menu of a user has no admin entries; sign-out leads to the login screen', async () => {
  const { user, place } = await openPage(profile, { user: aUser() });
  await user.click(await screen.findByRole('button', { name: 'Меню профиля' }));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getByRole('menuitem', { name: /Анна Крылова Nexters/ })).toHaveAttribute(
    'href',
    profile,
  );
  expect(menu.queryByRole('menuitem', { name: 'Панель администратора' })).toBeNull();
  await user.click(menu.getByRole('menuitem', { name: 'Выйти' }));
  await waitFor(() => expect(place()).toBe('/login'));
  expect(server.callsTo('/api/v1/auth/logout')).toHaveLength(1);
});

test('changes the language in place, and signs out of an expired session', async () => {
  server.close();
  server = openFakeServer({
    'POST /graphql': answerGraphql({ Query: { likedKnowledge: () => [], demoAccounts: () => [] } }),
    'POST /api/v1/auth/logout': () => json({ success: false, error: 'Sign in first' }, 401),
  });
  const { user, place } = await openPage(profile, { user: aUser() });
  await user.click(await screen.findByRole('button', { name: 'EN, English' }));
  const account = await screen.findByRole('button', { name: 'Account menu' });
  expect(screen.getByRole('button', { name: 'EN, English' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(document.title).toContain('My services');
  expect(place()).toBe(profile);
  await user.click(account);
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(place()).toBe('/login'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the splash host shows one screen at every address', async () => {
  await openPage('/dashboard', { settings: { splashOnly: true } });
  expect(await screen.findByRole('button', { name: 'Остановить видео' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
});
