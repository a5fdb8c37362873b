import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { items, pageSlice, type TestItem } from '../features/knowledge/testItems.ts';
import { phoneQuery } from '../features/wizard/Wizard.tsx';
import { renderPage } from '../testing/render.tsx';
import type { Language } from '../i18n/languages.ts';
import { DashboardPage } from './DashboardPage.tsx';

type Variables = Record<string, unknown> & { page: number; perPage: number };

const progress = { value: 55, hasWrittenUseCase: true, hasLikedUseCase: false, complete: false };
const person = {
  id: '1',
  name: 'Анна',
  email: null,
  avatarUrl: null,
  isAdmin: false,
  telegramId: null,
  telegramUsername: null,
  company: { key: 'nexters', name: 'Nexters' },
  progress,
};
const tag = (originalName: string, nameRu: string, count: number) => ({
  id: originalName,
  originalName,
  nameRu,
  nameEn: originalName,
  count,
});

interface Server {
  all?: TestItem[];
  at?: string;
  language?: Language;
  search?: (variables: Variables) => unknown;
  /** Resolvers of an item's fields. */
  item?: Record<string, () => unknown>;
  sync?: Record<string, () => unknown>;
  isAdmin?: boolean;
  /** How many services a set of concepts finds; default 3. */
  conceptCount?: (concepts: string[]) => number;
  suggestions?: (search: string) => unknown;
}

async function open({ all = items(30), at = '/dashboard', language, ...server }: Server = {}) {
  keepCurrentUser({ ...person, isAdmin: server.isAdmin ?? false });
  const asked: Variables[] = [];
  const counted: number[] = [];
  const page = await renderPage(<DashboardPage />, {
    at,
    ...(language ? { language } : {}),
    resolvers: {
      Query: {
        me: () => person,
        searchKnowledge: (_root: unknown, variables: Variables) => {
          asked.push(variables);
          return server.search?.(variables) ?? pageSlice(all, variables.page, variables.perPage);
        },
        knowledgeItem: (_root: unknown, { id }: { id: string }) => {
          const found = all.find((item) => item.id === id);
          if (!found) throw new GraphQLError('gone', { extensions: { code: 'NOT_FOUND' } });
          return found;
        },
        tags: () => [tag('music', 'музыка', 4), tag('images', 'картинки', 9)],
        tagCounts: (_root: unknown, { tags }: { tags: string[] }) =>
          tags.includes('music') ? [{ tag: 'music', count: 3 }] : [],
        concepts: (_root: unknown, { ids }: { ids: string[] }) =>
          ids.map((id) => ({ id, nameRu: `${id} по-русски`, nameEn: `${id} in English` })),
        conceptCounts: (_root: unknown, { sets }: { sets: string[][] }) => {
          counted.push(sets.length);
          return sets.map((set) => server.conceptCount?.(set) ?? 3);
        },
        suggestions: (_root: unknown, { search }: { search: string }) =>
          server.suggestions?.(search) ?? [],
        syncStatus: () => server.sync?.['status']?.(),
      },
      Mutation: { startSync: () => server.sync?.['start']?.() },
      KnowledgeItem: server.item ?? {},
    } as never,
  });
  const address = () => decodeURIComponent(page.router.state.location.search);
  return { ...page, asked, counted, address };
}

const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((one) => one.textContent);
const field = () => screen.getByRole('combobox', { name: 'Поиск по каталогу' });
const wide = (matches: boolean) =>
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList,
    );

afterEach(() => jest.restoreAllMocks());

