// An admin is told of the set-up where it stands: quietly in the demo, in place of the catalogue where there is nothing yet.
import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { setCurrentUser } from '../browser/currentUser.ts';
import { items, pageSlice } from '../features/catalogue/testItems.ts';
import { phoneQuery } from '../features/wizard/Wizard.tsx';
import { field, openDashboard } from '../testing/dashboard.tsx';
import { anAdmin, aUser } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { DashboardPage } from './DashboardPage.tsx';

afterEach(() => jest.restoreAllMocks());

test('the wizard leads through three levels and puts the concepts of a task into the search', async () => {
  const { user, address, asked, counted, router } = await openDashboard({
    at: '/dashboard?search=звук&tags=music',
    conceptCount: ([concept]) => (concept === 'ai-basics' ? 21 : 3),
  });
  const category = await screen.findByRole('button', { name: 'Обучение' });
  expect(category).toHaveAttribute('aria-expanded', 'false');
  expect(counted).toEqual([]);
  await user.click(category);
  await user.click(await screen.findByRole('button', { name: 'Основы ИИ' }));
  expect(address()).toBe('?search=звук&tags=music&cat=learn&sub=basics');
  // Each step is one of the history.
  await act(() => router.navigate(-1));
  expect(address()).toBe('?search=звук&tags=music&cat=learn');
  await act(() => router.navigate(1));
  await user.click(
    await screen.findByRole('button', { name: 'Понять, как устроены нейросети 21 сервис' }),
  );
  expect(address()).toBe('?concepts=ai-basics&cat=learn&sub=basics');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['ai-basics'] }));
  expect(asked.at(-1)).not.toHaveProperty('search');
  expect(asked.at(-1)).not.toHaveProperty('tags');
  expect(
    await screen.findByText('Обучение › Основы ИИ › Понять, как устроены нейросети'),
  ).toBeInTheDocument();
  expect(counted).toEqual([113]);
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(address()).toBe(''));
});

test('what finds nothing stays in its place, dimmed, with a zero', async () => {
  const { user, address } = await openDashboard({
    at: '/dashboard?cat=learn&sub=basics',
    conceptCount: ([concept]) => (['ai-basics', 'voiceover'].includes(concept!) ? 1 : 0),
  });
  const tasks = await screen.findByRole('list', { name: 'Основы ИИ' });
  const empty = within(tasks).getByRole('button', { name: 'Пройти курс 0 сервисов' });
  expect(empty).toHaveAttribute('data-empty');
  expect(within(tasks).getAllByRole('button')).toHaveLength(4);
  expect(within(tasks).getByRole('button', { name: /нейросети 1 сервис$/ })).not.toHaveAttribute(
    'data-empty',
  );
  const parts = within(screen.getByRole('list', { name: 'Обучение' }));
  expect(parts.getByRole('button', { name: 'Исследования 0 сервисов' })).toHaveAttribute(
    'data-empty',
  );
  expect(parts.getByRole('button', { name: 'Основы ИИ' })).not.toHaveAttribute('data-empty');
  const wizard = within(screen.getByRole('region', { name: 'Подбор по задаче' }));
  expect(wizard.getByRole('button', { name: 'Анализ 0 сервисов' })).toHaveAttribute('data-empty');
  await user.click(empty);
  expect(address()).toBe('?concepts=education&cat=learn&sub=basics');
  expect(await screen.findByText('В каталоге пока нет сервисов для этой задачи.')).toBeVisible();
  await user.click(parts.getByRole('button', { name: 'Исследования 0 сервисов' }));
  expect(await screen.findByText('В каталоге пока нет сервисов для этих задач.')).toBeVisible();
  const none = within(screen.getByRole('list', { name: 'Исследования' })).getAllByRole('button');
  for (const task of none) expect(task).toHaveAttribute('data-empty');
});

test('all eight categories and what they hold stay through opening and closing', async () => {
  const { user } = await openDashboard({ conceptCount: () => 0 });
  const names = () =>
    [...document.querySelectorAll('[data-part=categories] button')].map(
      (button) => button.querySelector('svg')?.nextSibling?.textContent,
    );
  const eight = [
    'Анализ',
    'Создание',
    'Автоматизация',
    'Маркетинг',
    'Поддержка',
    'Разработка',
    'Общение',
    'Обучение',
  ];
  expect(await screen.findByRole('button', { name: 'Обучение' })).toBeVisible();
  expect(names()).toEqual(eight);
  await user.click(screen.getByRole('button', { name: 'Обучение' }));
  await screen.findByText('В каталоге пока нет сервисов для этих задач.');
  expect(names()).toEqual(eight);
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Обучение' })).toBeNull());
  expect(names()).toEqual(eight);
});

