import { screen, within } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { ProfileRequestsPage } from './ProfileRequestsPage.tsx';

const createdAt = '2026-01-02T10:00:00.000Z';
const aRequest = (id: string, state: string) => ({
  id,
  service: `Service ${id}`,
  subscriptionType: 'pro',
  features: 'Озвучка роликов',
  needsTesting: id === '1',
  state,
  createdAt,
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
const open = (requests: unknown[], reports: unknown[]) =>
  renderPage(<ProfileRequestsPage />, {
    resolvers: {
      Query: {
        myAccessRequests: () => requests,
        myComplaints: () => reports,
        myProposals: () => [],
      },
    },
  });

test('the requests for access stand there with their state', async () => {
  await open([aRequest('1', 'queued'), aRequest('2', 'sent'), aRequest('3', 'failed')], []);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('[data-part=head]')?.textContent)).toEqual([
    'Service 1Отправляется',
    'Service 2Отправлен',
    'Service 3Не отправлен',
  ]);
  expect(within(rows[0]!).getByText('с тестовым периодом')).toBeInTheDocument();
  expect(within(rows[1]!).queryByText('с тестовым периодом')).toBeNull();
  expect(screen.getByText('Вы ещё не отправляли жалоб.')).toBeInTheDocument();
});

test('section 4: the reports stand there with their status; resolvedAt is shown when resolved', async () => {
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
});

test('a failure is said in its place', async () => {
  await renderPage(<ProfileRequestsPage />, {
    resolvers: {
      Query: {
        myAccessRequests: () => {
          throw new Error('Нет');
        },
        myComplaints: () => [],
        myProposals: () => [],
      },
    },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить обращения');
  expect(await screen.findByText('Вы ещё не отправляли жалоб.')).toBeInTheDocument();
});
