import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { forgetNotices } from '../design/notices.ts';
import { notify } from '../design/notify.ts';
import { actionKeys } from '../features/activity/actionNames.ts';
import { ActivityList } from '../features/activity/ActivityList.tsx';
import { Tokens } from '../features/activity/Tokens.tsx';
import { Wishes } from '../features/activity/Wishes.tsx';
import { anAdmin } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { translations } from '../testing/words.ts';

beforeEach(() => void keepCurrentUser(anAdmin()));
afterEach(() =>
  act(() => {
    notify.dismiss();
    forgetNotices();
  }),
);

const refusal = (code: string, reason?: string) =>
  new GraphQLError('English of the server', { extensions: { code, reason } });
type Args = Record<string, unknown>;

describe('the record of changes', () => {
  const entry = (id: string, given: object = {}) => ({
    id,
    at: '2026-11-20T10:00:00.000Z',
    runId: null,
    action: 'complaint.status',
    subjectType: 'complaint',
    subjectId: '7',
    subjectTitle: 'Cursor',
    before: '"new"',
    after: '"resolved"',
    actor: { id: '2', name: 'Игорь Волков' },
    ...given,
  });
  let asked: Args[];
  let answer: () => object;
  beforeEach(() => {
    asked = [];
    answer = () => ({ total: 120, entries: [entry('1')] });
  });
  const show = (at = '/admin/activity', language: 'ru' | 'en' = 'ru') =>
    renderPage(<ActivityList />, {
      at,
      language,
      resolvers: {
        Query: {
          activity: (_: unknown, args: Args) => {
            asked.push(args);
            return answer();
          },
        },
      },
    });

  test('says who changed what, and from what to what', async () => {
    await show();
    const row = (await screen.findByText('Cursor')).closest('li')!;
    expect(within(row).getByText('Статус жалобы')).toBeInTheDocument();
    expect(within(row).getByText('Игорь Волков')).toBeInTheDocument();
    expect(within(row).getByText('новое', { selector: 'del' })).toBeInTheDocument();
    expect(within(row).getByText('решено', { selector: 'ins' })).toBeInTheDocument();
  });

  test('names the run where there was no person', async () => {
    answer = () => ({
      total: 1,
      entries: [
        entry('1', { actor: null, runId: '12', action: 'sync.added', before: null, after: null }),
      ],
    });
    await show('/admin/activity', 'en');
    expect(await screen.findByText('Sync')).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('12');
  });

  test.each([
    [
      'ru',
      'inconsistency.resolved',
      { type: 'title_changed', catalogue: 'Курсор', service: 'Cursor' },
      { action: 'keep_current_update_raindrop' },
      'Название: Оставить текущее и обновить RaindropCursor→Курсор',
    ],
    [
      'en',
      'inconsistency.raised',
      { type: 'tags_changed', catalogue: ['text', 'code'] },
      { service: ['text'] },
      'Tags#text #code→#text',
    ],
    ['en', 'synonym.added', null, { word: 'gpt', synonym: 'chatgpt' }, 'gpt = chatgpt'],
    [
      'ru',
      'inconsistency.raised',
      { type: 'item_removed' },
      { service: 'trashed' },
      'Закладка удаленав корзине Raindrop',
    ],
    ['ru', 'item.notes', null, 'new', 'new'],
  ] as const)(
    'says %s %s in words, without JSON',
    async (language, action, before, after, words) => {
      answer = () => ({
        total: 1,
        entries: [
          entry('1', { action, before: JSON.stringify(before), after: JSON.stringify(after) }),
        ],
      });
      await show('/admin/activity', language);
      const row = (await screen.findByText('Cursor', { selector: 'strong' })).closest('li')!;
      expect(row).toHaveTextContent(words);
      expect(row).not.toHaveTextContent(/[{}"]/);
    },
  );

  test('is filtered and paged by the address', async () => {
    const { user, router } = await show('/admin/activity?action=item.hidden&page=2');
    expect(await screen.findByText('Страница 2 из 3')).toBeInTheDocument();
    expect(asked[0]).toMatchObject({ action: 'item.hidden', page: 1, perPage: 50 });
    await user.click(screen.getByRole('button', { name: 'Раньше' }));
    expect(router.state.location.search).toBe('?action=item.hidden&page=3');
    expect(await screen.findByText('Страница 3 из 3')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Раньше' })).toBeDisabled();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Изменение' }), 'any');
    expect(router.state.location.search).toBe('');
  });

  test('an address that nobody knows shows everything from the beginning', async () => {
    await show('/admin/activity?action=nonsense&page=-4');
    await screen.findByText('Cursor');
    expect(asked[0]).toMatchObject({ action: null, page: 0 });
  });

  test('every action that the server records has a name in both languages', () => {
    const rooms = join(process.cwd(), 'server/domain');
    const recorded = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => readFileSync(join(rooms, file), 'utf8').split('\n'))
      .filter((line) => line.includes('action: '))
      .flatMap((line) => [...line.matchAll(/'(\w+\.\w+)'/g)].map((match) => match[1]));
    expect(recorded.length).toBeGreaterThan(10);
    expect(Object.keys(actionKeys)).toEqual(expect.arrayContaining(recorded));
    for (const language of ['ru', 'en']) {
      const names = (
        translations[language]!['dashboard'] as { admin: { activity: { actions: object } } }
      ).admin.activity.actions;
      expect(Object.keys(names).toSorted()).toEqual(Object.values(actionKeys).toSorted());
    }
  });

  test('an empty record, and one that cannot be read', async () => {
    answer = () => ({ total: 0, entries: [] });
    const { unmount } = await show();
    expect(await screen.findByText('Изменений пока нет')).toBeInTheDocument();
    unmount();
    answer = () => {
      throw refusal('UNAVAILABLE');
    };
    const { user } = await show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить список');
    answer = () => ({ total: 1, entries: [entry('1')] });
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Cursor')).toBeInTheDocument();
  });
});

