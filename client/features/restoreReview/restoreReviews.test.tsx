import { screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Setup } from '../setup/Setup.tsx';
import { RestoreReviews } from './RestoreReviews.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));

const review = (id: string, given: object) => ({
  id,
  kind: 'token',
  name: `Thing ${id}`,
  owner: null,
  grantsAdmin: false,
  createdAt: null,
  lastUsedAt: null,
  ...given,
});

test('an admin keeps one entry off and confirms the rest, after which nothing is shown', async () => {
  let waiting = [
    review('1', { kind: 'person', name: 'Maria', owner: 'maria@acme.com', grantsAdmin: true }),
    review('2', { name: 'Build bot (lo_abc…)' }),
  ];
  const rejected: string[][] = [];
  const { user } = await renderPage(<RestoreReviews />, {
    language: 'en',
    resolvers: {
      Query: { restoreReviews: () => ({ total: waiting.length, reviews: waiting }) },
      Mutation: {
        rejectRestored: (_: unknown, { ids }: { ids: string[] }) => {
          rejected.push(ids);
          waiting = waiting.filter(({ id }) => !ids.includes(id));
          return { decided: 1 };
        },
        confirmAllRestored: () => {
          waiting = [];
          return { decided: 1 };
        },
      },
    },
  });
  expect(await screen.findByText('2 entries are waiting for confirmation.')).toBeVisible();
  const [maria] = screen.getAllByRole('listitem');
  expect(maria).toHaveTextContent(/Maria.*Person.*Admin rights.*maria@acme\.com/);
  await user.click(screen.getByRole('button', { name: 'Keep off: Build bot (lo_abc…)' }));
  expect(await screen.findByText('1 entry is waiting for confirmation.')).toBeVisible();
  expect(rejected).toEqual([['2']]);
  await user.click(screen.getByRole('button', { name: 'Confirm all' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm all' }));
  await waitFor(() => expect(screen.queryByText('Restored from a backup')).toBeNull());
});

test('the steps of the set-up follow what was confirmed', async () => {
  let isWaiting = true;
  const { user } = await renderPage(
    <>
      <RestoreReviews />
      <Setup />
    </>,
    {
      language: 'en',
      resolvers: {
        Query: {
          restoreReviews: () =>
            isWaiting
              ? { total: 1, reviews: [review('1', { kind: 'domain', name: 'acme.com' })] }
              : { total: 0, reviews: [] },
          setup: () => ({
            isReady: !isWaiting,
            steps: [
              {
                part: 'companies',
                state: isWaiting ? 'missing' : 'done',
                fault: isWaiting ? 'noDomain' : null,
                isEssential: true,
                settings: [],
                returnAddress: null,
                count: isWaiting ? null : 1,
                at: null,
              },
            ],
          }),
        },
        Mutation: {
          confirmAllRestored: () => {
            isWaiting = false;
            return { decided: 1 };
          },
        },
      },
    },
  );
  expect(await screen.findByText('No company has a domain.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm all' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm all' }));
  await waitFor(() => expect(screen.queryByText('No company has a domain.')).toBeNull());
});
