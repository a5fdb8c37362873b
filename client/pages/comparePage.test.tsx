import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { Route, Routes } from 'react-router-dom';
import { setCurrentUser } from '../browser/currentUser.ts';
import { CompareSlot } from '../features/compare/CompareSlot.tsx';
import { CompareToggle } from '../features/compare/CompareToggle.tsx';
import { clearComparedItems } from '../features/compare/comparedItems.ts';
import { anItem } from '../features/catalogue/testItems.ts';
import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { ComparePage } from './ComparePage.tsx';

const gdev = { key: 'gdev', name: 'GDEV' };
const verdicts = (verdict: string, conditionRu: string | null = null) => [
  { dataClass: 'source_code', verdict, conditionRu, conditionEn: null },
  { dataClass: 'player_data', verdict: 'no', conditionRu: null, conditionEn: null },
];
const rules = (given: object) => ({
  tier: 'team',
  decisionState: 'decided',
  status: null,
  result: 'may_ship',
  account: null,
  facts: [],
  ...given,
});

const aService = (id: string, given: object = {}) => ({
  ...anItem(id),
  usedBy: [{ company: gdev, count: Number(id) }],
  colleagues: [{ id: '5', name: 'Мария' }],
  concepts: [],
  recommendedUseCases: [],
  linkCheck: null,
  createdAt: '2026-10-01T10:00:00.000Z',
  stage: null,
  dataRules: rules({ verdicts: verdicts('undecided') }),
  alternatives: [{ item: anItem('9'), difference: { kind: 'alike', count: null, concept: null } }],
  ...given,
});

const all = [
  aService('1', { dataRules: rules({ verdicts: verdicts('yes_if', 'без ключей') }) }),
  aService('4'),
  aService('7', { approvalStatus: 'approved', stage: { id: '1', stage: 'adopted' } }),
];

afterEach(() => act(clearComparedItems));

async function open(at: string, fails = (): boolean => false) {
  setCurrentUser(aUser({ company: gdev }));
  const asked: string[][] = [];
  const page = await renderPage(
    <>
      <CompareToggle item={all[0]!} />
      <CompareToggle item={all[1]!} />
      {['21', '22', '23'].map((id) => (
        <CompareToggle key={id} item={anItem(id)} />
      ))}
      <Routes>
        <Route path="/compare" element={<ComparePage />} />
        <Route path="*" element={null} />
      </Routes>
      <CompareSlot />
    </>,
    {
      at,
      resolvers: {
        Query: {
          knowledgeItems: (_root: unknown, { ids }: { ids: string[] }) => {
            asked.push(ids);
            if (fails()) throw new GraphQLError('down');
            return ids.flatMap((id) => all.find((one) => one.id === id) ?? []);
          },
        },
      } as never,
    },
  );
  const place = () =>
    page.router.state.location.pathname + decodeURIComponent(page.router.state.location.search);
  return { ...page, asked, place };
}

const lines = () =>
  screen
    .getAllByRole('row')
    .map((row) => within(row).queryByRole('rowheader')?.textContent ?? '')
    .filter(Boolean);

test('shows differences first with labels; one call loads all, and one can be removed', async () => {
  const { user, asked, place } = await open('/compare?ids=1,4,7');
  expect(await screen.findByRole('columnheader', { name: /^Сервис 4/ })).toBeInTheDocument();
  const said = lines();
  expect(said.indexOf('Различия')).toBe(0);
  const same = said.indexOf('Одинаково у всех');
  expect(said.indexOf('Исходный код')).toBeLessThan(same);
  expect(said.indexOf('Статус')).toBeLessThan(same);
  expect(said.indexOf('Данные игроков')).toBeGreaterThan(same);
  const code = screen.getByRole('row', { name: /^Исходный код/ });
  expect(
    within(code)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['да, если: без ключей', 'нет решения', 'нет решения']);
  expect(screen.getByRole('row', { name: 'Стадия В каталоге В каталоге Внедрён' })).toBeVisible();
  expect(asked).toEqual([['1', '4', '7']]);
  // Rows without data are shown on demand.
  expect(said).not.toContain('Хранение данных');
  await user.click(screen.getByRole('button', { name: /^Показать \d+ строк/ }));
  expect(lines()).toContain('Хранение данных');
  await user.click(screen.getByRole('button', { name: 'Убрать Сервис 4' }));
  await waitFor(() => expect(place()).toBe('/compare?ids=1,7'));
  expect(await screen.findAllByRole('columnheader', { name: /^Сервис/ })).toHaveLength(2);
});

test('reports missing services, and cuts more than four', async () => {
  const { unmount } = await open('/compare?ids=1,4,99,x,1,-3');
  expect(await screen.findByText(/^Не показан 1 сервис/)).toBeInTheDocument();
  expect(screen.getAllByRole('columnheader', { name: /^Сервис/ })).toHaveLength(2);
  unmount();
  const { asked } = await open('/compare?ids=1,4,7,8,9');
  expect(await screen.findByText(/показаны первые 4/)).toBeInTheDocument();
  expect(asked).toEqual([['1', '4', '7', '8']]);
});

test('suggests others for a single service; links to the catalogue for none', async () => {
  const { user, place } = await open('/compare?ids=1');
  await user.click(await screen.findByRole('link', { name: 'С Сервис 9' }));
  expect(place()).toBe('/compare?ids=1,9');
  await act(() => i18next.changeLanguage('en'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Compare services');
});