describe('the wish list and the synonyms', () => {
  let synonyms: Array<{ id: string; word: string; synonym: string }>;
  let refuse: (() => Error) | null;
  let sent: Args[];
  let wishes: object[];
  const resolvers = {
    Query: { zeroResultSearches: () => wishes, synonyms: () => synonyms },
    Mutation: {
      addSynonym: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        const made = { id: '9', word: String(args['word']), synonym: String(args['synonym']) };
        synonyms = [...synonyms, made];
        return made;
      },
      removeSynonym: (_: unknown, { id }: Args) => {
        synonyms = synonyms.filter((pair) => pair.id !== id);
        return { success: true };
      },
    },
  };
  beforeEach(() => {
    synonyms = [{ id: '1', word: 'арт', synonym: 'рисунок' }];
    wishes = [
      { text: 'гравицаппа', language: 'ru', day: '2026-11-20', count: 12 },
      { text: 'warp drive', language: 'en', day: '2026-11-19', count: 1 },
    ];
    refuse = null;
    sent = [];
  });
  const show = () => renderPage(<Wishes />, { resolvers });
  const type = async (user: { type: (field: Element, text: string) => Promise<void> }) => {
    await user.type(screen.getByRole('textbox', { name: 'Слово' }), ' озвучка ');
    await user.type(screen.getByRole('textbox', { name: 'Синоним' }), 'voice-over');
  };

  test('shows what was searched in vain, in its language, and how often', async () => {
    await show();
    expect(await screen.findByText('гравицаппа')).toHaveAttribute('lang', 'ru');
    expect(screen.getByText('warp drive')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('×12')).toBeInTheDocument();
  });

  test('a pair is added and taken away', async () => {
    const { user } = await show();
    await screen.findByText(/арт — рисунок/);
    expect(screen.getByRole('button', { name: 'Добавить пару' })).toBeDisabled();
    await type(user);
    await user.click(screen.getByRole('button', { name: 'Добавить пару' }));
    expect(await screen.findByText(/озвучка — voice-over/)).toBeInTheDocument();
    expect(sent).toEqual([{ word: 'озвучка', synonym: 'voice-over' }]);
    expect(screen.getByRole('textbox', { name: 'Слово' })).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Убрать пару «арт — рисунок»' }));
    await waitFor(() => expect(screen.queryByText(/арт — рисунок/)).not.toBeInTheDocument());
  });

  test('a pair that is known already keeps its text, and the reason is said', async () => {
    refuse = () => refusal('CONFLICT', 'synonymKnown');
    const { user } = await show();
    await screen.findByText('гравицаппа');
    await type(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Поиск уже знает эту пару.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Синоним' })).toHaveValue('voice-over');
  });

  test('says so when every search found something', async () => {
    wishes = [];
    await show();
    expect(await screen.findByText('По всем запросам что-то нашлось')).toBeInTheDocument();
  });
});

