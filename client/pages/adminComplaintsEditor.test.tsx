/** From a report in the admin's list to the editor, and back to the list. */
import { screen, waitFor, within } from '@testing-library/react';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { anAdmin } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';
import { AdminComplaintsPage } from './AdminComplaintsPage.tsx';

beforeEach(() => void keepCurrentUser(anAdmin()));
type Args = Record<string, unknown>;
const made = '2026-11-20T10:00:00.000Z';
const service = (id: string) => ({
  id,
  titleRu: `Сервис ${id}`,
  titleEn: null,
  descriptionRu: 'Рисует',
  descriptionEn: null,
  sourceUrl: `https://service-${id}.example/`,
  imageUrl: null,
  raindropTags: ['рисунки', 'лишний'],
  tags: [],
  tasks: [],
  syncStatus: 'synced',
  updatedAt: made,
});
const report = (id: string) => ({
  id,
  knowledgeItemId: id,
  complaintType: 'redundant_tags',
  comment: 'Тег «лишний» лишний',
  status: 'new',
  createdAt: made,
  resolvedAt: null as string | null,
  updatedAt: made,
  sameOpenCount: 0,
  reporter: { id: '9', name: 'Анна', telegramUsername: null },
  handledBy: null,
  cure: null as { id: string; act: string } | null,
  knowledgeItem: service(id),
});
const fix = { act: 'set_tags', address: null, tags: ['рисунки'], other: null, asOf: made };

let rows: Array<ReturnType<typeof report>>;
let sent: Args[];
let proposed: Args;
const ofCase = (id: string) => ({
  key: `${id}-redundant_tags`,
  complaintType: 'redundant_tags',
  reports: rows.filter((row) => row.id === id),
  fix: proposed,
});
const isOpen = ({ status }: { status: string }) => status === 'new';
const resolvers = {
  Query: {
    complaints: (_: unknown, { status }: Args) =>
      rows.filter((row) => !status || row.status === status),
    complaintGroups: () => rows.filter(isOpen).map(({ id }) => ofCase(id)),
    complaintGroup: (_: unknown, { knowledgeItemId }: Args) => ofCase(String(knowledgeItemId)),
    complaintsCount: (_: unknown, { status }: Args) => ({
      count: rows.filter((row) => row.status === status).length,
    }),
    knowledgeItem: (_: unknown, { id }: Args) => service(String(id)),
  },
  Mutation: {
    editKnowledge: (_: unknown, args: Args) => {
      sent.push(args);
      const item = { ...service(String(args['id'])), raindropTags: args['tags'] };
      return { item, changeId: '7', bookmark: { state: 'written', reason: null } };
    },
    applyComplaintFix: (_: unknown, args: Args) => {
      sent.push(args);
      const cure = { id: '5', act: String((args['cure'] as Args)['act']) };
      rows = rows.map((row) =>
        row.id === args['knowledgeItemId']
          ? { ...row, status: 'resolved', resolvedAt: made, cure }
          : row,
      );
      return cure;
    },
  },
};
beforeEach(() => {
  rows = [report('1'), report('2')];
  sent = [];
  proposed = fix;
});
const opener = (id: string) =>
  screen.findByRole('button', { name: `Открыть в редакторе: Сервис ${id}` });
const rowOf = (id: string) =>
  screen
    .getByRole('combobox', { name: `Статус жалобы: Сервис ${id}` })
    .closest<HTMLElement>('[data-row]')!;

/** Opens the editor from the first report, with what is proposed typed already, and saves. */
async function settleFirst(at: string) {
  const page = await renderPage(<AdminComplaintsPage />, { resolvers, at });
  await page.user.click(await opener('1'));
  const dialog = await screen.findByRole('dialog', { name: 'Изменить сервис' });
  const tags = await within(dialog).findByRole('combobox', { name: 'Теги' });
  expect(tags).toHaveValue('рисунки');
  // What is reported is what one begins with.
  await waitFor(() => expect(tags).toHaveFocus());
  expect(within(dialog).getByText('Тег «лишний» лишний')).toBeInTheDocument();
  await page.user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toMatchObject([
    { id: '1', tags: ['рисунки'] },
    {
      knowledgeItemId: '1',
      type: 'redundant_tags',
      cure: { act: 'edit', changeId: '7' },
    },
  ]);
  return page;
}

test('what the editor has saved closes the report in the list, and its row has the focus', async () => {
  const { router } = await settleFirst('/admin/complaints');
  expect(await within(rowOf('1')).findByText('Сервис исправлен')).toBeInTheDocument();
  expect(within(rowOf('1')).getByRole('combobox')).toHaveValue('resolved');
  expect(within(rowOf('2')).getByRole('combobox')).toHaveValue('new');
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(rowOf('1')).toHaveFocus());
});

test('where only new ones are shown, the report goes and the next one has the focus', async () => {
  await settleFirst('/admin/complaints?status=new');
  await waitFor(() => expect(screen.queryByText('Сервис 1')).toBeNull());
  await waitFor(() => expect(rowOf('2')).toHaveFocus());
});

test('one press does the same: the next report has the focus; after the last, the filter', async () => {
  const { user } = await renderPage(<AdminComplaintsPage />, {
    resolvers,
    at: '/admin/complaints?status=new',
  });
  const press = async (id: string) =>
    user.click(await screen.findByRole('button', { name: `Взять эти теги: Сервис ${id}` }));
  await press('1');
  await waitFor(() => expect(rowOf('2')).toHaveFocus());
  await press('2');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Новые/ })).toHaveFocus());
});

test('the editor that is closed without saving leaves the report open and gives the focus back', async () => {
  const { user } = await renderPage(<AdminComplaintsPage />, {
    resolvers,
    at: '/admin/complaints',
  });
  await user.click(await opener('1'));
  const dialog = await screen.findByRole('dialog', { name: 'Изменить сервис' });
  await within(dialog).findByRole('combobox', { name: 'Теги' });
  await user.click(within(dialog).getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
  await waitFor(async () => expect(await opener('1')).toHaveFocus());
});

test('the editor shows the host of an address on another site beside the address that it has typed', async () => {
  const address = 'https://evil.example/start';
  proposed = { ...fix, act: 'edit', address, otherHost: 'evil.example', tags: null };
  const { user } = await renderPage(<AdminComplaintsPage />, {
    resolvers,
    at: '/admin/complaints',
  });
  await user.click(await opener('1'));
  const dialog = await screen.findByRole('dialog', { name: 'Изменить сервис' });
  expect(await within(dialog).findByText('evil.example')).toBeInTheDocument();
  expect(within(dialog).getByText(/указан адрес на другом сайте/)).toBeInTheDocument();
  expect(within(dialog).getByDisplayValue(address)).toBeInTheDocument();
});
