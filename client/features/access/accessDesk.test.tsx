import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { useState } from 'react';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { Button } from '../../design/Button.tsx';
import * as limits from '../../limits/generated.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { AccessApprovers } from './AccessApprovers.tsx';
import { AccessDesk } from './AccessDesk.tsx';
import { ApproversDialog } from './ApproversDialog.tsx';

type Row = { request: Record<string, unknown>; requester: object | null; acts: string[] };
let rows: Row[] = [];
let calls: Record<string, unknown>[] = [];
let failure: Error | null = null;

const aCase = (
  id: string,
  status: string,
  acts: string[],
  dueAt = '2999-01-01T10:00:00.000Z',
  waits = true,
) => ({
  request: {
    id,
    service: `Service ${id}`,
    subscriptionType: 'pro',
    features: 'Озвучка роликов',
    needsTesting: false,
    dataClasses: ['source_code'],
    status,
    waits,
    version: 2,
    createdAt: '2026-10-01T10:00:00.000Z',
    dueAt,
  },
  decidedBy: { id: '6', name: 'Игорь' },
  requester: { id: '5', name: 'Мария', company: { key: 'gdev', name: 'GDEV' } },
  acts,
});

beforeEach(() => {
  keepCurrentUser(aUser({ isAdmin: true }));
  rows = [
    aCase('1', 'requested', ['approve', 'ask', 'decline'], '2026-10-06T10:00:00.000Z'),
    aCase('2', 'approved', ['grant', 'decline']),
  ];
  calls = [];
  failure = null;
});
afterEach(() => void jest.restoreAllMocks());
const open = (requestId: string | null = null, onShowAll = () => undefined, at = '/') =>
  renderPage(<AccessDesk singleKeys requestId={requestId} onShowAll={onShowAll} />, {
    at,
    resolvers: {
      Query: {
        accessRequestToDecide: (_root: unknown, { id }: { id: string }) => {
          const found = rows.find(({ request }) => request['id'] === id);
          if (!found) throw new GraphQLError('gone', { extensions: { code: 'NOT_FOUND' } });
          return found;
        },
        accessRequestsToDecide: (_root: unknown, { statuses }: { statuses: string[] }) =>
          rows.filter(({ request }) => statuses.includes(String(request['status']))),
      },
      Mutation: {
        decideAccessRequest: (_root: unknown, given: Record<string, unknown>) => {
          calls.push(given);
          if (failure) throw failure;
          const row = rows.find(({ request }) => request['id'] === given['id'])!;
          const status = given['act'] === 'decline' ? 'declined' : 'granted';
          rows = rows.filter((one) => one !== row);
          return { ...row, request: { ...row.request, status }, acts: [] };
        },
      },
    },
  });

test('what waits stands with what is asked for, and is decided with a reason', async () => {
  const { user } = await open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(first!).getByText('Просрочен')).toBeInTheDocument();
  expect(within(first!).getByText('Данные: исходный код')).toBeInTheDocument();
  expect(within(second!).queryByText('Просрочен')).toBeNull();
  // By the hour: the day alone would still have time left.
  expect(within(first!).getByText(/^Решить до 6 окт\. 2026 г\., \d\d:00$/)).toBeInTheDocument();
  // Whoever has asked a question about the first has decided nothing.
  expect(within(first!).getByText('Вопрос: Игорь')).toBeInTheDocument();
  expect(within(second!).getByText('Решение: Игорь')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Отклонить: Service 1, Мария' }));
  const send = await screen.findByRole('button', { name: 'Отклонить' });
  expect(send).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: /Почему отказано/ }), 'Есть Cursor');
  await user.click(send);
  await screen.findByText('Service 1: в доступе отказано');
  expect(calls).toEqual([{ id: '1', act: 'decline', expectedVersion: 2, word: 'Есть Cursor' }]);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Открыть доступ: Service 2, Мария' })).toHaveFocus(),
  );
});

test('access of somebody whose account is deleted stands without a name, and is taken away', async () => {
  rows = [{ ...aCase('4', 'granted', ['revoke']), requester: null }];
  await open(null, undefined, '/?view=granted');
  expect(await screen.findByText('Удалённый аккаунт')).toBeInTheDocument();
  expect(
    screen.getByRole('button', { name: 'Закрыть доступ: Service 4, Удалённый аккаунт' }),
  ).toBeInTheDocument();
});

test('of a request that is gone, or that others decide, it says so, with no retry', async () => {
  const onShowAll = jest.fn();
  const { user } = await open('99999', onShowAll as never);
  await screen.findByText('Такого запроса больше нет, или его решают другие.');
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Все запросы' }));
  expect(onShowAll).toHaveBeenCalled();
});

test('the view stands in the address: Back, a reload and a link keep it', async () => {
  rows.push(aCase('3', 'granted', ['revoke']));
  const { user, router, unmount } = await open();
  await screen.findByText(/Service 1/);
  await user.click(screen.getByRole('button', { name: 'Выданные' }));
  await screen.findByText(/Service 3/);
  expect(router.state.location.search).toBe('?view=granted');
  await act(() => router.navigate(-1));
  await screen.findByText(/Service 1/);
  unmount();
  await open(null, undefined, '/?view=granted');
  await screen.findByText(/Service 3/);
  expect(screen.getByRole('button', { name: 'Выданные' })).toHaveAttribute('aria-pressed', 'true');
});

