import { screen, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { ItemProblems } from './ItemProblems.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));

test('all services with their problems; a problem is chosen and taken back by its chip', async () => {
  const resolvers = {
    Query: {
      itemProblems: (_: unknown, { problem }: { problem?: string }) => ({
        items: [
          { id: '1', titleRu: null, titleEn: 'Whole', problems: [] },
          { id: '2', titleRu: null, titleEn: 'Gone', problems: ['brokenLink', 'noUseCases'] },
        ]
          .filter(({ problems }) => !problem || problems.includes(problem))
          .map(({ problems, ...item }) => ({
            item: { ...item, sourceUrl: 'https://a.example.com/', likesCount: 2 },
            problems,
          })),
        total: problem ? 30 : 60,
        counts: [
          { problem: 'hidden', count: 0 },
          { problem: 'brokenLink', count: 1 },
        ],
      }),
    },
  };
  const { user } = await renderPage(<ItemProblems />, {
    resolvers,
    language: 'en',
    at: '/?proposal=3',
  });
  const row = await screen.findByRole('row', { name: /^Gone/ });
  within(row).getByText('No use cases');
  expect(screen.getByRole('link', { name: 'Whole' })).toHaveAttribute('href', '/services/1');
  expect(screen.queryByRole('button', { name: /^Hidden/ })).toBeNull();
  const chip = screen.getByRole('button', { name: /^Broken link/ });
  await user.click(chip);
  expect(chip).toHaveAttribute('aria-pressed', 'true');
  await screen.findByRole('row', { name: /^Gone/ });
  expect(screen.queryByRole('row', { name: /^Whole/ })).toBeNull();
  // The proposal of a service that is being added stays in the address.
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
    'href',
    '/?proposal=3&problem=brokenLink&page=2',
  );
  await user.click(chip);
  await screen.findByRole('row', { name: /^Whole/ });
});
