import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { items, pageSlice, type TestItem } from '../features/catalogue/testItems.ts';
import { field, openDashboard, titles } from '../testing/dashboard.tsx';

/** Sets the width of the screen. */
const wide = (matches: boolean) =>
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList,
    );

afterEach(() => jest.restoreAllMocks());

test('reads the whole search state from the address', async () => {
  wide(true);
  const { user, asked } = await openDashboard({
    at: '/dashboard?search=звук&tags=music,images&sortOrder=asc&page=2&verified=1',
  });
  await waitFor(() => expect(titles()).toHaveLength(12));
  expect(asked[0]).toMatchObject({
    search: 'звук',
    tags: ['music', 'images'],
    sortBy: 'likes',
    sortOrder: 'asc',
    page: 1,
    perPage: 12,
    verified: true,
    language: 'ru',
  });
  expect(field()).toHaveValue('звук');
  expect(await screen.findByRole('button', { name: 'Убрать тег «музыка»' })).toBeInTheDocument();
  expect(await screen.findByRole('checkbox', { name: /^музыка/ })).toBeChecked();
  expect(screen.getByRole('switch', { name: /^Только одобренные/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Убрать тег «музыка»' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus());
});

test('shows a question about an access request in place of the next step', async () => {
  wide(true);
  await openDashboard({
    requests: [
      { id: '1', service: 'Suno', status: 'requested' },
      { id: '2', service: 'Krea', status: 'needs_answer' },
    ],
  });
  expect(await screen.findByRole('link', { name: 'Krea: нужен ответ' })).toHaveAttribute(
    'href',
    '/profile/requests',
  );
  expect(screen.queryByRole('button', { name: /^Дальше/ })).toBeNull();
});

test('changes the order by the list or the key S, at the first page; text searches sort by relevance', async () => {
  wide(true);
  const { user, address, asked } = await openDashboard({ at: '/dashboard?page=2' });
  await waitFor(() => expect(titles()).toHaveLength(12));
  await user.click(screen.getByRole('button', { name: 'Сортировка: Сначала популярные' }));
  const orders = await screen.findAllByRole('menuitemradio');
  expect(orders.map((order) => [order.textContent, order.getAttribute('aria-checked')])).toEqual([
    ['Сначала популярные', 'true'],
    ['Сначала менее популярные', 'false'],
    ['Популярные в моей компании', 'false'],
    ['Сначала новые', 'false'],
    ['По названию', 'false'],
  ]);
  await user.click(orders[4]!);
  expect(address()).toBe('?sortBy=title');
  expect(await screen.findByRole('button', { name: 'Сортировка: По названию' })).toHaveFocus();
  for (const next of ['', '?sortOrder=asc', '?sortBy=title', '']) {
    await user.keyboard('s');
    await waitFor(() => expect(address()).toBe(next));
  }
  await user.type(field(), 's{Enter}');
  expect(address()).toBe('?search=s');
  await user.click(await screen.findByRole('button', { name: 'Сортировка: По соответствию' }));
  const best = await screen.findAllByRole('menuitemradio');
  expect(best[0]).toHaveTextContent('По соответствию');
  await user.click(best[1]!);
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sortBy: 'used', sortOrder: 'desc' }));
});

test('shows the count of each filter, and disables filters without results', async () => {
  wide(true);
  const { user, address, asked, router } = await openDashboard({ at: '/dashboard' });
  await waitFor(() => expect(titles()).toHaveLength(12));
  const used = await screen.findByRole('checkbox', { name: 'Используют в Nexters 7' });
  expect(screen.getByRole('checkbox', { name: 'Новые за 30 дней 0' })).toBeDisabled();
  await user.click(screen.getByRole('switch', { name: 'Только одобренные 5' }));
  expect(await screen.findByRole('checkbox', { name: 'Используют в Nexters 2' })).toBe(used);
  await user.click(screen.getByRole('checkbox', { name: /^Исходный код/ }));
  await user.click(used);
  expect(address()).toBe('?verified=1&used=1&allowed=source_code');
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      verified: true,
      usedHere: true,
      allowedFor: ['source_code'],
    }),
  );
  await act(() => router.navigate(-1));
  expect(address()).toBe('?verified=1&allowed=source_code');
  expect(screen.getByRole('button', { name: 'Убрать фильтр «Исходный код»' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }));
  expect(address()).toBe('');
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  const tags = within(await screen.findByRole('group', { name: 'Теги' }));
  expect(await tags.findByRole('checkbox', { name: 'картинки 8' })).toBeInTheDocument();
  await user.click(tags.getByRole('checkbox', { name: 'музыка 4' }));
  expect(await tags.findByRole('checkbox', { name: 'музыка 3' })).toBeInTheDocument();
  expect(tags.queryByRole('checkbox', { name: /картинки/ })).not.toBeInTheDocument();
});

