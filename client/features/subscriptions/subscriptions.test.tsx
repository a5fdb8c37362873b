import { screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { AccessToRevoke } from './AccessHolders.tsx';
import { Subscriptions } from './Subscriptions.tsx';

test('renews an overdue subscription to its next day that is not over, with an undo', async () => {
  setCurrentUser(anAdmin());
  const company = { key: 'gdev', name: 'GDEV' };
  let subscription = {
    id: '1',
    service: 'Ahrefs',
    knowledgeItem: null,
    company,
    plan: 'Standard',
    seats: 2,
    pricePerSeat: 249_000,
    currency: 'EUR',
    period: 'year',
    monthlyCost: 41_500,
    owner: null,
    ownerEmail: null,
    renewsOn: '2020-06-15',
    noticeDays: 0,
    noticeEndsOn: '2020-06-15',
    contractUrl: null,
    note: null,
    version: 3,
    seatsTaken: 0,
    requestsWithoutSeat: 0,
  };
  const { user } = await renderPage(<Subscriptions />, {
    language: 'en',
    resolvers: {
      Query: {
        subscriptions: () => ({ subscriptions: [subscription], totals: [] }),
        accessToRevoke: () => [],
      },
      Mutation: {
        updateSubscription: (
          _root: unknown,
          { input, expectedVersion }: { input: { renewsOn: string }; expectedVersion: number },
        ) => {
          expect(expectedVersion).toBe(subscription.version);
          subscription = { ...subscription, ...input, version: expectedVersion + 1 };
          return subscription;
        },
      },
    },
  });
  const row = (await screen.findByRole('rowheader')).closest('tr')!;
  expect(row).toHaveTextContent('0 of 2 used');
  await user.click(within(row).getByRole('button', { name: 'Mark renewed: Ahrefs' }));
  const today = new Date().toISOString().slice(0, 10);
  const year = new Date().getUTCFullYear();
  const day = today > `${year}-06-15` ? `${year + 1}-06-15` : `${year}-06-15`;
  expect(await screen.findByText(/^Renewed until 15\sJune/)).toBeVisible();
  expect(subscription.renewsOn).toBe(day);
  expect(within(row).queryByText('Overdue')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await within(row).findByText('Overdue')).toBeVisible();
  expect(subscription.renewsOn).toBe('2020-06-15');
});

test('the focus moves to the next access to revoke, and below the list after the last', async () => {
  setCurrentUser(anAdmin());
  let names = ['Anna', 'Boris'];
  const { user } = await renderPage(
    <main id="main" tabIndex={-1}>
      <AccessToRevoke />
      <h3 tabIndex={-1}>Below</h3>
    </main>,
    {
      language: 'en',
      resolvers: {
        Query: {
          accessToRevoke: () =>
            names.map((name) => ({
              access: {
                request: {
                  id: name,
                  service: 'Figma',
                  version: 1,
                  statusChangedAt: '2026-01-01T00:00:00Z',
                  knowledgeItem: null,
                },
                requester: { id: name, name, company: null },
                actions: ['revoke'],
              },
              isIdle: false,
              revokeReason: 'not_needed',
              review: null,
            })),
        },
        Mutation: {
          decideAccessRequest: (_root: unknown, { id }: { id: string }) => {
            names = names.filter((name) => name !== id);
            return { request: { id, status: 'revoked', version: 2 } };
          },
        },
      },
    },
  );
  const buttonOf = (name: string) =>
    screen.findByRole('button', { name: `Revoke access to “Figma” from ${name}` });
  (await buttonOf('Anna')).focus();
  await user.keyboard('{Enter}');
  const next = await buttonOf('Boris');
  await waitFor(() => expect(next).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Below' })).toHaveFocus());
});
