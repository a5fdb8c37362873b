import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { UnreadNotificationsDocument } from '../generated.ts';
import { renderPage } from '../testing/render.tsx';
import { ProfileRequestsPage } from './ProfileRequestsPage.tsx';
import { setCurrentUser } from '../browser/currentUser.ts';
import { anAdmin } from '../testing/fixtures.ts';
import { MyProposals } from '../features/proposals/MyProposals.tsx';

describe('requests and complaints', () => {
  const createdAt = '2026-01-02T10:00:00.000Z';
  const aRequest = (id: string, state: string, changes: Record<string, unknown> = {}) => ({
    id,
    service: `Service ${id}`,
    subscriptionType: 'pro',
    features: 'Озвучка роликов',
    needsTesting: id === '1',
    dataClasses: [],
    state,
    status: 'requested',
    actions: ['withdraw'],
    version: 0,
    createdAt,
    dueAt: '2026-01-07T10:00:00.000Z',
    ...changes,
  });
  const aReport = (id: string, status: string, changes: Record<string, unknown> = {}) => ({
    id,
    complaintType: 'broken_link',
    comment: null,
    status,
    createdAt,
    resolvedAt: null,
    knowledgeItem: { id, titleRu: `Сервис ${id}`, titleEn: null },
    ...changes,
  });
  const open = (requests: unknown[], reports: unknown[], mutations: object = {}) =>
    renderPage(<ProfileRequestsPage />, {
      resolvers: {
        Query: {
          myAccessRequests: () => requests,
          myComplaints: () => reports,
          myProposals: () => [],
          mySearchAlerts: () => [],
        },
        Mutation: { ...mutations },
      },
    });

  test('lists access requests with their status, and only failures of their mails', async () => {
    await open(
      [
        aRequest('1', 'queued', { dataClasses: ['source_code', 'player_data'] }),
        aRequest('2', 'sent'),
        aRequest('3', 'failed'),
      ],
      [],
    );
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('[data-part=head]')?.textContent)).toEqual([
      'Service 1Доступ запрошен',
      'Service 2Доступ запрошен',
      'Service 3Доступ запрошенПисьмо не отправлено',
    ]);
    expect(within(rows[0]!).getByText('с тестовым периодом')).toBeInTheDocument();
    expect(within(rows[0]!).getByText('Данные: исходный код и данные игроков')).toBeInTheDocument();
    expect(within(rows[1]!).queryByText(/^Данные: /)).toBeNull();
    expect(within(rows[1]!).queryByText('с тестовым периодом')).toBeNull();
    expect(screen.getByText('Вы ещё не отправляли жалоб.')).toBeInTheDocument();
  });

  test('shows news without a reload, and queries nothing for read ones', async () => {
    let asked = 0;
    let request = aRequest('1', 'sent');
    const { client } = await renderPage(<ProfileRequestsPage />, {
      resolvers: {
        Query: {
          myAccessRequests: () => {
            asked += 1;
            return [request];
          },
          myComplaints: () => [aReport('1', asked === 1 ? 'new' : 'resolved')],
          myProposals: () => [],
          mySearchAlerts: () => [],
        },
      },
    });
    const ring = (unreadNotificationsCount: number) =>
      act(async () => {
        client.writeQuery({
          query: UnreadNotificationsDocument,
          data: { unreadNotificationsCount },
        });
      });
    await screen.findByText('Доступ запрошен');
    request = aRequest('1', 'sent', { status: 'approved', version: 1 });
    await ring(1);
    expect(await screen.findByText('Доступ одобрен')).toBeInTheDocument();
    expect(await screen.findByText('Решена')).toBeInTheDocument();
    await ring(0);
    request = aRequest('1', 'sent', { status: 'declined', version: 2 });
    await ring(1);
    expect(await screen.findByText('В доступе отказано')).toBeInTheDocument();
    expect(asked).toBe(3);
  });

  test('answers a question and withdraws an open request, with the version that was read', async () => {
    const calls: unknown[] = [];
    const moved = (status: string) => (_root: unknown, given: { id: string }) => {
      calls.push(given);
      return aRequest(given.id, 'sent', { status, version: 4 });
    };
    const { user } = await open(
      [
        aRequest('1', 'sent', {
          status: 'needs_answer',
          actions: ['answer', 'withdraw'],
          version: 3,
          decisionMessage: 'Надолго?',
        }),
        aRequest('2', 'sent', {
          status: 'granted',
          actions: [],
          expiresAt: '2027-01-01T10:00:00.000Z',
        }),
        aRequest('3', 'sent', { status: 'declined', actions: [], decisionMessage: 'Есть Cursor' }),
      ],
      [],
      { answerAccessRequest: moved('requested'), withdrawAccessRequest: moved('withdrawn') },
    );
    expect(await screen.findByText('Согласующий спрашивает: Надолго?')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ответить на вопрос о Service 1' }));
    const send = await screen.findByRole('button', { name: 'Отправить ответ' });
    expect(send).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Надолго/ }), ' На год ');
    await user.click(send);
    await screen.findByText('Ответ отправлен');
    await user.click(screen.getByRole('button', { name: 'Отозвать запрос на Service 1' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Отозвать запрос на Service 1?')).toBeInTheDocument();
    expect(calls).toHaveLength(1);
    await user.click(question.getByRole('button', { name: 'Отозвать' }));
    expect((await screen.findAllByText('Запрос отозван')).length).toBeGreaterThan(0);
    expect(calls).toEqual([
      { id: '1', answer: 'На год', expectedVersion: 3 },
      { id: '1', expectedVersion: 4 },
    ]);
    expect(screen.getByText('Комментарий: Есть Cursor')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Service [23]/ })).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  test('section 4: lists complaints with their status; shows resolvedAt when resolved', async () => {
    await open(
      [],
      [
        aReport('1', 'new', { comment: 'Пустая страница' }),
        aReport('2', 'in_progress'),
        aReport('3', 'resolved', { resolvedAt: '2026-01-05T10:00:00.000Z' }),
        aReport('4', 'rejected', { knowledgeItem: null }),
      ],
    );
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('[data-part=head]')?.textContent)).toEqual([
      'Сервис 1Новая',
      'Сервис 2В работе',
      'Сервис 3Решена',
      'Сервиса больше нет в каталогеОтклонена',
    ]);
    expect(within(rows[0]!).getByText('Пустая страница')).toBeInTheDocument();
    expect(within(rows[2]!).getByText(/^Решена 5 янв/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Сервис 1' })).toHaveAttribute('href', '/services/1');
  });
});

