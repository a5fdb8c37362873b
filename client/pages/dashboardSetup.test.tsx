// An admin is told of the set-up where it stands: quietly in the demo, in place of the catalogue where there is nothing yet.
import { cleanup, screen, waitFor } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { items, pageSlice } from '../features/knowledge/testItems.ts';
import { anAdmin, aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { DashboardPage } from './DashboardPage.tsx';

const demo = { missing: ['signIn'], isDemo: true, isEmpty: false };
const own = { missing: ['companies'], isDemo: false, isEmpty: false };
const ready = { missing: [], isDemo: false, isEmpty: false };

let asked: number;

/** Opens the dashboard, as on a new visit to the page. */
async function open(needs: object, at = '/dashboard', user = anAdmin()) {
  cleanup();
  asked = 0;
  keepCurrentUser(user);
  const page = await renderPage(<DashboardPage />, {
    at,
    routes: [{ path: '/admin/setup', element: <h1>The set-up</h1> }],
    resolvers: {
      Query: {
        me: () => user,
        searchKnowledge: () => pageSlice(items(3), 0, 12),
        setupNeeds: () => {
          asked += 1;
          return needs;
        },
      },
    } as never,
  });
  const place = () => page.router.state.location.pathname;
  const shown = async () => {
    if (place() !== '/admin/setup') await screen.findAllByRole('article');
    await waitFor(() => expect(asked + Number(!user.isAdmin)).toBeGreaterThan(0));
    await screen.findByRole('heading', { level: 1 });
    const strip = screen.queryByText(/демокаталог|не настроен до конца/);
    return place() === '/admin/setup' ? 'led' : (strip?.textContent ?? 'nothing');
  };
  return {
    ...page,
    shown,
    settled: (what: string | RegExp) => waitFor(async () => expect(await shown()).toMatch(what)),
  };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('in the demo a strip says so, leads to the set-up, and is put aside until something changes', async () => {
  const { user, settled } = await open(demo);
  await settled(/демокаталог/);
  expect(screen.getByRole('link', { name: 'Настроить свой' })).toHaveAttribute(
    'href',
    '/admin/setup',
  );
  await user.click(screen.getByRole('button', { name: 'Скрыть подсказку о настройке' }));
  expect(screen.queryByText(/демокаталог/)).toBeNull();
  await (await open(demo)).settled('nothing');
  // It is that person's answer, and about this state.
  await (await open(demo, '/dashboard', { ...anAdmin(), id: '99' })).settled(/демокаталог/);
  await (await open({ ...demo, missing: ['signIn', 'companies'] })).settled(/демокаталог/);
});

test.each([
  ['an empty catalogue', { ...ready, isEmpty: true }],
  ['an empty one with the essential missing', { ...own, isEmpty: true }],
  ['a company’s own with the essential missing', own],
])('%s leads to the set-up once, then a strip stays', async (_, needs) => {
  await (await open(needs)).settled('led');
  const again = await open(needs);
  await again.settled(/не настроен до конца/);
  await again.user.click(screen.getByRole('button', { name: 'Скрыть подсказку о настройке' }));
  // A new tab.
  sessionStorage.clear();
  await (await open(needs)).settled('nothing');
});

test('whoever follows a link to a search has its answer', async () => {
  await (await open(own, '/dashboard?search=a')).settled(/не настроен до конца/);
});

test('nothing is said where everything is set up, and others are not asked', async () => {
  await (await open(ready)).settled('nothing');
  await (await open(demo, '/dashboard', aUser())).settled('nothing');
  expect(asked).toBe(0);
});
