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
  const { user, address, asked, counted } = await openDashboard({
    at: '/dashboard?search=звук&tags=music',
    conceptCount: ([concept]) => (concept === 'ai-basics' ? 21 : 3),
  });
  const category = await screen.findByRole('button', { name: 'Обучение' });
  expect(category).toHaveAttribute('aria-expanded', 'false');
  expect(counted).toEqual([]);
  await user.click(category);
  await user.click(await screen.findByRole('button', { name: 'Основы ИИ' }));
  expect(address()).toBe('?search=звук&tags=music&cat=learn&sub=basics');
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

test('each step of the wizard is a step of the history', async () => {
  const { user, address, router } = await openDashboard({ at: '/dashboard?search=звук' });
  await user.click(await screen.findByRole('button', { name: 'Обучение' }));
  await user.click(await screen.findByRole('button', { name: 'Основы ИИ' }));
  expect(address()).toBe('?search=звук&cat=learn&sub=basics');
  await act(() => router.navigate(-1));
  expect(address()).toBe('?search=звук&cat=learn');
  await act(() => router.navigate(-1));
  expect(address()).toBe('?search=звук');
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

test('an empty subcategory says so when it is chosen, and its tasks stand there', async () => {
  const { user } = await openDashboard({
    at: '/dashboard?cat=learn',
    conceptCount: ([concept]) => (concept === 'ai-basics' ? 1 : 0),
  });
  await user.click(await screen.findByRole('button', { name: 'Исследования 0 сервисов' }));
  expect(await screen.findByText('В каталоге пока нет сервисов для этих задач.')).toBeVisible();
  const tasks = within(screen.getByRole('list', { name: 'Исследования' })).getAllByRole('button');
  expect(tasks.length).toBeGreaterThan(0);
  for (const task of tasks) expect(task).toHaveAttribute('data-empty');
});

test('a chosen task shows its concepts as chips, and each is taken off by itself', async () => {
  const { user, address, asked } = await openDashboard({ at: '/dashboard?cat=learn&sub=basics' });
  await user.click(await screen.findByRole('button', { name: /^Повторить пример шаг за шагом/ }));
  const chip = (id: string) =>
    screen.findByRole('button', { name: `Убрать задачу «${id} по-русски»` });
  await chip('education');
  await user.click(await chip('tutorial'));
  await waitFor(() => expect(address()).toBe('?concepts=education&cat=learn&sub=basics'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['education'] }));
  expect(await chip('education')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Повторить пример шаг за шагом/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('an open category with nothing in it says so', async () => {
  await openDashboard({ at: '/dashboard?cat=learn', conceptCount: () => 0 });
  expect(await screen.findByText('В каталоге пока нет сервисов для этих задач.')).toBeVisible();
});

test('beside a filter of which they know nothing, tasks have no numbers', async () => {
  await openDashboard({ at: '/dashboard?cat=learn&sub=basics&verified=1' });
  expect(
    await screen.findByRole('button', { name: 'Понять, как устроены нейросети' }),
  ).toBeInTheDocument();
});

test('where the numbers cannot be had, every task is there', async () => {
  await openDashboard({
    at: '/dashboard?cat=learn&sub=basics',
    conceptCount: () => {
      throw new GraphQLError('down');
    },
  });
  const tasks = await screen.findByRole('list', { name: 'Основы ИИ' });
  expect(within(tasks).getAllByRole('button')).toHaveLength(4);
});

test('a concept stands in the search under its name, and goes by its button or by Backspace', async () => {
  const { user, asked, address } = await openDashboard({ at: '/dashboard?concepts=voiceover,npc' });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['voiceover', 'npc'] }));
  await user.click(
    await screen.findByRole('button', { name: 'Убрать задачу «voiceover по-русски»' }),
  );
  await waitFor(() => expect(address()).toBe('?concepts=npc'));
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  act(() => field().focus());
  await act(() => i18next.changeLanguage('en'));
  expect(
    await screen.findByRole('button', { name: 'Remove task “npc in English”' }),
  ).toBeInTheDocument();
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(address()).toBe(''));
});

describe('on a phone', () => {
  beforeEach(() => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === phoneQuery,
          media: query,
        }) as MediaQueryList,
    );
  });

  test('the levels of the wizard come as a sheet, and a task closes it', async () => {
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
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('closing the sheet keeps the place, and gives the focus back', async () => {
    const { user, address } = await openDashboard();
    const category = await screen.findByRole('button', { name: 'Создание' });
    await user.click(category);
    await screen.findByRole('dialog', { name: 'Создание' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?cat=create');
    await waitFor(() => expect(category).toHaveFocus());
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

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

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

  test.each([
    ['an empty catalogue', { ...ready, isEmpty: true }],
    ['an empty one with the essential missing', { ...own, isEmpty: true }],
    ['a company’s own with the essential missing', own],
  ])('%s leads to the set-up once, then a strip stays', async (_, needs) => {
    await (await open(needs)).settled('led');
    const again = await open(needs);
    await again.settled(/не закончена/);
    await again.user.click(screen.getByRole('button', { name: 'Скрыть подсказку о настройке' }));
    // A new tab.
    sessionStorage.clear();
    await (await open(needs)).settled('nothing');
  });

  test('whoever follows a link to a search has its answer', async () => {
    await (await open(own, '/dashboard?search=a')).settled(/не закончена/);
  });

  test('nothing is said where everything is set up, and others are not asked', async () => {
    await (await open(ready)).settled('nothing');
    await (await open(demo, '/dashboard', aUser())).settled('nothing');
    expect(asked).toBe(0);
  });
});