test('what waits for whoever asked is not overdue, whatever its date', async () => {
  rows = [aCase('1', 'requested', ['decline'], '2026-10-06T10:00:00.000Z', false)];
  await open();
  const row = await screen.findByRole('listitem');
  expect(within(row).queryByText('Просрочен')).toBeNull();
  expect(within(row).queryByText(/^Решить до/)).toBeNull();
});

test('the keys of the desk: J walks, the numbers press; a day ends where the approver is', async () => {
  const { user } = await open();
  await screen.findAllByRole('listitem');
  await user.keyboard('jj1');
  const day = await screen.findByLabelText('Доступ заканчивается');
  const wanted = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await user.type(day, wanted);
  await user.click(screen.getByRole('button', { name: 'Открыть доступ' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({ id: '2', act: 'grant' });
  const end = new Date(`${wanted}T23:59:59`);
  expect(new Date(String(calls[0]!['expiresAt']))).toEqual(end);
});

test('access ends tomorrow at the earliest, and at the latest where the limit is', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-27T12:00:00.000Z'));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Открыть доступ: Service 2, Мария' }));
  const day = await screen.findByLabelText('Доступ заканчивается');
  expect(day).toHaveAttribute('min', '2026-11-28');
  expect(day).toHaveAttribute('max', '2029-11-26');
});

test('a reason that is too long is not sent', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Отклонить: Service 1, Мария' }));
  const send = await screen.findByRole('button', { name: 'Отклонить' });
  await user.click(screen.getByRole('textbox', { name: /Почему отказано/ }));
  await user.paste('а'.repeat(limits.accessWord));
  expect(send).toBeEnabled();
  await user.paste('а');
  expect(send).toBeDisabled();
});

test('a decision that lost the race says so, and the list is read again', async () => {
  failure = Object.assign(new Error('moved'), {
    extensions: { code: 'CONFLICT', reason: 'requestChanged' },
  });
  const { user } = await open();
  await screen.findAllByRole('listitem');
  rows = rows.slice(1);
  await user.keyboard('j1');
  expect(await screen.findByText(/Запрос тем временем изменился/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('an admin chooses who decides for a company, found by name', async () => {
  const person = (id: string, name: string) => ({ id, name, email: `${id}@gdev.inc` });
  const gdev = { key: 'gdev', name: 'GDEV' };
  let people = [person('5', 'Мария')];
  const set: unknown[] = [];
  const { user } = await renderPage(<AccessApprovers />, {
    resolvers: {
      Query: {
        accessApprovers: () => [{ company: gdev, people }],
        accounts: () => ({
          total: 1,
          accounts: [
            {
              id: '6',
              person: person('6', 'Иван'),
              standing: 'active',
              isAdmin: false,
              isDemo: false,
              sessionsCount: 0,
              apiTokensCount: 0,
            },
          ],
        }),
      },
      Mutation: {
        setAccessApprovers: (_root: unknown, given: { people: string[] }) => {
          set.push(given);
          people = [person('6', 'Иван')];
          return { company: gdev, people };
        },
      },
    },
  });
  expect(await screen.findByText('Мария')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Кто решает за GDEV' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Иван · 6@gdev.inc' }));
  await user.click(screen.getByRole('checkbox', { name: 'Мария · 5@gdev.inc' }));
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(set).toEqual([{ company: 'gdev', people: ['6'], expectedPeople: ['5'] }]),
  );
  expect(await screen.findByText('Иван')).toBeInTheDocument();
});

test('the choice says over whom it was made, whoever else was chosen meanwhile', async () => {
  const company = { __typename: 'Company' as const, key: 'gdev', name: 'GDEV' };
  const maria = { __typename: 'Person' as const, id: '5', name: 'Мария', email: '5@gdev.inc' };
  const ivan = { ...maria, id: '6', name: 'Иван', email: '6@gdev.inc' };
  const set: unknown[] = [];
  const Choice = () => {
    const [people, setPeople] = useState([maria]);
    return (
      <>
        <Button onClick={() => setPeople([maria, ivan])}>elsewhere</Button>
        <ApproversDialog
          of={{ __typename: 'CompanyApprovers', company, people }}
          returnFocus={{ current: null }}
          onSaved={() => Promise.resolve()}
          onClose={() => undefined}
        />
      </>
    );
  };
  const { user } = await renderPage(<Choice />, {
    resolvers: {
      Query: { accounts: () => ({ total: 0, accounts: [] }) },
      Mutation: {
        setAccessApprovers: (_root: unknown, given: { people: string[] }) => {
          set.push(given);
          return { company, people: [] };
        },
      },
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Мария · 5@gdev.inc' }));
  fireEvent.click(screen.getByText('elsewhere'));
  expect(await screen.findByRole('checkbox', { name: 'Иван · 6@gdev.inc' })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() =>
    expect(set).toEqual([{ company: 'gdev', people: [], expectedPeople: ['5'] }]),
  );
});

test('a link to one request shows that one, whatever it waits for, with the way to all', async () => {
  let isLeft = false;
  rows = [...rows, aCase('3', 'declined', [])];
  const { user } = await open('3', () => {
    isLeft = true;
    return undefined;
  });
  expect(await screen.findByText('Service 3')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Все запросы' }));
  expect(isLeft).toBe(true);
});
