/** Explanations on the dashboard: near answers, unsure answers, similar services, and the reason on each card. */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../browser/currentUser.ts';
import { anItem, items, pageSlice } from '../features/catalogue/testItems.ts';
import { renderPage } from '../testing/render.tsx';
import type { Language } from '../i18n/languages.ts';
import { DashboardPage } from './DashboardPage.tsx';

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

/** Searches for «фон», unless the address says so. It is answered with `answer`; anything else finds two services surely. */
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

/** All that the live region has said. */
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

test('behind the sure answers stands what is near: cards of their own, outside the count', async () => {
  const { user, liked } = await open({ near });
  const list = await screen.findByRole('feed', { name: 'Близкое к запросу' });
  expect(screen.getByRole('heading', { name: '2 сервиса' })).toBeInTheDocument();
  const section = screen.getByRole('region', { name: 'Близкое к запросу' });
  expect(within(section).getByRole('heading', { level: 2 })).toHaveTextContent('Близкое к запросу');
  const cards = within(list).getAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(['1', '2']);
  expect(cards.map((card) => card.getAttribute('aria-setsize'))).toEqual(['2', '2']);
  const answers = screen.getByRole('feed', { name: '2 сервиса' });
  expect(within(answers).getAllByRole('article')).toHaveLength(2);
  expect(answers.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await user.click(within(cards[1]!).getByRole('button', { name: /^Использую/ }));
  await waitFor(() => expect(liked).toEqual(['2']));
});

test('what is near belongs to the first page alone', async () => {
  await open({ ...pageSlice(items(13), 1, 12), near }, 'ru', '/dashboard?search=фон&page=2');
  expect(screen.getByRole('heading', { name: '13 сервисов' })).toBeInTheDocument();
  expect(screen.queryByText('Близкое к запросу')).not.toBeInTheDocument();
});

test.each([
  ['ru', 'Найдено 2 сервиса', 'Найдено 2 сервиса. Близкое к запросу: 2 сервиса'],
  ['en', '2 services found', '2 services found. Close matches: 2 services'],
] as const)('it is announced once, with the number found: %s', async (language, found, words) => {
  jest.useFakeTimers({ advanceTimers: true });
  const settle = () => act(async () => jest.advanceTimersByTimeAsync(3_000));
  const { type } = await open({ near }, language);
  const section = words.split('. ')[1]!.split(':')[0]!;
  await screen.findByText(section);
  await settle();
  const said = listen();
  await type('кот');
  await waitFor(() => expect(screen.queryByText(section)).not.toBeInTheDocument());
  await settle();
  expect(said).toEqual([found]);
  await type('фон');
  await screen.findByText(section);
  await settle();
  expect(said).toEqual([found, words]);
});

const wished =
  'Мы добавили запрос в пробелы каталога без вашего имени: администраторы увидят, чего не хватает.';

test('an answer that is not sure is said to be so, with what becomes of the wish', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  await open({ unsure: true, isCatalogueGap: true });
  expect(await screen.findByText('Точных совпадений нет, ниже — ближайшие')).toBeInTheDocument();
  expect(await screen.findByText(wished)).not.toBeVisible();
  await act(async () => jest.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText(wished, { selector: 'span' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Ближайшее: 2 сервиса' })).toBeInTheDocument();
  expect(screen.queryByText('2 сервиса')).not.toBeInTheDocument();
});

test('an answer that is mended and not sure says both in one notice', async () => {
  await open({ unsure: true, isCatalogueGap: true, correctedTo: 'fin' });
  const notice = (await screen.findByText('Показано для «fin»')).parentElement!;
  expect(within(notice).getByText('Точных совпадений нет, ниже — ближайшие')).toBeInTheDocument();
  expect(await within(notice).findByText(wished)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Искать именно «фон»' })).toBeInTheDocument();
});

test('what the server takes for no wish is spoken of as none, and nobody is offered to be told of it', async () => {
  await open({ unsure: true });
  expect(await screen.findByText('Точных совпадений нет, ниже — ближайшие')).toBeInTheDocument();
  expect(screen.queryByText(wished)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Сообщить, когда появится' })).toBeNull();
});

test('a text that is searched by its beginning alone is said to be', async () => {
  const { user, type } = await open({});
  const said = /^Ищем по первым 200 знакам/;
  expect(screen.queryByText(said)).toBeNull();
  await type('я');
  await user.paste('я'.repeat(200));
  expect(screen.getByText(said)).toBeInTheDocument();
  await user.keyboard('{Backspace}');
  expect(screen.queryByText(said)).toBeNull();
});

test('where nothing is found the same', async () => {
  await open(pageSlice([], 0, 12));
  expect(await screen.findByText('По запросу «фон» ничего не нашлось')).toBeInTheDocument();
  expect(screen.queryByText(new RegExp(wished))).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Сообщить, когда появится' })).toBeNull();
});

test('while somebody types no search is settled; the one they stop at is, once', async () => {
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
  expect(await screen.findByText(wished)).not.toBeVisible();
  expect(asked).toEqual(expect.arrayContaining(['фон', 'квантовый', 'холодильник']));
  expect(settled).toEqual([]);
  await stand(5_000);
  expect(settled).toEqual(['холодильник']);
  // Refused, it is not on the list, and is not said to be.
  expect(info).toHaveBeenCalledWith('The search is not counted', expect.anything());
  expect(screen.getByText(wished)).not.toBeVisible();
  expect(said).not.toContain(wished);
  isRefused = false;
  await type('утюг');
  await screen.findByText('По запросу «утюг» ничего не нашлось');
  await stand(3_000);
  await stand(1_000);
  expect(settled).toEqual(['холодильник', 'утюг']);
  expect(screen.getByText(wished, { selector: 'span' })).toBeVisible();
  expect(said).toContain(wished);
  info.mockRestore();
});

test('where nothing is found the wish is named too, and the way to the wizard takes the focus', async () => {
  const { user } = await open({ ...pageSlice([], 0, 12), isCatalogueGap: true });
  expect(await screen.findByText('По запросу «фон» ничего не нашлось')).toBeInTheDocument();
  expect(await screen.findByText(wished)).toBeInTheDocument();
  await screen.findByRole('button', { name: 'Сообщить, когда появится' });
  const brought = jest.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(screen.getByRole('button', { name: 'Подбор по задаче' }));
  const first = screen.getByRole('button', { name: 'Анализ' });
  expect(first).toHaveFocus();
  expect(brought.mock.contexts).toEqual([first]);
  // Seen also after a press of the mouse, for which a browser draws no ring.
  expect(first).toHaveAttribute('data-brought');
  await user.tab();
  expect(first).not.toHaveAttribute('data-brought');
  brought.mockRestore();
});

test('that it is not sure is announced before the number', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const settle = () => act(async () => jest.advanceTimersByTimeAsync(3_000));
  const { type } = await open({ unsure: true });
  await settle();
  await type('кот');
  await screen.findByRole('heading', { name: '2 сервиса' });
  await settle();
  const said = listen();
  await type('фон');
  await screen.findByText('Точных совпадений нет, ниже — ближайшие');
  await settle();
  expect(said).toEqual(['Точных совпадений нет, ниже — ближайшие. Ближайшее: 2 сервиса']);
});

test.each([
  [false, 'Похожие на Notion'],
  [true, 'Notion в каталоге нет. Ниже — похожие сервисы'],
])('services like another one are named after it; unsure: %s', async (unsure, words) => {
  await open({ similarToName: 'Notion', unsure });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

describe('why a card is there', () => {
  const none = {
    tags: [],
    concepts: [],
    task: null,
    useCase: null,
    isSimilarInMeaning: false,
  };
  const task = { text: 'убрать шум из записи', ranges: [{ start: 7, end: 10 }] };
  const useCase = {
    id: '5',
    text: 'Чищу голос к ролику',
    ranges: [{ start: 5, end: 10 }],
    author: { id: '3', name: 'Анна Крылова' },
  };
  const line = async (reasons: object, language: Language = 'ru') => {
    await open({ reasons: [{ itemId: '9', ...none, ...reasons }] }, language);
    await waitFor(() => expect(document.querySelector('[data-part=found-by]')).not.toBeNull());
    const lines = [...document.querySelectorAll('[data-part=found-by]')];
    expect(lines.map((one) => one.closest('article')?.querySelector('a')?.id)).toEqual(['item-9']);
    return lines[0]!;
  };
  const marked = (of: Element) => [...of.querySelectorAll('mark')].map((one) => one.textContent);

  const concepts = ['шумоподавление', 'голос'];

  test.each([
    ['ru', useCase, 'Анна Крылова пишет: Чищу голос к ролику'],
    ['en', useCase, 'Анна Крылова writes: Чищу голос к ролику'],
    ['ru', { ...useCase, author: null }, 'Из кейса: Чищу голос к ролику'],
  ] as const)('by a case, quoted with its author: %s', async (language, quote, words) => {
    const found = await line({ useCase: quote, task, concepts }, language);
    expect(found).toHaveTextContent(words);
    expect(found.querySelector('q')).toHaveAttribute('lang', 'ru');
    expect(marked(found)).toEqual(['голос']);
  });

  test('by a task that says several of the words, marked', async () => {
    const ranges = [...task.ranges, { start: 0, end: 6 }];
    const found = await line({ task: { ...task, ranges }, concepts });
    expect(found).toHaveTextContent('Задача: убрать шум из записи');
    expect(marked(found)).toEqual(['убрать', 'шум']);
  });

  test.each([
    ['ru', 'Близко по смыслу'],
    ['en', 'Similar meaning'],
  ] as const)('by its meaning, where no word explains it: %s', async (language, words) => {
    expect(await line({ isSimilarInMeaning: true }, language)).toHaveTextContent(words);
  });

  test('by what it is about, where a task says less', async () => {
    const found = await line({ task, concepts, tags: ['x'] });
    expect(found).toHaveTextContent('По теме: шумоподавление · , голос');
  });

  test('by a task that says one word, where nothing else is known', async () => {
    expect(marked(await line({ task, tags: ['x'] }))).toEqual(['шум']);
  });

  test('by its tags alone', async () => {
    expect(await line({ tags: ['voice-over'] })).toHaveTextContent('Подходящие теги: voice over');
  });

  test('never as HTML', async () => {
    const found = await line({ task: { text: '<img src=x> шум', ranges: [] } });
    expect(found).toHaveTextContent('<img src=x> шум');
    expect(found.querySelector('img')).toBeNull();
  });

  test('one of the near ones too', async () => {
    await open({ near: [anItem('1')], reasons: [{ itemId: '1', ...none, concepts: ['голос'] }] });
    const list = await screen.findByRole('feed', { name: 'Близкое к запросу' });
    expect(within(list).getByRole('article')).toHaveTextContent('По теме: голос');
  });
});