test('beside a filter of which they know nothing, and where they cannot be had, tasks have no numbers', async () => {
  for (const [at, conceptCount] of [
    ['/dashboard?cat=learn&sub=basics&verified=1', () => 3],
    [
      '/dashboard?cat=learn&sub=basics',
      () => {
        throw new GraphQLError('down');
      },
    ],
  ] as const) {
    const { unmount } = await openDashboard({ at, conceptCount });
    const tasks = within(await screen.findByRole('list', { name: 'Основы ИИ' }));
    expect(
      await tasks.findByRole('button', { name: 'Понять, как устроены нейросети' }),
    ).toBeInTheDocument();
    expect(tasks.getAllByRole('button')).toHaveLength(4);
    unmount();
  }
});

test('a chosen task shows its concepts under their names, and each goes by its button or by Backspace', async () => {
  const { user, asked, address } = await openDashboard({ at: '/dashboard?cat=learn&sub=basics' });
  await user.click(await screen.findByRole('button', { name: /^Повторить пример шаг за шагом/ }));
  await user.click(
    await screen.findByRole('button', { name: 'Убрать задачу «tutorial по-русски»' }),
  );
  await waitFor(() => expect(address()).toBe('?concepts=education&cat=learn&sub=basics'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['education'] }));
  expect(screen.getByRole('button', { name: /^Повторить пример шаг за шагом/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  act(() => field().focus());
  await act(() => i18next.changeLanguage('en'));
  expect(
    await screen.findByRole('button', { name: 'Remove task “education in English”' }),
  ).toBeInTheDocument();
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(address()).toBe('?cat=learn&sub=basics'));
});

describe('on a phone', () => {
  test('the levels of the wizard come as a sheet, and a task closes it; Escape keeps the place', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === phoneQuery,
          media: query,
        }) as MediaQueryList,
    );
    const { user, address } = await openDashboard();
    const category = await screen.findByRole('button', { name: 'Обучение' });
    expect(category).toHaveAttribute('aria-haspopup', 'dialog');
    await user.click(category);
    const sheet = await screen.findByRole('dialog', { name: 'Обучение' });
    await user.click(within(sheet).getByRole('button', { name: 'Основы ИИ' }));
    await user.click(
      within(sheet).getByRole('button', { name: /^Понять, как устроены нейросети/ }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?concepts=ai-basics&cat=learn&sub=basics');
    await user.click(
      screen.getByRole('button', { name: 'Обучение › Основы ИИ › Понять, как устроены нейросети' }),
    );
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Сбросить' }),
    );
    await waitFor(() => expect(address()).toBe(''));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const other = screen.getByRole('button', { name: 'Создание' });
    await user.click(other);
    await screen.findByRole('dialog', { name: 'Создание' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?cat=create');
    await waitFor(() => expect(other).toHaveFocus());
  });
});

describe('set-up', () => {
  const demo = { missing: ['signIn'], isDemo: true, isEmpty: false };
  const own = { missing: ['companies'], isDemo: false, isEmpty: false };
  const ready = { missing: [], isDemo: false, isEmpty: false };

  let asked: number;

  /** Opens the dashboard, as on a new visit to the page. */
  async function open(needs: object, at = '/dashboard', user = anAdmin()) {
    cleanup();
    asked = 0;
    setCurrentUser(user);
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
      const strip = screen.queryByText(/Демокаталог|не закончена/);
      return place() === '/admin/setup' ? 'led' : (strip?.textContent ?? 'nothing');
    };
    return {
      ...page,
      shown,
      settled: (what: string | RegExp) => waitFor(async () => expect(await shown()).toMatch(what)),
    };
  }

  test('in the demo a strip says so, leads to the set-up, and is put aside until something changes', async () => {
    const { user, settled } = await open(demo);
    await settled(/Демокаталог/);
    expect(screen.getByRole('link', { name: 'Настроить свой' })).toHaveAttribute(
      'href',
      '/admin/setup',
    );
    await user.click(screen.getByRole('button', { name: 'Скрыть подсказку о настройке' }));
    expect(screen.queryByText(/Демокаталог/)).toBeNull();
    await (await open(demo)).settled('nothing');
    // It is that person's answer, and about this state.
    await (await open(demo, '/dashboard', { ...anAdmin(), id: '99' })).settled(/Демокаталог/);
    await (await open({ ...demo, missing: ['signIn', 'companies'] })).settled(/Демокаталог/);
  });

  test('an empty catalogue, or one without the essential, leads to the set-up once, then a strip stays', async () => {
    for (const needs of [{ ...ready, isEmpty: true }, own]) {
      localStorage.clear();
      sessionStorage.clear();
      // Whoever follows a link to a search has its answer.
      await (await open(needs, '/dashboard?search=a')).settled(/не закончена/);
      sessionStorage.clear();
      await (await open(needs)).settled('led');
      const again = await open(needs);
      await again.settled(/не закончена/);
      await again.user.click(screen.getByRole('button', { name: 'Скрыть подсказку о настройке' }));
      // A new tab.
      sessionStorage.clear();
      await (await open(needs)).settled('nothing');
    }
  });

  test('nothing is said where everything is set up, and others are not asked', async () => {
    await (await open(ready)).settled('nothing');
    await (await open(demo, '/dashboard', aUser())).settled('nothing');
    expect(asked).toBe(0);
  });
});
