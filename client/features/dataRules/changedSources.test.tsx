// List of rules whose sources have changed.
import { screen, waitFor } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { RulesSourcesPage } from '../../pages/AdminRulesPage.tsx';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';

const source = (itemId: string, kind: 'changed' | 'gone') => ({
  changeId: '7',
  itemId,
  titleRu: `Сервис ${itemId}`,
  titleEn: null,
  company: { key: 'nexters', name: 'Nexters' },
  tier: 'team',
  kind,
  sourceUrl: 'https://vendor.example/privacy',
  foundAt: '2026-05-04T08:00:00Z',
  removed: kind === 'gone' ? [] : ['Kept for 30 days.'],
  added: kind === 'gone' ? [] : ['Kept for 90 days.'],
  more: kind === 'gone' ? 0 : 2,
  facts: [{ kind: 'retention', textRu: 'Хранится 30 дней', textEn: null }],
});

test('shows the changes; a confirmation removes the rule from the list, and its undo restores it', async () => {
  setCurrentUser(anAdmin());
  const confirmed = new Set<string>();
  const acts: unknown[] = [];
  const { user } = await renderPage(<RulesSourcesPage />, {
    resolvers: {
      Query: {
        changedSources: () => {
          const sources = [source('1', 'changed'), source('2', 'gone')].filter(
            ({ itemId }) => !confirmed.has(itemId),
          );
          return { sources, total: sources.length };
        },
      },
      Mutation: {
        confirmSource: (_root: unknown, args: { itemId: string }) => {
          acts.push(args);
          confirmed.add(args.itemId);
          return { isConfirmed: true };
        },
        undoSourceConfirmation: (_root: unknown, { itemId }: { itemId: string }) => {
          confirmed.delete(itemId);
          return { isConfirmed: false };
        },
      },
    } as never,
  });
  expect((await screen.findByText('Kept for 30 days.')).tagName).toBe('DEL');
  expect(screen.getByText('Kept for 90 days.').tagName).toBe('INS');
  expect(screen.getByText('и ещё 2 предложения')).toBeVisible();
  expect(screen.getByText('страницы нет')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Всё верно: Сервис 1' }));
  await waitFor(() => expect(screen.queryByText('Сервис 1')).not.toBeInTheDocument());
  expect(acts).toEqual([{ changeId: '7', itemId: '1', company: 'nexters', tier: 'team' }]);
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  expect(await screen.findByText('Сервис 1')).toBeVisible();
});