describe('the tokens', () => {
  const token = (id: string, given: object = {}) => ({
    id,
    name: `Бот ${id}`,
    prefix: 'lo_12',
    scope: 'read',
    createdAt: '2026-11-01T10:00:00.000Z',
    expiresAt: '2126-11-01T10:00:00.000Z',
    lastUsedAt: null,
    revokedAt: null as string | null,
    createdBy: { id: '2', name: 'Игорь Волков' },
    ...given,
  });
  let tokens: Array<ReturnType<typeof token>>;
  let sent: Args[];
  const resolvers = {
    Query: { apiTokens: () => tokens },
    Mutation: {
      createApiToken: (_: unknown, args: Args) => {
        sent.push({ ...args });
        const made = token('9', { name: args['name'], scope: args['scope'] });
        tokens = [made, ...tokens];
        return { token: 'lo_secret', apiToken: made };
      },
      revokeApiToken: (_: unknown, { id }: Args) => {
        tokens = tokens.map((one) =>
          one.id === id ? { ...one, revokedAt: '2026-11-20T10:00:00.000Z' } : one,
        );
        return tokens.find((one) => one.id === id);
      },
    },
  };
  beforeEach(() => {
    tokens = [token('1'), token('2', { expiresAt: '2020-01-01T00:00:00.000Z' })];
    sent = [];
  });
  const show = () => renderPage(<Tokens />, { resolvers });

  test('a token is made, shown once, and copied', async () => {
    const { user } = await show();
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.findByText('Бот 1');
    const create = screen.getByRole('button', { name: 'Создать ключ' });
    expect(create).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Название' }), ' Отчёты ');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Права' }), 'write');
    await user.click(create);
    expect(await screen.findByText('lo_secret')).toBeInTheDocument();
    expect(sent).toEqual([{ name: 'Отчёты', scope: 'write', expiresInDays: 90 }]);
    await user.click(screen.getByRole('button', { name: 'Скопировать' }));
    expect(copied).toHaveBeenCalledWith('lo_secret');
    await user.click(screen.getAllByRole('button', { name: 'Закрыть' })[0]!);
    await waitFor(() => expect(screen.queryByText('lo_secret')).not.toBeInTheDocument());
    expect(screen.getByText('Отчёты')).toBeInTheDocument();
  });

  test('one is taken back after a question; one that has expired cannot be', async () => {
    const { user } = await show();
    expect(await screen.findByText('Истёк')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Отозвать ключ «Бот 2»' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Отозвать ключ «Бот 1»' }));
    const question = await screen.findByRole('alertdialog', { name: 'Отозвать ключ «Бот 1»?' });
    await user.click(within(question).getByRole('button', { name: 'Отозвать' }));
    expect(await screen.findByText('Отозван')).toBeInTheDocument();
  });
});
