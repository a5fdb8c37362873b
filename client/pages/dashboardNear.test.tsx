/** What is near where a search finds nothing. */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { anItem, pageSlice, type TestItem } from '../features/knowledge/testItems.ts';
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

async function open(near: TestItem[], language: Language = 'ru') {
  keepCurrentUser(person);
  const liked: string[] = [];
  const page = await renderPage(<DashboardPage />, {
    at: '/dashboard?search=кот',
    language,
    resolvers: {
      Query: {
        me: () => person,
        searchKnowledge: (_root: unknown, { search }: { search: string | null }) =>
          search === 'фон'
            ? { ...pageSlice([], 0, 12), near }
            : pageSlice([anItem('9'), anItem('8')], 0, 12),
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
  await type('фон');
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

test('under the words that say so stands what is near: cards as in the list', async () => {
  const { user, liked } = await open([anItem('1'), anItem('2')]);
  expect(await screen.findByText('По запросу «фон» ничего не нашлось')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Сбросить всё' })).toBeInTheDocument();
  const near = screen.getByRole('feed', { name: 'Близкое к запросу' });
  expect(
    within(screen.getByRole('region', { name: 'Близкое к запросу' })).getByRole('heading', {
      level: 2,
    }),
  ).toHaveTextContent('Близкое к запросу');
  const cards = within(near).getAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(['1', '2']);
  expect(cards[0]).toHaveTextContent('Сервис 1');
  await user.click(within(cards[1]!).getByRole('button', { name: /^Использую/ }));
  await waitFor(() => expect(liked).toEqual(['2']));
});

test.each([
  ['ru', 'Найдено 2 сервиса', 'Найдено 0 сервисов. Близкое к запросу: 2 сервиса'],
  ['en', '2 services found', '0 services found. Close to what you asked: 2 services'],
] as const)(
  'it is announced once, with the number that was found: %s',
  async (language, found, words) => {
    jest.useFakeTimers({ advanceTimers: true });
    const settle = () => act(async () => jest.advanceTimersByTimeAsync(3_000));
    const { type } = await open([anItem('1'), anItem('2')], language);
    await screen.findByText(words.split('. ')[1]!.split(':')[0]!);
    await settle();
    const said = listen();
    await type('кот');
    await screen.findByRole('heading', { name: found });
    await settle();
    expect(said).toEqual([found]);
    await type('фон');
    await screen.findByText(words.split('. ')[1]!.split(':')[0]!);
    await settle();
    expect(said).toEqual([found, words]);
  },
);

test('where nothing is near either, the screen is as ever', async () => {
  await open([]);
  expect(await screen.findByText('По запросу «фон» ничего не нашлось')).toBeInTheDocument();
  expect(screen.queryByText('Близкое к запросу')).not.toBeInTheDocument();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});
