import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { expectErrors } from '../testing/expectedErrors.ts';
import { openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { startTestWords } from '../testing/words.ts';
import { LateScreen } from './LateScreen.tsx';
import { framedScreen, screen as wholeScreen } from './screens.tsx';

const Page = () => <h1>Каталог</h1>;
let server: FakeServer;
let isThere: boolean;
let asked: number;
const load = () => {
  asked += 1;
  return isThere
    ? Promise.resolve(Page)
    : Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'));
};

beforeEach(() => {
  isThere = false;
  asked = 0;
  server = openFakeServer({});
  expectErrors(/^Error [0-9a-f]{8}$/);
});
afterEach(() => server.close());

const open = async (routes: RouteObject[]) => {
  const words = await startTestWords('ru');
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  await act(async () => {
    render(
      <I18nextProvider i18n={words}>
        <RouterProvider router={router} />
      </I18nextProvider>,
    );
  });
  return { router, user: userEvent.setup() };
};
const failed = () => screen.findByRole('alert');

test('a screen that does not come says so with a header, not a white page', async () => {
  await open([{ path: '/', lazy: wholeScreen(load) }]);
  expect(await failed()).toHaveTextContent('Что-то пошло не так');
  expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
});

test('inside the frame the frame’s own header stays the only one', async () => {
  await open([{ path: '/', lazy: framedScreen(load) }]);
  await failed();
  expect(screen.queryByRole('banner')).toBeNull();
});

test('it comes by itself with the connection', async () => {
  await open([{ path: '/', lazy: framedScreen(load) }]);
  await failed();
  isThere = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Каталог' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the button brings it without a reload, and it stays there for the next visit', async () => {
  const { router, user } = await open([
    { path: '/', lazy: framedScreen(load) },
    { path: '/other', element: <p>Другое</p> },
  ]);
  await failed();
  isThere = true;
  await user.click(screen.getByRole('button', { name: 'Обновить страницу' }));
  await screen.findByRole('heading', { name: 'Каталог' });
  const before = asked;
  await act(() => router.navigate('/other'));
  await act(() => router.navigate('/'));
  expect(await screen.findByRole('heading', { name: 'Каталог' })).toBeInTheDocument();
  expect(asked).toBe(before);
});

test('opened again later, it is asked for again', async () => {
  const { router } = await open([
    { path: '/', lazy: framedScreen(load) },
    { path: '/other', element: <p>Другое</p> },
  ]);
  await failed();
  await act(() => router.navigate('/other'));
  isThere = true;
  await act(() => router.navigate('/'));
  expect(await screen.findByRole('heading', { name: 'Каталог' })).toBeInTheDocument();
});

describe('the button, when the file still does not come,', () => {
  const press = async () => {
    const words = await startTestWords('ru');
    const reloads: string[] = [];
    render(
      <I18nextProvider i18n={words}>
        <LateScreen
          load={load}
          failure={new Error('gone')}
          isWholePage={false}
          onLoaded={() => undefined}
          reload={() => reloads.push('reload')}
        />
      </I18nextProvider>,
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Обновить страницу' }));
    return reloads;
  };

  test('reloads the page where the server answers', async () => {
    server.close();
    server = openFakeServer({ 'GET /api/v1/health': () => ({ build: 'new' }) });
    const reloads = await press();
    await waitFor(() => expect(reloads).toEqual(['reload']));
  });

  test('leaves what is there without a connection: a reload would lose it', async () => {
    server.close();
    server = openFakeServer({ 'GET /api/v1/health': () => 'no connection' });
    const reloads = await press();
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(reloads).toEqual([]);
    expect(await failed()).toBeInTheDocument();
  });
});