describe('proposals', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));
  type Args = Record<string, unknown>;
  const createdAt = '2026-01-02T10:00:00.000Z';
  const aProposal = (id: string, state: string, changes: Args = {}) => ({
    id,
    address: `https://tool${id}.example.com/`,
    comment: null,
    state,
    declineReason: null,
    createdAt,
    closedAt: null,
    knowledgeItem: null,
    ...changes,
  });

  const openMine = async (outcome: () => object, at = '/profile/requests?propose') => {
    const sent: Args[] = [];
    let own: object[] = [];
    const page = await renderPage(<MyProposals />, {
      at,
      resolvers: {
        Query: { myProposals: () => own },
        Mutation: {
          proposeService: (_: unknown, args: Args) => {
            sent.push({ ...args });
            const made = outcome();
            own = [aProposal('1', 'open')];
            return made;
          },
        },
      },
    });
    return { ...page, sent };
  };
  const address = () => screen.findByRole('textbox', { name: /Адрес сервиса/ });
  const send = () => screen.getByRole('button', { name: 'Предложить' });

  test('lists own proposals with their outcome', async () => {
    await renderPage(<MyProposals />, {
      resolvers: {
        Query: {
          myProposals: () => [
            aProposal('1', 'open', { comment: 'Для отчётов' }),
            aProposal('2', 'added', {
              knowledgeItem: { id: '7', titleRu: 'Инструмент', titleEn: null },
            }),
            aProposal('3', 'declined', { declineReason: 'Есть Miro' }),
          ],
        },
      },
    });
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('[data-part=head]')?.textContent)).toEqual([
      'https://tool1.example.com/Ждёт решения',
      'https://tool2.example.com/Добавлен',
      'https://tool3.example.com/Отклонён',
    ]);
    expect(within(rows[1]!).getByRole('link', { name: 'Инструмент' })).toHaveAttribute(
      'href',
      '/services/7',
    );
    expect(within(rows[2]!).getByText('Ответ: Есть Miro')).toBeInTheDocument();
  });

  test('proposes a service with a comment from the link of the search, and lists it', async () => {
    const { user, sent, router } = await openMine(() => ({
      proposal: { id: '1', state: 'open' },
      existingItem: null,
    }));
    const field = await address();
    expect(send()).toBeDisabled();
    await user.type(field, 'tool1.example.com');
    await user.type(screen.getByRole('textbox', { name: /Для чего/ }), 'Для отчётов');
    await user.click(send());
    expect(await screen.findByText('Предложение отправлено')).toBeInTheDocument();
    expect(sent).toEqual([{ address: 'tool1.example.com', comment: 'Для отчётов' }]);
    expect(await screen.findByText('https://tool1.example.com/')).toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  test('shows a refusal in the dialog, with the format of addresses, and keeps the input', async () => {
    const refusals = [
      { code: 'CONFLICT', reason: 'tooManyProposals' },
      { code: 'INVALID', errors: [{ path: 'address', code: 'address' }] },
    ];
    const { user } = await openMine(() => {
      throw new GraphQLError('English of the server', { extensions: refusals.shift() });
    });
    await user.type(await address(), 'our new tool');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Слишком много ваших предложений');
    expect(await address()).toHaveValue('our new tool');
    await user.click(send());
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Это не адрес страницы. Адрес выглядит так: example.com или https://example.com/tool.',
      ),
    );
    await waitFor(async () => expect(await address()).toHaveFocus());
    expect(await address()).toBeInvalid();
  });
});
