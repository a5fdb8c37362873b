import { screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../browser/currentUser.ts';
import { onSignedOut } from '../browser/signedOut.ts';
import { anAdmin } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { People } from '../features/people/People.tsx';
import { Sessions } from '../features/people/Sessions.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));

type Args = Record<string, unknown>;

describe('the reader’s own sessions', () => {
  const at = '2026-11-01T10:00:00.000Z';
  const session = (
    id: string,
    browser: string | null,
    system: string | null,
    isCurrent = false,
  ) => ({
    id,
    browser,
    system,
    startedAt: at,
    lastUsedAt: at,
    isCurrent,
  });
  let sessions: ReturnType<typeof session>[];
  const show = () =>
    renderPage(<Sessions />, {
      resolvers: {
        Query: { mySessions: () => sessions },
        Mutation: {
          endSession: (_: unknown, { id }: Args) => {
            sessions = sessions.filter((one) => one.id !== id);
            return { success: true };
          },
          signOutEverywhere: () => ({ success: true }),
        },
      },
    });
  beforeEach(() => {
    sessions = [session('1', 'Chrome', 'Windows', true), session('2', null, null)];
  });

  test('marks this browser without a button; ending others moves the focus to the next one or above', async () => {
    sessions.push(session('3', 'Firefox', 'Linux'));
    const { user } = await show();
    const [own] = await screen.findAllByRole('listitem');
    expect(own).toHaveTextContent('Chrome, Windows');
    expect(own).toHaveTextContent('Этот браузер');
    expect(within(own!).queryByRole('button')).toBeNull();
    // Messages are in a list of their own.
    const rows = own!.parentElement!.children;
    await user.click(screen.getByRole('button', { name: /Неизвестный браузер/ }));
    await waitFor(() => expect(rows).toHaveLength(2));
    expect(screen.getByRole('button', { name: /Firefox/ })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(rows).toHaveLength(1));
    expect(screen.getByText(/^Здесь/)).toHaveFocus();
  });

  test('“sign out everywhere” confirms, then signs out', async () => {
    const reasons: string[] = [];
    const stop = onSignedOut((reason) => void reasons.push(reason));
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Выйти везде' }));
    const question = await screen.findByRole('alertdialog');
    expect(reasons).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Выйти везде' }));
    await waitFor(() => expect(reasons).toEqual(['left']));
    stop();
  });
});

describe('people', () => {
  const account = (id: string, given: object = {}) => ({
    id,
    isAdmin: false,
    isDemo: false,
    status: 'active',
    lastSeenAt: null,
    disabledAt: null as string | null,
    disabledReason: null as string | null,
    disabledBy: null,
    sessionsCount: 2,
    apiTokensCount: 0,
    person: {
      id,
      name: `Человек ${id}`,
      email: `p${id}@gdev.inc`,
      telegramUsername: null,
      company: null,
    },
    ...given,
  });
  let accounts: ReturnType<typeof account>[];
  let sent: Args[];
  const change = (id: unknown, given: object) => {
    accounts = accounts.map((one) => (one.id === id ? { ...one, ...given } : one));
    return accounts.find((one) => one.id === id);
  };
  const show = (at = '/admin/people') =>
    renderPage(<People />, {
      at,
      resolvers: {
        Query: {
          accounts: (_: unknown, args: Args) => {
            sent.push({ ...args });
            return { total: accounts.length, accounts };
          },
        },
        Mutation: {
          disableAccount: (_: unknown, { id, reason }: Args) => {
            sent.push({ id, reason });
            return change(id, {
              status: 'disabled',
              disabledAt: '2026-11-20T10:00:00.000Z',
              disabledReason: reason,
              sessionsCount: 0,
            });
          },
          enableAccount: (_: unknown, { id }: Args) =>
            change(id, { status: 'active', disabledAt: null, disabledReason: null }),
          endAccountSessions: (_: unknown, { id }: Args) => change(id, { sessionsCount: 0 }),
        },
      },
    });
  beforeEach(() => {
    accounts = [account('71')];
    sent = [];
  });

  test('redirects a page beyond the end to the last one, drops forbidden characters, and searches by name and access', async () => {
    const { user, router } = await show('/admin/people?search=%00&page=50');
    expect(await screen.findByText('Человек 71')).toBeInTheDocument();
    expect(sent.at(-1)).toMatchObject({ search: '', page: 0 });
    expect(router.state.location.search).toBe('');
    await user.type(screen.getByRole('searchbox'), 'Анна{Enter}');
    await waitFor(() =>
      expect(sent).toContainEqual(expect.objectContaining({ search: 'Анна', page: 0 })),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Доступ' }), 'disabled');
    await waitFor(() =>
      expect(sent).toContainEqual(expect.objectContaining({ search: 'Анна', status: 'disabled' })),
    );
  });

  test('signs a person out after a confirmation, disables with a required reason, and enables again', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Завершить сеансы: Человек 71' }));
    const first = await screen.findByRole('alertdialog');
    await user.click(within(first).getByRole('button', { name: 'Завершить сеансы' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Завершить сеансы: Человек 71' })).toBeNull(),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Отключить: Человек 71' })).toHaveFocus(),
    );
    await user.click(screen.getByRole('button', { name: 'Отключить: Человек 71' }));
    const question = await screen.findByRole('dialog');
    expect(within(question).getByRole('button', { name: 'Отключить' })).toBeDisabled();
    expect(within(question).getByText(/Укажите причину/)).toBeInTheDocument();
    const reason = within(question).getByRole('textbox', { name: 'Причина (обязательно)' });
    expect(reason).toHaveFocus();
    await user.type(reason, ' Уволился ');
    await user.click(within(question).getByRole('button', { name: 'Отключить' }));
    expect(await screen.findByText(/командная строка: Уволился/)).toBeInTheDocument();
    expect(sent).toContainEqual({ id: '71', reason: 'Уволился' });
    await user.click(screen.getByRole('button', { name: 'Вернуть доступ: Человек 71' }));
    const again = await screen.findByRole('alertdialog');
    await user.click(within(again).getByRole('button', { name: 'Вернуть доступ' }));
    expect(
      await screen.findByRole('button', { name: 'Отключить: Человек 71' }),
    ).toBeInTheDocument();
  });
});
