/** Explanations on the dashboard: near and uncertain results, similar services, and the reason on each card. */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { setCurrentUser } from '../browser/currentUser.ts';
import { anItem, items, pageSlice } from '../features/catalogue/testItems.ts';
import { renderPage } from '../testing/render.tsx';
import type { Language } from '../i18n/languages.ts';
import { DashboardPage } from './DashboardPage.tsx';
import { phoneQuery } from '../features/wizard/Wizard.tsx';
import { field, openDashboard } from '../testing/dashboard.tsx';

describe('results', () => {
  const person = {
    id: '1',
    name: 'Анна',
    email: null,
    avatarUrl: null,
    isAdmin: false,
    telegramId: null,
    telegramUsername: null,
    company: null,
    progress: { value: 0, hasWrittenUseCase: false, hasLikedUseCase: false, complete: false },
  };

  const cat = pageSlice([anItem('9'), anItem('8')], 0, 12);

  type Answer = Partial<typeof cat>;

  interface Asked {
    search?: string | null;
    recordGap: boolean;
  }

  /** Searches for «фон» by default and gets `answer`; any other search finds two services with certainty. */
  async function open(
    answer: Answer,
    language: Language = 'ru',
    at = '/dashboard?search=кот',
    find = ({ search }: Asked): typeof cat => (search === 'фон' ? { ...cat, ...answer } : cat),
  ) {
    setCurrentUser(person);
    const liked: string[] = [];
    const page = await renderPage(<DashboardPage />, {
      at,
      language,
      resolvers: {
        Query: {
          me: () => person,
          searchKnowledge: (_root: unknown, asked: Asked) => find(asked),
          tags: () => [],
          tagCounts: () => [],
          suggestions: () => [],
        },
        Mutation: {
          likeKnowledge: (_root: unknown, { id }: { id: string }) => {
            liked.push(id);
            return { isLiked: true, likesCount: 6 };
          },
        },
      } as never,
    });
    await screen.findAllByRole('article');
    const type = async (text: string) => {
      const field = screen.getByRole('combobox');
      await page.user.clear(field);
      await page.user.type(field, text);
    };
    if (!at.includes('фон')) await type('фон');
    return { ...page, liked, type };
  }

  /** Collects the messages of the live region. */
  function listen(): string[] {
    const said: string[] = [];
    const region = document.querySelector('[data-announcer]')!;
    new MutationObserver(() => {
      if (region.textContent) said.push(region.textContent);
    }).observe(region, { childList: true, characterData: true, subtree: true });
    return said;
  }

  afterEach(() => {
    jest.useRealTimers();
  });

  const near = [anItem('1'), anItem('2')];

  test('shows near results after the certain ones, outside the count', async () => {
    const { user, liked } = await open({ near });
    const list = await screen.findByRole('feed', { name: 'Близкое к запросу' });
    expect(screen.getByRole('heading', { name: '2 сервиса' })).toBeInTheDocument();
    const section = screen.getByRole('region', { name: 'Близкое к запросу' });
    expect(within(section).getByRole('heading', { level: 2 })).toHaveTextContent(
      'Близкое к запросу',
    );
    const cards = within(list).getAllByRole('article');
    expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(['1', '2']);
    expect(cards.map((card) => card.getAttribute('aria-setsize'))).toEqual(['2', '2']);
    const answers = screen.getByRole('feed', { name: '2 сервиса' });
    expect(within(answers).getAllByRole('article')).toHaveLength(2);
    expect(answers.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await user.click(within(cards[1]!).getByRole('button', { name: /^Использую/ }));
    await waitFor(() => expect(liked).toEqual(['2']));
  });

  test('shows near results on the first page only', async () => {
    await open({ ...pageSlice(items(13), 1, 12), near }, 'ru', '/dashboard?search=фон&page=2');
    expect(screen.getByRole('heading', { name: '13 сервисов' })).toBeInTheDocument();
    expect(screen.queryByText('Близкое к запросу')).not.toBeInTheDocument();
  });

  test('announces near and uncertain results once, with the number', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const settle = () => act(async () => jest.advanceTimersByTimeAsync(3_000));
    const answers: Record<string, object> = { фон: { near }, шум: { unsure: true } };
    const { type } = await open({}, 'ru', undefined, ({ search }) => ({
      ...cat,
      ...answers[search ?? ''],
    }));
    await screen.findByText('Близкое к запросу');
    await settle();
    const said = listen();
    await type('кот');
    await waitFor(() => expect(screen.queryByText('Близкое к запросу')).not.toBeInTheDocument());
    await settle();
    expect(said).toEqual(['Найдено 2 сервиса']);
    await type('фон');
    await screen.findByText('Близкое к запросу');
    await settle();
    expect(said[1]).toBe('Найдено 2 сервиса. Близкое к запросу: 2 сервиса');
    await type('шум');
    await screen.findByText('Точных совпадений нет, ниже — ближайшие');
    await settle();
    expect(said.slice(2)).toEqual([
      'Точных совпадений нет, ниже — ближайшие. Ближайшее: 2 сервиса',
    ]);
  });

  const gapNotice =
    'Мы добавили запрос в пробелы каталога без вашего имени: администраторы увидят, чего не хватает.';

  test('marks uncertain results, and tells about the counted gap', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await open({ unsure: true, isCatalogueGap: true });
    expect(await screen.findByText('Точных совпадений нет, ниже — ближайшие')).toBeInTheDocument();
    expect(await screen.findByText(gapNotice)).not.toBeVisible();
    await act(async () => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.getByText(gapNotice, { selector: 'span' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Ближайшее: 2 сервиса' })).toBeInTheDocument();
    expect(screen.queryByText('2 сервиса')).not.toBeInTheDocument();
  });

  test('labels corrected, uncertain, uncounted and shortened searches', async () => {
    const answers: Record<string, Answer> = {
      mended: { unsure: true, isCatalogueGap: true, correctedTo: 'fin' },
      unsure: { unsure: true },
      vain: pageSlice([], 0, 12),
      like: { similarToName: 'Notion' },
      unlike: { similarToName: 'Notion', unsure: true },
    };
    const { user, type } = await open({}, 'ru', undefined, ({ search }) => ({
      ...cat,
      ...answers[search ?? ''],
    }));
    await type('mended');
    const notice = within((await screen.findByText('Показано для «fin»')).parentElement!);
    expect(notice.getByText('Точных совпадений нет, ниже — ближайшие')).toBeInTheDocument();
    expect(await notice.findByText(gapNotice)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Искать именно «mended»' })).toBeInTheDocument();
    for (const [search, words] of [
      ['unsure', 'Точных совпадений нет, ниже — ближайшие'],
      ['vain', 'По запросу «vain» ничего не нашлось'],
      ['like', 'Похожие на Notion'],
      ['unlike', 'Notion в каталоге нет. Ниже — похожие сервисы'],
    ] as const) {
      await type(search);
      expect(await screen.findByText(words)).toBeInTheDocument();
      await waitFor(() => expect(screen.queryByText(gapNotice)).not.toBeInTheDocument());
      expect(screen.queryByRole('button', { name: 'Сообщить, когда появится' })).toBeNull();
    }
    const beginning = /^Ищем по первым 200 знакам/;
    await type('я');
    expect(screen.queryByText(beginning)).toBeNull();
    await user.paste('я'.repeat(200));
    expect(screen.getByText(beginning)).toBeInTheDocument();
    await user.keyboard('{Backspace}');
    expect(screen.queryByText(beginning)).toBeNull();
  });

  test('settles only the search at which the typing stops', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const asked: string[] = [];
    const settled: string[] = [];
    const inVain = { ...pageSlice([], 0, 12), isCatalogueGap: true };
    let isRefused = true;
    const { type } = await open({}, 'ru', '/dashboard?search=кот', (given) => {
      if (!given.search || given.search === 'кот') return cat;
      (given.recordGap ? settled : asked).push(given.search);
      if (given.recordGap && isRefused) throw new GraphQLError('Refused');
      return inVain;
    });
    const info = jest.spyOn(console, 'info').mockReturnValue();
    const said = listen();
    const stand = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
    await screen.findByText('По запросу «фон» ничего не нашлось');
    await type('квантовый');
    await screen.findByText('По запросу «квантовый» ничего не нашлось');
    await stand(1_000);
    await type('холодильник');
    await screen.findByText('По запросу «холодильник» ничего не нашлось');
    expect(await screen.findByText(gapNotice)).not.toBeVisible();
    expect(asked).toEqual(expect.arrayContaining(['фон', 'квантовый', 'холодильник']));
    expect(settled).toEqual([]);
    await stand(5_000);
    expect(settled).toEqual(['холодильник']);
    // A refused one is not on the list and is not announced.
    expect(info).toHaveBeenCalledWith('The search is not counted', expect.anything());
    expect(screen.getByText(gapNotice)).not.toBeVisible();
    expect(said).not.toContain(gapNotice);
    isRefused = false;
    await type('утюг');
    await screen.findByText('По запросу «утюг» ничего не нашлось');
    await stand(3_000);
    await stand(1_000);
    expect(settled).toEqual(['холодильник', 'утюг']);
    expect(screen.getByText(gapNotice, { selector: 'span' })).toBeVisible();
    expect(said).toContain(gapNotice);
    info.mockRestore();
  });

  test('names the gap of an empty result, and focuses the wizard on request', async () => {
    const { user } = await open({ ...pageSlice([], 0, 12), isCatalogueGap: true });
    expect(await screen.findByText('По запросу «фон» ничего не нашлось')).toBeInTheDocument();
    expect(await screen.findByText(gapNotice)).toBeInTheDocument();
    await screen.findByRole('button', { name: 'Сообщить, когда появится' });
    const brought = jest.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(screen.getByRole('button', { name: 'Подбор по задаче' }));
    const first = screen.getByRole('button', { name: 'Анализ' });
    expect(first).toHaveFocus();
    expect(brought.mock.contexts).toEqual([first]);
    // Also visible after a mouse press, for which browsers draw no focus ring.
    expect(first).toHaveAttribute('data-brought');
    await user.tab();
    expect(first).not.toHaveAttribute('data-brought');
    brought.mockRestore();
  });

  test('shows match reasons, highlighted and never as HTML', async () => {
    const none = {
      tags: [] as string[],
      concepts: [] as string[],
      task: null as object | null,
      useCase: null as object | null,
      isSimilarInMeaning: false,
    };
    const task = { text: 'убрать шум из записи', ranges: [{ start: 7, end: 10 }] };
    const useCase = {
      id: '5',
      text: 'Чищу голос к ролику',
      ranges: [{ start: 5, end: 10 }],
      author: { id: '3', name: 'Анна Крылова' } as object | null,
    };
    const concepts = ['шумоподавление', 'голос'];
    const ranges = [...task.ranges, { start: 0, end: 6 }];
    const rows: Array<[reasons: Partial<typeof none>, words: string | null, marks: string[]]> = [
      [{ useCase, task, concepts }, 'Анна Крылова пишет: Чищу голос к ролику', ['голос']],
      [{ useCase: { ...useCase, author: null } }, 'Из кейса: Чищу голос к ролику', ['голос']],
      [
        { task: { ...task, ranges }, concepts },
        'Нашли по словам: убрать шум из записи',
        ['убрать', 'шум'],
      ],
      [{ isSimilarInMeaning: true }, 'Близко по смыслу', []],
      // A task that matches fewer concepts than the topic.
      [{ task, concepts, tags: ['x'] }, 'Нашли по словам: шумоподавление · , голос', concepts],
      [{ task, tags: ['x'] }, 'Нашли по словам: убрать шум из записи', ['шум']],
      [{ tags: ['voice-over'] }, 'Подходящие теги: voice over', ['voice over']],
      [{ task: { text: '<img src=x> шум', ranges: [] } }, 'Нашли по словам: <img src=x> шум', []],
      [{}, null, []],
    ];
    await open({
      ...pageSlice(items(rows.length), 0, 12),
      near: [anItem('99')],
      reasons: [
        ...rows.map(([reasons], index) => ({ itemId: String(index + 1), ...none, ...reasons })),
        { itemId: '99', ...none, concepts: ['голос'] },
      ],
    });
    const list = await screen.findByRole('feed', { name: 'Близкое к запросу' });
    expect(within(list).getByRole('article')).toHaveTextContent('Нашли по словам: голос');
    for (const [index, [reasons, words, marks]] of rows.entries()) {
      const card = document.getElementById(`item-${index + 1}`)!.closest('article')!;
      const line = card.querySelector('[data-part=found-by]');
      const said = line?.textContent?.replace(/\s+/g, ' ') ?? null;
      const marked = [...(line?.querySelectorAll('mark') ?? [])].map((one) => one.textContent);
      expect({ reasons, said, marked }).toEqual({ reasons, said: words, marked: marks });
      expect(line?.querySelector('img') ?? null).toBeNull();
    }
    const quote = document.querySelector('[data-part=found-by] q');
    expect(quote).toHaveAttribute('lang', 'ru');
  });
});

describe('the wizard', () => {
  afterEach(() => jest.restoreAllMocks());

  test('leads through three levels and searches the concepts of a task', async () => {
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
    // Each step is a history entry.
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

  test('shows the concepts of a chosen task, removable by button or Backspace', async () => {
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
    test('shows the levels as a sheet, closed by a task; Escape keeps the level', async () => {
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
        screen.getByRole('button', {
          name: 'Обучение › Основы ИИ › Понять, как устроены нейросети',
        }),
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
});