test('applies quick presses before the page has followed the previous one', async () => {
  wide(true);
  const { address } = await openDashboard();
  await waitFor(() => expect(titles()).toHaveLength(12));
  const approved = await screen.findByRole('switch', { name: /^Только одобренные/ });
  const code = await screen.findByRole('checkbox', { name: 'Исходный код 4' });
  // Both run within one `act`, without rendering in between.
  act(() => {
    for (const press of ['first', 'second'])
      fireEvent.keyDown(document.body, { code: 'KeyS', key: press });
    approved.click();
    code.click();
  });
  await waitFor(() => expect(address()).toBe('?sortBy=title&verified=1&allowed=source_code'));
});

test('replaces the address after the debounce; Back returns to the previous screen', async () => {
  wide(true);
  const { user, router, address, asked } = await openDashboard();
  await user.click(await screen.findByRole('switch', { name: /^Только одобренные/ }));
  // Synchronous: on a busy machine the pauses between keys may end the debounce.
  for (const text of ['з', 'зв', 'звук', 'звук '])
    fireEvent.change(field(), { target: { value: text } });
  await waitFor(() => expect(address()).toBe('?search=звук&verified=1'));
  expect(field()).toHaveValue('звук ');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'звук' }));
  expect(asked.filter(({ search }) => search !== undefined)).toHaveLength(1);
  await act(() => router.navigate(-1));
  expect(address()).toBe('');
  expect(field()).toHaveValue('');
});

describe('typed text within the debounce is kept', () => {
  const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  const typeAnd = (press: () => void) => {
    // Synchronous: on a busy machine the debounce may end during an await.
    fireEvent.change(field(), { target: { value: 'звук' } });
    press();
  };

  test('when a task of the wizard is chosen', async () => {
    const { address, asked } = await openDashboard({ at: '/dashboard?cat=learn&sub=basics' });
    const task = await screen.findByRole('button', { name: /^Понять, как устроены нейросети/ });
    typeAnd(() => fireEvent.click(task));
    await rest();
    expect(field()).toHaveValue('');
    expect(address()).toBe('?concepts=ai-basics&cat=learn&sub=basics');
    expect(asked.every(({ search }) => search === undefined)).toBe(true);
  });

  test('when a filter changes, and is removed by the clear button', async () => {
    wide(true);
    const { address, asked } = await openDashboard();
    await waitFor(() => expect(titles()).toHaveLength(12));
    const approved = await screen.findByRole('switch', { name: /^Только одобренные/ });
    typeAnd(() => fireEvent.click(screen.getByRole('button', { name: 'Очистить поиск' })));
    await rest();
    expect(field()).toHaveValue('');
    expect(address()).toBe('');
    expect(asked.every(({ search }) => search === undefined)).toBe(true);
    typeAnd(() => fireEvent.click(approved));
    await waitFor(() => expect(address()).toBe('?search=звук&verified=1'));
    expect(field()).toHaveValue('звук');
  });
});

