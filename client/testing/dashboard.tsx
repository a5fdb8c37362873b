/** Dashboard test setup in front of a fake catalogue. */
import { screen } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import type { RouteObject } from 'react-router-dom';
import { Pages } from '../app/Pages.tsx';
import { setCurrentUser } from '../browser/currentUser.ts';
import { items, pageSlice, type TestItem } from '../features/catalogue/testItems.ts';
import { renderPage } from './render.tsx';
import type { Language } from '../i18n/languages.ts';
import { DashboardPage } from '../pages/DashboardPage.tsx';

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
  /** Number of services that a set of concepts finds; default 3. */
  conceptCount?: (concepts: string[]) => number;
  suggestions?: (search: string) => unknown;
  /** Further screens, each with its loading. */
  routes?: RouteObject[];
  /** The reader's company; null without one. */
  company?: typeof person.company | null;
  progress?: typeof progress;
  /** The reader's access requests. */
  requests?: { id: string; service: string; status: string }[];
}

/** Opens the dashboard; `asked` and `counted` record its requests. */
export async function openDashboard({
  all = items(30),
  at = '/dashboard',
  language,
  ...server
}: Server = {}) {
  const reader = {
    ...person,
    company: server.company === undefined ? person.company : server.company,
    progress: server.progress ?? progress,
    isAdmin: server.isAdmin ?? false,
  };
  setCurrentUser(reader);
  const asked: Variables[] = [];
  const counted: number[] = [];
  const routes = [...(server.routes ?? []), { path: '*', element: <DashboardPage /> }];
  const page = await renderPage(<Pages routes={routes} />, {
    at,
    ...(language ? { language } : {}),
    resolvers: {
      Query: {
        me: () => reader,
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
        tagCounts: (_root: unknown, { tags }: { tags?: string[] }) =>
          tags?.includes('music')
            ? [{ tag: 'music', count: 3 }]
            : [
                { tag: 'music', count: 4 },
                { tag: 'images', count: 8 },
              ],
        filterCounts: (
          _root: unknown,
          { verified, tags }: { verified: boolean; tags?: string[] },
        ) => ({
          total: 9,
          verified: 5,
          usedHere: verified ? 2 : 7,
          addedLately: 0,
          dataClasses: [
            { dataClass: 'source_code', count: 4 },
            { dataClass: 'player_data', count: 0 },
          ],
          stages: [],
          without: [
            { filter: 'text', value: null, count: 0 },
            ...(verified ? [{ filter: 'verified', value: null, count: 12 }] : []),
            ...(tags ?? []).map((value) => ({ filter: 'tag', value, count: 1 })),
          ],
        }),
        concepts: (_root: unknown, { ids }: { ids: string[] }) =>
          ids.map((id) => ({ id, nameRu: `${id} по-русски`, nameEn: `${id} in English` })),
        conceptCounts: (_root: unknown, { sets }: { sets: string[][] }) => {
          counted.push(sets.length);
          return sets.map((set) => server.conceptCount?.(set) ?? 3);
        },
        suggestions: (_root: unknown, { search }: { search: string }) =>
          server.suggestions?.(search) ?? [],
        myAccessRequests: () => server.requests ?? [],
        syncStatus: () => server.sync?.['status']?.(),
      },
      Mutation: { startSync: () => server.sync?.['start']?.() },
      KnowledgeItem: server.item ?? {},
    } as never,
  });
  const address = () => decodeURIComponent(page.router.state.location.search);
  return { ...page, asked, counted, address };
}

/** The titles of the visible services. */
export const titles = () =>
  screen.queryAllByRole('heading', { level: 3 }).map((one) => one.textContent);
export const field = () => screen.getByRole('combobox', { name: 'Поиск по каталогу' });