test('the whole search state comes from the address', async () => {
  wide(true);
  const { asked } = await open({
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
  expect(screen.getByRole('switch')).toBeChecked();
});

test('a tag that is taken off the search leaves the keyboard in the search', async () => {
  const { user } = await open({ at: '/dashboard?tags=music' });
  await user.click(await screen.findByRole('button', { name: 'Убрать тег «музыка»' }));
  await waitFor(() => expect(field()).toHaveFocus());
});

test('the order is chosen from a list that names all of them, and begins at the first page', async () => {
  wide(true);
  const { user, address } = await open({ at: '/dashboard?page=2' });
  await waitFor(() => expect(titles()).toHaveLength(12));
  await user.click(screen.getByRole('button', { name: 'Сортировка: Сначала популярные' }));
  const orders = await screen.findAllByRole('menuitemradio');
  expect(orders.map((order) => [order.textContent, order.getAttribute('aria-checked')])).toEqual([
    ['Сначала популярные', 'true'],
    ['Сначала менее популярные', 'false'],
    ['По названию', 'false'],
  ]);
  await user.click(orders[2]!);
  expect(address()).toBe('?sortBy=title');
  expect(await screen.findByRole('button', { name: 'Сортировка: По названию' })).toHaveFocus();
});

test('the key S goes round the orders as specified, except while one types', async () => {
  wide(true);
  const { user, address } = await open({ at: '/dashboard?page=2' });
  await waitFor(() => expect(titles()).toHaveLength(12));
  for (const next of ['?sortOrder=asc', '?sortBy=title', '']) {
    await user.keyboard('s');
    await waitFor(() => expect(address()).toBe(next));
  }
  await user.type(field(), 's');
  await waitFor(() => expect(address()).toBe('?search=s'));
});

test('the numbers at the tags follow the other filters; what leads to nothing goes', async () => {
  wide(true);
  const { user } = await open({ at: '/dashboard' });
  await waitFor(() => expect(titles()).toHaveLength(12));
  await user.click(screen.getByRole('button', { name: 'Теги' }));
  const filter = await screen.findByRole('group', { name: 'Фильтр по тегам' });
  expect(await within(filter).findByRole('button', { name: 'картинки 9' })).toBeInTheDocument();
  await user.click(within(filter).getByRole('button', { name: 'музыка 4' }));
  expect(await within(filter).findByRole('button', { name: 'музыка 3' })).toBeInTheDocument();
  expect(within(filter).queryByRole('button', { name: /картинки/ })).not.toBeInTheDocument();
});

test('typing replaces the address after a rest, Back leads to where one was before', async () => {
  const { user, router, address, asked } = await open();
  await user.click(await screen.findByRole('switch'));
  await user.type(field(), 'звук ');
  await waitFor(() => expect(address()).toBe('?search=звук&verified=1'));
  expect(field()).toHaveValue('звук ');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'звук' }));
  expect(asked.filter(({ search }) => search !== undefined)).toHaveLength(1);
  await act(() => router.navigate(-1));
  expect(address()).toBe('');
  expect(field()).toHaveValue('');
});

test('Enter searches what was typed at once', async () => {
  const { user, address } = await open();
  await user.type(field(), 'звук{Enter}');
  expect(address()).toBe('?search=звук');
});

test('a suggested tag that nobody has named yet is shown in words, not as a slug', async () => {
  const { user } = await open({
    suggestions: () => [{ type: 'tag', text: 'text-to-speech', value: 'text-to-speech', count: 7 }],
  });
  await user.type(field(), 'te');
  // What matches is a mark of its own, so the words are compared as they are read.
  expect(await screen.findByRole('option')).toHaveTextContent('text to speech');
});

test('a chosen tag becomes a chip; Backspace in the empty field takes the last one away', async () => {
  const { user, address } = await open({
    suggestions: () => [
      { type: 'tag', text: 'музыка', count: 4, value: 'music' },
      { type: 'popular', text: 'Suno', count: 11, value: '5' },
    ],
  });
  await user.type(field(), 'муз');
  expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('музыка');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('?tags=music'));
  expect(field()).toHaveValue('');
  await user.click(field());
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(address()).toBe(''));
});