test('opens a pressed service during the debounce, even with a slow screen', async () => {
  let come = () => undefined as void;
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  const { router, asked } = await openDashboard({
    routes: [{ path: '/services/:id', handle: { load: () => late }, element: <h1>Service</h1> }],
  });
  const [title] = await screen.findAllByRole('link', { name: 'Сервис 1' });
  // Synchronous: on a busy machine the debounce may end during an await.
  fireEvent.change(field(), { target: { value: 'сервис' } });
  fireEvent.click(title!);
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(asked.some(({ search }) => search !== undefined)).toBe(false);
  await act(async () => come());
  expect(await screen.findByRole('heading', { name: 'Service' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/services/1');
});

test('turns a chosen tag into a chip; Backspace in the empty field removes the last one', async () => {
  const { user, address } = await openDashboard({
    suggestions: () => [
      { type: 'tag', text: 'музыка', count: 4, value: 'music' },
      { type: 'tag', text: 'text-to-speech', count: 7, value: 'text-to-speech' },
      { type: 'popular', text: 'Suno', count: 11, value: '5' },
    ],
  });
  await user.type(field(), 'муз');
  const [first, unnamed] = await screen.findAllByRole('option');
  expect(first).toHaveTextContent('музыка');
  // An unnamed tag is shown as words, not as a slug.
  expect(unnamed).toHaveTextContent('text to speech');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('?tags=music'));
  expect(field()).toHaveValue('');
  await user.click(field());
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(address()).toBe(''));
});

test('never replaces suggestions of a newer text by a late answer', async () => {
  const late: Array<() => void> = [];
  const { user } = await openDashboard({
    suggestions: (search) => {
      const list = [{ type: 'popular', text: `${search} — найдено`, count: 1, value: search }];
      return search === 'му' ? new Promise((resolve) => late.push(() => resolve(list))) : list;
    },
  });
  await user.type(field(), 'му');
  await waitFor(() => expect(late).toHaveLength(1));
  await user.type(field(), 'зей');
  expect(await screen.findByRole('option', { name: /музей — найдено/ })).toBeInTheDocument();
  await act(async () => {
    late[0]!();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  expect(screen.getByRole('option')).toHaveTextContent('музей — найдено');
});

test('queries suggestions after the debounce, once per text', async () => {
  const asked: string[] = [];
  const { user } = await openDashboard({
    suggestions: (search) => {
      asked.push(search);
      return [{ type: 'popular', text: 'Suno', count: 11, value: '5' }];
    },
  });
  await user.type(field(), '  ');
  await user.type(field(), 'звук');
  await screen.findByRole('option', { name: /Suno/ });
  expect(asked).toEqual(['звук']);
  await user.type(field(), 'и');
  await waitFor(() => expect(asked).toEqual(['звук', 'звуки']));
  await user.type(field(), '{Backspace}');
  await act(() => new Promise((resolve) => setTimeout(resolve, 800)));
  expect(asked).toEqual(['звук', 'звуки']);
});

test('redirects a page beyond the end to the last one; paging focuses the results', async () => {
  wide(true);
  const { user, address } = await openDashboard({ at: '/dashboard?page=99' });
  await waitFor(() => expect(address()).toBe('?page=3'));
  await waitFor(() => expect(titles()).toHaveLength(6));
  const pages = await screen.findByRole('navigation', { name: 'Страницы каталога' });
  await user.click(within(pages).getByRole('link', { name: 'Страница 2' }));
  expect(address()).toBe('?page=2');
  await waitFor(() => expect(titles()).toHaveLength(12));
  expect(screen.getByRole('heading', { name: '30 сервисов' })).toHaveFocus();
});

test('keeps the earlier results dimmed until the new ones arrive', async () => {
  const answers: Array<() => void> = [];
  const { user, container } = await openDashboard({
    search: ({ verified, page, perPage }) =>
      verified
        ? new Promise((resolve) => answers.push(() => resolve(pageSlice(items(1), page, perPage))))
        : undefined,
  });
  await waitFor(() => expect(titles()).toHaveLength(12));
  await user.click(screen.getByRole('button', { name: 'Фильтры' }));
  await user.click(await screen.findByRole('switch', { name: /^Только одобренные/ }));
  await waitFor(() => expect(container.querySelector('[data-stale]')).toBeInTheDocument());
  expect(titles()).toHaveLength(12);
  expect(screen.getByRole('region', { busy: true })).toBeInTheDocument();
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]!());
  await waitFor(() => expect(titles()).toHaveLength(1));
  expect(container.querySelector('[data-stale]')).not.toBeInTheDocument();
});

test('shows a failure in place with a retry', async () => {
  let fails = true;
  const { user } = await openDashboard({
    search: () => {
      if (fails) {
        throw new GraphQLError('Something went wrong', {
          extensions: { code: 'INTERNAL', errorId: '4711' },
        });
      }
      return undefined;
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Не удалось загрузить каталог');
  expect(alert).toHaveTextContent('Номер ошибки: 4711');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(titles()).toHaveLength(12));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('explains an empty result and offers alternatives', async () => {
  const { user, address } = await openDashboard({
    all: [],
    at: '/dashboard?search=абв&verified=1',
  });
  expect(await screen.findByText('По запросу «абв» ничего не нашлось')).toBeInTheDocument();
  // Removing the text would not help either, so only the helpful filter is offered.
  await user.click(
    await screen.findByRole('button', { name: 'Убрать «Одобренные»: найдётся 12 сервисов' }),
  );
  expect(screen.queryByRole('button', { name: /^Убрать «абв»/ })).not.toBeInTheDocument();
  expect(address()).toBe('?search=абв');
  const reset = await screen.findByRole('button', { name: 'Сбросить всё' });
  // Text that is typed but not searched yet is cleared too.
  fireEvent.change(field(), { target: { value: 'абвг' } });
  fireEvent.click(reset);
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(address()).toBe('');
  expect(field()).toHaveValue('');
  expect(await screen.findByText('Сервисов пока нет, скоро они появятся')).toBeInTheDocument();
});

test('names corrected words, and offers the search as typed', async () => {
  const { user, address, asked } = await openDashboard({
    at: '/dashboard?search=midjorney',
    search: ({ exact, page, perPage }) => ({
      ...pageSlice(items(2), page, perPage),
      correctedTo: exact ? null : 'midjourney',
    }),
  });
  expect(await screen.findByText('Показано для «midjourney»')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Искать именно «midjorney»' }));
  await waitFor(() => expect(address()).toBe('?search=midjorney&exact=1'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ exact: true, language: 'en' }));
});

test('changes the language in place; repeats only text searches for their reasons', async () => {
  const { user, asked } = await openDashboard();
  await waitFor(() => expect(titles()).toHaveLength(12));
  await act(() => i18next.changeLanguage('en'));
  expect(await screen.findByRole('heading', { name: '30 services' })).toBeInTheDocument();
  expect(titles()[0]).toContain('Service 1');
  expect(asked).toHaveLength(1);
  await act(() => i18next.changeLanguage('ru'));
  await user.type(field(), 'звук');
  await waitFor(() => expect(asked).toHaveLength(2));
  await act(() => i18next.changeLanguage('en'));
  expect(screen.getByRole('combobox', { name: 'Search the catalogue' })).toHaveValue('звук');
  await waitFor(() => expect(asked).toHaveLength(3));
});

test('links the first missing step of the progress; hides “Approved only” without a company', async () => {
  wide(true);
  const { user } = await openDashboard({
    all: items(6),
    company: null,
    progress: { value: 10, hasWrittenUseCase: false, hasLikedUseCase: false, complete: false },
  });
  await screen.findAllByRole('button', { name: /^Использую/ });
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  await user.click(
    await screen.findByRole('button', { name: 'Дальше: опишите, как вы используете сервис' }),
  );
  expect(document.activeElement).toHaveAttribute('data-cases');
});

describe('when a part of the answer fails', () => {
  const fail = () => {
    throw new GraphQLError('down', { extensions: { code: 'UNAVAILABLE' } });
  };

  test('experts show a dash, the card and its like stay, one banner explains it', async () => {
    let isDown = true;
    const experts = () => (isDown ? fail() : []);
    const { user } = await openDashboard({
      all: items(3),
      item: { experts, expertsCount: () => (isDown ? fail() : 0) },
    });
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(screen.getAllByTitle('Не загрузилось')).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: /^Использую Сервис 1/ })).toHaveLength(1);
    expect(screen.getAllByText(/Некоторые сведения не загрузились/)).toHaveLength(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.queryByTitle('Не загрузилось')).not.toBeInTheDocument());
    expect(screen.queryByText(/Некоторые сведения не загрузились/)).not.toBeInTheDocument();
  });

  test('likes show a dash and are disabled', async () => {
    await openDashboard({ all: items(1), item: { isLiked: fail, ownUseCasesCount: fail } });
    await waitFor(() => expect(titles()).toHaveLength(1));
    expect(screen.getByRole('button', { name: /^Использую.*Не загрузилось/ })).toBeDisabled();
  });
});

describe('an empty catalogue', () => {
  const run = (state: string) => ({
    state,
    source: 'raindrop',
    configuredSource: 'raindrop',
    counts: { seen: 2, new: 2, changed: 0, unchanged: 0, removed: 0, failed: 0 },
    expected: 2,
    needsConfirmation: false,
    failures: [],
  });

  test('lets an admin fill it, and shows the result', async () => {
    const all: TestItem[] = [];
    let state = 'idle';
    const { user } = await openDashboard({
      all,
      isAdmin: true,
      sync: {
        status: () => {
          if (state === 'running') {
            state = 'finished';
            all.push(...items(2));
          }
          return run(state);
        },
        start: () => {
          state = 'running';
          return run('running');
        },
      },
    });
    expect(await screen.findByText('Каталог пуст — запустите синхронизацию')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Синхронизировать' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });
});
