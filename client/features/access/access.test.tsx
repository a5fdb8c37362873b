// Access requests: review by an admin, and the dialog.
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { hasContributed } from '../../browser/firstContribution.ts';
import * as limits from '../../limits/generated.ts';
import { aUser } from '../../testing/fixtures.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { AccessApprovers } from './AccessApprovers.tsx';
import { AccessRequests } from './AccessRequests.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { RequestAccess } from '../../pages/RequestAccess.tsx';
import { PilotsToDecide } from '../stages/PilotsToDecide.tsx';

describe('review', () => {
  type Row = {
    request: Record<string, unknown>;
    requester: object | null;
    dataVerdicts: object[];
    actions: string[];
  };
  let rows: Row[] = [];
  let calls: Record<string, unknown>[] = [];
  let failure: Error | null = null;

  const aCase = (
    id: string,
    status: string,
    actions: string[],
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
      isPending: waits,
      version: 2,
      createdAt: '2026-10-01T10:00:00.000Z',
      dueAt,
    },
    dataVerdicts: [
      {
        dataClass: 'source_code',
        verdict: 'yes_if',
        conditionRu: 'без ключей',
        conditionEn: 'no keys',
      },
    ],
    decidedBy: { id: '6', name: 'Игорь' },
    requester: { id: '5', name: 'Мария', company: { key: 'gdev', name: 'GDEV' } },
    actions,
  });

  beforeEach(() => {
    setCurrentUser(aUser({ isAdmin: true }));
    rows = [
      aCase('1', 'requested', ['approve', 'ask', 'decline'], '2026-10-06T10:00:00.000Z'),
      aCase('2', 'approved', ['grant', 'decline'], '2026-10-06T10:00:00.000Z', false),
    ];
    calls = [];
    failure = null;
  });
  afterEach(() => void jest.restoreAllMocks());
  const open = (requestId: string | null = null, onShowAll = () => undefined, at = '/') =>
    renderPage(<AccessRequests requestId={requestId} onShowAll={onShowAll} />, {
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
            const status = given['decision'] === 'decline' ? 'declined' : 'granted';
            rows = rows.filter((one) => one !== row);
            return { ...row, request: { ...row.request, status }, actions: [] };
          },
        },
      },
    });

  test('lists waiting requests with their content, decided with a reason', async () => {
    const { user } = await open();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(within(first!).getByText('Просрочен')).toBeInTheDocument();
    // What the requester's company has decided about the data stands beside it.
    expect(first).toHaveTextContent('Данные: исходный код да, если без ключей');
    // A request that waits for an answer of its author is never overdue.
    expect(within(second!).queryByText('Просрочен')).toBeNull();
    expect(within(second!).queryByText(/^до /)).toBeNull();
    // Shows the hour, since the day alone would look later.
    expect(within(first!).getByText(/^до 6 окт\., \d\d:00$/)).toBeInTheDocument();
    // Asking a question about the first one is no decision.
    for (const service of ['Service 1', 'Service 2'])
      await user.click(screen.getByRole('button', { name: `Подробнее: ${service}, Мария` }));
    expect(within(first!).getByText('Вопрос: Игорь')).toBeInTheDocument();
    expect(within(second!).getByText('Решение: Игорь')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Отклонить: Service 1, Мария' }));
    const send = await screen.findByRole('button', { name: 'Отклонить' });
    expect(send).toBeDisabled();
    const why = screen.getByRole('textbox', { name: /Почему вы отказываете/ });
    await user.click(why);
    await user.paste('а'.repeat(limits.accessWord));
    expect(send).toBeEnabled();
    await user.paste('а');
    expect(send).toBeDisabled();
    await user.clear(why);
    await user.type(why, 'Есть Cursor');
    await user.click(send);
    await screen.findByText('Service 1: в доступе отказано');
    expect(calls).toEqual([
      { id: '1', decision: 'decline', expectedVersion: 2, message: 'Есть Cursor' },
    ]);
    await waitFor(() => expect(screen.queryByText('Service 1')).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Выдать доступ: Service 2, Мария' })).toHaveFocus(),
    );
    // Access ends tomorrow at the earliest, and at the limit at the latest.
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-27T12:00:00.000Z'));
    await user.click(screen.getByRole('button', { name: 'Выдать доступ: Service 2, Мария' }));
    const day = await screen.findByLabelText('Доступ заканчивается');
    expect(day).toHaveAttribute('min', '2026-11-28');
    expect(day).toHaveAttribute('max', '2029-11-26');
  });

  test('shows access of deleted accounts without a name; the view is in the address', async () => {
    rows.push({ ...aCase('4', 'granted', ['revoke']), requester: null });
    const { user, router, unmount } = await open();
    await screen.findByText('Service 1');
    await user.click(screen.getByRole('button', { name: 'Выданные' }));
    expect(await screen.findByText('Удалённый аккаунт')).toBeInTheDocument();
    expect(
      screen.getByRole('button', { name: 'Отозвать доступ: Service 4, Удалённый аккаунт' }),
    ).toBeInTheDocument();
    expect(router.state.location.search).toBe('?view=granted');
    await act(() => router.navigate(-1));
    await screen.findByText('Service 1');
    unmount();
    await open(null, undefined, '/?view=granted');
    await screen.findByText('Service 4');
    expect(screen.getByRole('button', { name: 'Выданные' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('J moves, number keys decide; days end in the approver’s time zone', async () => {
    const { user } = await open();
    await screen.findAllByRole('listitem');
    await user.keyboard('jj1');
    const day = await screen.findByLabelText('Доступ заканчивается');
    const wanted = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    await user.type(day, wanted);
    await user.click(screen.getByRole('button', { name: 'Выдать доступ' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toMatchObject({ id: '2', decision: 'grant' });
    const end = new Date(`${wanted}T23:59:59`);
    expect(new Date(String(calls[0]!['expiresAt']))).toEqual(end);
  });

  test('reports a lost race and reloads the list', async () => {
    failure = Object.assign(new Error('moved'), {
      extensions: { code: 'CONFLICT', reason: 'requestChanged' },
    });
    const { user } = await open();
    await screen.findAllByRole('listitem');
    rows = rows.slice(1);
    await user.keyboard('j1');
    expect(await screen.findByText(/Запрос изменился/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Service 1')).toBeNull());
  });

  test('an admin chooses approvers of a company by name', async () => {
    const person = (id: string, name: string) => ({ id, name, email: `${id}@gdev.inc` });
    const gdev = { key: 'gdev', name: 'GDEV' };
    let people = [person('5', 'Мария')];
    const set: unknown[] = [];
    const { user } = await renderPage(<AccessApprovers />, {
      resolvers: {
        Query: {
          accessApprovers: () => [{ company: gdev, people, rulesContacts: ['ai@gdev.inc'] }],
          accounts: () => ({
            total: 1,
            accounts: [
              {
                id: '6',
                person: person('6', 'Иван'),
                status: 'active',
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
            return { company: gdev, people, rulesContacts: [] };
          },
        },
      },
    });
    expect(await screen.findByText('Мария')).toBeInTheDocument();
    expect(screen.getByRole('listitem')).toHaveTextContent('Контакт по правилам: ai@gdev.inc');
    await user.click(screen.getByRole('button', { name: 'Согласующие: GDEV' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Иван · 6@gdev.inc' }));
    await user.click(screen.getByRole('checkbox', { name: 'Мария · 5@gdev.inc' }));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() =>
      expect(set).toEqual([{ company: 'gdev', people: ['6'], expectedPeople: ['5'] }]),
    );
    expect(await screen.findByText('Иван')).toBeInTheDocument();
  });

  test('shows a linked request in any state, and reports a missing one without a retry', async () => {
    let left = 0;
    const leave = () => void (left += 1);
    rows = [...rows, aCase('3', 'declined', [])];
    const { user, unmount } = await open('3', leave as () => undefined);
    expect(await screen.findByText('Service 3')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Все запросы' }));
    expect(left).toBe(1);
    unmount();
    await open('99999', leave as () => undefined);
    await screen.findByText('Такого запроса больше нет, или решение по нему принимают другие.');
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Все запросы' }));
    expect(left).toBe(2);
  });
});

describe('dialog', () => {
  const onClose = jest.fn();
  type Input = Record<string, unknown>;
  let inputs: Input[] = [];
  let titles = { titleRu: 'Курсор' as string | null, titleEn: 'Cursor' as string | null };
  let failure: Error | null = null;
  /** Delays the answer about the alternatives. */
  let held = Promise.resolve();
  const stands = { status: 'requested', version: 0, dueAt: '2026-10-06T10:00:00.000Z' };
  const instead = (id: string, isVerified: boolean) => ({
    item: { id, titleRu: `Сервис ${id}`, titleEn: null, isVerified },
  });
  const alternatives = [instead('13', true), instead('14', false), instead('15', true)];

  beforeEach(() => {
    setCurrentUser(aUser());
    onClose.mockClear();
    inputs = [];
    titles = { titleRu: 'Курсор', titleEn: 'Cursor' };
    failure = null;
    held = Promise.resolve();
  });
  const openDialog = async (around: Surroundings = {}) => {
    const resolvers = {
      Query: {
        knowledgeItem: () => ({
          id: '12',
          ...titles,
          alternatives: () => held.then(() => alternatives),
        }),
      },
      Mutation: {
        requestAccess: (_root: unknown, { input }: { input: Input }) => {
          inputs.push(input);
          if (failure) throw failure;
          return {
            id: '7',
            ...input,
            state: 'queued',
            actions: ['withdraw'],
            createdAt: '2026-10-01T10:00:00.000Z',
            ...stands,
          };
        },
      },
    };
    const page = await renderPage(<AccessDialog itemId="12" onClose={onClose} />, {
      resolvers,
      ...around,
    });
    await screen.findByRole('dialog');
    return page;
  };
  const open = async (around: Surroundings = {}) => {
    const page = await openDialog(around);
    await screen.findByRole('textbox');
    return page;
  };
  const send = () => screen.getByRole('button', { name: /^(Отправить запрос|Send request)$/ });
  const features = () => screen.getByRole('textbox');

  test('shows the English title of the service, else the Russian one; requires plan and features', async () => {
    titles = { titleRu: 'Курсор', titleEn: null };
    const { user } = await open();
    const service = await screen.findByRole('status', { name: 'Сервис' });
    await waitFor(() => expect(service).toHaveTextContent('Курсор'));
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((one) => one.value)).toEqual([
      'basic',
      'pro',
      'enterprise',
    ]);
    expect(send()).toHaveAccessibleDescription('Выберите подписку и опишите задачи');
    await user.click(screen.getByRole('radio', { name: /Расширенная/ }));
    expect(send()).toBeDisabled();
    await user.type(features(), '   ');
    expect(send()).toBeDisabled();
    await user.paste('а'.repeat(1997));
    expect(send()).toBeEnabled();
    await user.paste('ббббб');
    expect(send()).toBeDisabled();
  });

  test('sends a request once with all choices', async () => {
    const { user } = await open();
    await user.click(screen.getAllByRole('radio')[1]!);
    await user.type(features(), ' Озвучка роликов ');
    await user.click(screen.getAllByRole('checkbox')[1]!);
    await user.click(screen.getAllByRole('checkbox').at(-1)!);
    await user.click(send());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(inputs).toEqual([
      {
        service: 'Cursor',
        knowledgeItemId: '12',
        subscriptionType: 'pro',
        features: 'Озвучка роликов',
        needsTesting: true,
        dataClasses: ['source_code'],
        idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
      },
    ]);
    expect(await screen.findByText('Запрос отправлен')).toBeInTheDocument();
    expect(hasContributed()).toBe(true);
  });

  test('shows a failure, in English too, and keeps the text', async () => {
    const words = 'Failed to send request';
    failure = new Error('');
    const { user } = await open({ language: 'en' });
    await user.click(screen.getAllByRole('radio')[0]!);
    await user.type(features(), 'Озвучка');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
    expect(features()).toHaveValue('Озвучка');
    expect(onClose).not.toHaveBeenCalled();

    // An unchanged request keeps its key; another text gets a new one.
    await user.click(send());
    await waitFor(() => expect(inputs).toHaveLength(2));
    await user.type(features(), '!');
    await user.click(send());
    await waitFor(() => expect(inputs).toHaveLength(3));
    const keys = inputs.map((input) => input['idempotencyKey']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test('restores the text after the Back button or an ended session', async () => {
    const first = await open();
    await first.user.type(features(), 'Озвучка роликов');
    await first.user.click(screen.getByRole('radio', { name: /Базовая/ }));
    await first.user.click(screen.getByRole('radio', { name: /Расширенная/ }));
    for (const name of ['Исходный код', 'Данные игроков', 'Нужен тестовый период'])
      await first.user.click(screen.getByRole('checkbox', { name }));
    await first.user.click(screen.getByRole('checkbox', { name: 'Исходный код' }));
    first.unmount();
    const second = await open();
    expect(features()).toHaveValue('Озвучка роликов');
    const checked = () =>
      [...screen.getAllByRole('radio'), ...screen.getAllByRole('checkbox')]
        .filter((one) => (one as HTMLInputElement).checked)
        .map((one) => one.closest('label')?.textContent);
    expect(checked()).toEqual([
      expect.stringContaining('Расширенная'),
      'Данные игроков',
      'Нужен тестовый период',
    ]);
    await second.user.click(screen.getByRole('button', { name: 'Отмена' }));
    second.unmount();
    await open();
    expect(features()).toHaveValue('');
    expect(checked()).toEqual([]);
  });
});

describe('stages', () => {
  const nexters = { key: 'nexters', name: 'Nexters' };
  const pilot = {
    __typename: 'ItemStage',
    id: '7',
    stage: 'pilot',
    questionRu: 'Годится ли для роликов?',
    questionEn: null,
    endsOn: '2026-12-20',
    reasonRu: null,
    reasonEn: null,
    decidedAt: '2026-11-20T10:00:00.000Z',
    decidedBy: null,
    version: 3,
    testersCount: 2,
    isTester: false,
    mayJoin: true,
    company: nexters,
    history: [],
  };
  const item = { id: '12', titleRu: 'Суно', titleEn: 'Suno', alternatives: [] };

  test('offers the running pilot to somebody who requests a trial', async () => {
    setCurrentUser(aUser());
    let stage = pilot;
    const joined: string[] = [];
    const resolvers = {
      Query: { knowledgeItem: () => ({ ...item, stage }) },
      Mutation: {
        joinPilot: (_root: unknown, { id }: { id: string }) => {
          joined.push(id);
          return (stage = { ...pilot, isTester: true, mayJoin: false, testersCount: 3 });
        },
      },
    };
    const { user } = await renderPage(<RequestAccess itemId="12" onClose={() => undefined} />, {
      resolvers,
    });
    const trial = await screen.findByRole('checkbox', { name: 'Нужен тестовый период' });
    expect(screen.queryByText('Идёт пилот этого сервиса')).toBeNull();
    await user.click(trial);
    expect(await screen.findByText('Идёт пилот этого сервиса')).toBeInTheDocument();
    expect(screen.getByText('Годится ли для роликов?')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Участвовать в пилоте' }));
    expect(await screen.findByRole('button', { name: 'Выйти из пилота' })).toBeInTheDocument();
    expect(joined).toEqual(['7']);
  });

  test('decides an ended pilot from the list, with a reason and the read version', async () => {
    setCurrentUser(aUser());
    let pilots = [{ ...pilot, knowledgeItem: item }];
    const sent: object[] = [];
    const resolvers = {
      Query: {
        pilotsToDecide: () => pilots,
        knowledgeItem: () => ({ ...item, stage: pilot }),
      },
      Mutation: {
        setStage: (_root: unknown, given: object) => {
          sent.push(given);
          pilots = [];
          return { ...pilot, stage: 'adopted', version: 4 };
        },
      },
    };
    const { user } = await renderPage(<PilotsToDecide />, { resolvers });
    await user.click(await screen.findByRole('button', { name: 'Решить' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Последний день пилота')).toHaveValue('2026-12-20'),
    );
    await user.click(screen.getByRole('radio', { name: /Внедрён/ }));
    const save = screen.getByRole('button', { name: 'Сохранить' });
    expect(save).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Причина, по-русски/ }), 'Годится');
    // Changing the stage keeps typed text.
    await user.click(screen.getAllByRole('radio').at(-1)!);
    await user.click(screen.getByRole('radio', { name: /Внедрён/ }));
    await user.click(save);
    await waitFor(() => expect(screen.queryByText('1 пилот ждёт решения')).toBeNull());
    expect(sent).toMatchObject([
      {
        itemId: '12',
        company: 'nexters',
        input: { stage: 'adopted', reasonRu: 'Годится', expectedVersion: 3 },
      },
    ]);
  });
});