test('a late answer never replaces the suggestions of a newer text', async () => {
  const late: Array<() => void> = [];
  const { user } = await open({
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

test('suggestions are asked for after a rest, and once for a text', async () => {
  const asked: string[] = [];
  const { user } = await open({
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

test('wide: numbered pages; a press moves the focus to the heading of the results', async () => {
  wide(true);
  const { user, address } = await open();
  const pages = await screen.findByRole('navigation', { name: 'Страницы каталога' });
  await user.click(within(pages).getByRole('link', { name: 'Страница 3' }));
  expect(address()).toBe('?page=3');
  await waitFor(() => expect(titles()).toHaveLength(6));
  expect(screen.getByRole('heading', { name: 'Найдено 30 сервисов' })).toHaveFocus();
});

test('wide: a page beyond the end leads to the last one', async () => {
  wide(true);
  const { address } = await open({ at: '/dashboard?page=99' });
  await waitFor(() => expect(address()).toBe('?page=3'));
  await waitFor(() => expect(titles()).toHaveLength(6));
});

test('small: more results are added below, and an address brings all of them back', async () => {
  const { user, address } = await open({ at: '/dashboard?page=2' });
  await waitFor(() => expect(titles()).toHaveLength(24));
  await user.click(screen.getByRole('button', { name: 'Показать ещё' }));
  await waitFor(() => expect(titles()).toHaveLength(30));
  expect(address()).toBe('?page=3');
  await waitFor(() => expect(screen.getByRole('link', { name: /^Сервис 25/ })).toHaveFocus());
  expect(screen.getByText('Это все результаты')).toBeInTheDocument();
});

test('an earlier answer stays, dimmed, until the new one is there', async () => {
  const answers: Array<() => void> = [];
  const { user, container } = await open({
    search: ({ verified, page, perPage }) =>
      verified
        ? new Promise((resolve) => answers.push(() => resolve(pageSlice(items(1), page, perPage))))
        : undefined,
  });
  await waitFor(() => expect(titles()).toHaveLength(12));
  await user.click(screen.getByRole('switch'));
  await waitFor(() => expect(container.querySelector('[data-stale]')).toBeInTheDocument());
  expect(titles()).toHaveLength(12);
  expect(screen.getByRole('region', { busy: true })).toBeInTheDocument();
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]!());
  await waitFor(() => expect(titles()).toHaveLength(1));
  expect(container.querySelector('[data-stale]')).not.toBeInTheDocument();
});

test('a failure is said in its place and can be tried again', async () => {
  let fails = true;
  const { user } = await open({
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

test('nothing found: why, and the ways on', async () => {
  const { user, address } = await open({ all: [], at: '/dashboard?search=абв&verified=1' });
  expect(await screen.findByText('По запросу «абв» ничего не нашлось')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Убрать фильтр «одобренные»' }));
  expect(address()).toBe('?search=абв');
  await user.click(await screen.findByRole('button', { name: 'Сбросить всё' }));
  await waitFor(() => expect(address()).toBe(''));
  expect(field()).toHaveValue('');
  expect(await screen.findByText('Каталог скоро заполнится')).toBeInTheDocument();
});

test('mended words are named, and can be searched as typed', async () => {
  const { user, address, asked } = await open({
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

test('the language changes in place: without a text nothing is asked again', async () => {
  const { asked } = await open();
  await waitFor(() => expect(titles()).toHaveLength(12));
  await act(() => i18next.changeLanguage('en'));
  expect(await screen.findByRole('heading', { name: '30 services found' })).toBeInTheDocument();
  expect(titles()[0]).toContain('Service 1');
  expect(asked).toHaveLength(1);
});

test('the typed text stays, and why services were found is asked in the new language', async () => {
  const { user, asked } = await open();
  await waitFor(() => expect(titles()).toHaveLength(12));
  await user.type(field(), 'звук');
  await waitFor(() => expect(asked).toHaveLength(2));
  await act(() => i18next.changeLanguage('en'));
  expect(await screen.findByRole('heading', { name: '30 services found' })).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Search the catalogue' })).toHaveValue('звук');
  await waitFor(() => expect(asked).toHaveLength(3));
});

test('the wizard leads through three levels and puts the concepts of a task into the search', async () => {
  const { user, address, asked, counted } = await open({
    at: '/dashboard?search=звук&tags=music',
    conceptCount: ([concept]) => (concept === 'ai-basics' ? 21 : 3),
  });
  const category = await screen.findByRole('button', { name: 'Учиться' });
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
    await screen.findByText('Учиться › Основы ИИ › Понять, как устроены нейросети'),
  ).toBeInTheDocument();
  expect(counted).toEqual([113]);
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(address()).toBe(''));
});

test('a task that finds nothing is not there, nor a subcategory without tasks', async () => {
  const { user } = await open({
    at: '/dashboard?cat=learn&sub=basics',
    conceptCount: ([concept]) => (['ai-basics', 'voiceover'].includes(concept!) ? 1 : 0),
  });
  const tasks = await screen.findByRole('list', { name: 'Основы ИИ' });
  expect(
    within(tasks)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual([expect.stringContaining('Понять, как устроены нейросети1 сервис')]);
  const parts = screen.getByRole('list', { name: 'Учиться' });
  expect(within(parts).getAllByRole('button')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Анализировать' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Создавать' }));
  expect(await screen.findByRole('button', { name: 'Звук' })).toBeInTheDocument();
});

test('an open category with nothing in it says so', async () => {
  await open({ at: '/dashboard?cat=learn', conceptCount: () => 0 });
  expect(await screen.findByText('В каталоге пока нет сервисов для этих задач.')).toBeVisible();
});

test('beside a filter of which they know nothing, tasks have no numbers', async () => {
  await open({ at: '/dashboard?cat=learn&sub=basics&verified=1' });
  expect(
    await screen.findByRole('button', { name: 'Понять, как устроены нейросети' }),
  ).toBeInTheDocument();
});

test('where the numbers cannot be had, every task is there', async () => {
  await open({
    at: '/dashboard?cat=learn&sub=basics',
    conceptCount: () => {
      throw new GraphQLError('down');
    },
  });
  const tasks = await screen.findByRole('list', { name: 'Основы ИИ' });
  expect(within(tasks).getAllByRole('button')).toHaveLength(4);
});

test('a concept stands in the search under its name, and goes by its button or by Backspace', async () => {
  const { user, asked, address } = await open({ at: '/dashboard?concepts=voiceover,npc' });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['voiceover', 'npc'] }));
  await user.click(
    await screen.findByRole('button', { name: 'Убрать задачу «voiceover по-русски»' }),
  );
  await waitFor(() => expect(address()).toBe('?concepts=npc'));
  expect(field()).toHaveFocus();
  await act(() => i18next.changeLanguage('en'));
  expect(
    await screen.findByRole('button', { name: 'Remove task “npc in English”' }),
  ).toBeInTheDocument();
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(address()).toBe(''));
});

test('progress names the step that is missing, and leads to its control', async () => {
  const [first, second, ...others] = items(6);
  const { user } = await open({ all: [first!, { ...second!, useCasesCount: 3 }, ...others] });
  const bar = await screen.findByRole('progressbar', { name: 'Ваш прогресс' });
  expect(bar).toHaveAttribute('aria-valuenow', '55');
  await screen.findByRole('button', { name: '3 кейса' });
  await user.click(screen.getByRole('button', { name: 'нажмите «Полезно» у кейса коллеги' }));
  expect(screen.getByRole('button', { name: '3 кейса' })).toHaveFocus();
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
    const { user, address } = await open();
    const category = await screen.findByRole('button', { name: 'Учиться' });
    expect(category).toHaveAttribute('aria-haspopup', 'dialog');
    await user.click(category);
    const sheet = await screen.findByRole('dialog', { name: 'Учиться' });
    await user.click(within(sheet).getByRole('button', { name: 'Основы ИИ' }));
    await user.click(
      within(sheet).getByRole('button', { name: /^Понять, как устроены нейросети/ }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?concepts=ai-basics&cat=learn&sub=basics');
    await user.click(
      screen.getByRole('button', { name: 'Учиться › Основы ИИ › Понять, как устроены нейросети' }),
    );
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Сбросить' }),
    );
    await waitFor(() => expect(address()).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('closing the sheet keeps the place, and gives the focus back', async () => {
    const { user, address } = await open();
    const category = await screen.findByRole('button', { name: 'Создавать' });
    await user.click(category);
    await screen.findByRole('dialog', { name: 'Создавать' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?cat=create');
    await waitFor(() => expect(category).toHaveFocus());
  });
});

describe('when a part of the answer failed', () => {
  const fail = () => {
    throw new GraphQLError('down', { extensions: { code: 'UNAVAILABLE' } });
  };

  test('the experts show a dash, the card and its like stay, one banner says it', async () => {
    let isDown = true;
    const experts = () => (isDown ? fail() : []);
    const { user } = await open({
      all: items(3),
      item: { experts, expertsCount: () => (isDown ? fail() : 0) },
    });
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(screen.getAllByTitle('Не загрузилось')).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: /^Использую Сервис 1/ })).toHaveLength(1);
    expect(screen.getAllByText(/Часть сведений не загрузилась/)).toHaveLength(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.queryByTitle('Не загрузилось')).not.toBeInTheDocument());
    expect(screen.queryByText(/Часть сведений не загрузилась/)).not.toBeInTheDocument();
  });

  test('the likes show a dash, and cannot be pressed', async () => {
    await open({ all: items(1), item: { isLiked: fail, ownUseCasesCount: fail } });
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

  test('tells people that it will fill', async () => {
    await open({ all: [] });
    expect(await screen.findByText('Каталог скоро заполнится')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Синхронизировать' })).not.toBeInTheDocument();
  });

  test('lets an admin fill it, and shows what has come', async () => {
    const all: TestItem[] = [];
    let state = 'idle';
    const { user } = await open({
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
