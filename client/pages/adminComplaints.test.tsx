/** From a complaint in the admin's list to the editor, and back to the list. */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../browser/currentUser.ts';
import { AdminComplaints, rowExitMs } from '../features/complaints/AdminComplaints.tsx';
import { conflict, anAdmin } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { made, report, someReports } from '../testing/reports.tsx';
import { AdminComplaintsPage } from './AdminComplaintsPage.tsx';

const { reports, show, select } = someReports();

describe('the reports', () => {
  test('are filtered by the address, which follows the filters', async () => {
    const { user, router } = await show('/admin/complaints?status=new');
    await select('1');
    expect(screen.queryByText('Сервис 2')).not.toBeInTheDocument();
    expect(reports.asked[0]).toMatchObject({ status: 'new' });
    await user.click(screen.getByRole('button', { name: 'Все' }));
    await select('2');
    expect(router.state.location.search).toBe('');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Тип' }), 'spam');
    expect(router.state.location.search).toBe('?type=spam');
  });

  test('offer fixes: applied by press or key, undone, or opened in the editor', async () => {
    const edited: unknown[] = [];
    reports.rows = [report('1'), { ...report('2'), complaintType: 'outdated_content' }];
    const fix = {
      action: 'replace_address',
      address: 'https://new.example/',
      tags: null,
      otherItem: null,
      itemUpdatedAt: made,
    };
    reports.fixes = [
      { key: '1-spam', fix },
      { key: '2-outdated_content', fix: { ...fix, action: 'edit', address: null } },
    ];
    const { user } = await show(
      undefined,
      <AdminComplaints onEditItem={(...given) => void edited.push(given)} />,
    );
    expect(await screen.findByText('Новый адрес: https://new.example/')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Открыть в редакторе: Сервис 2' }));
    expect(edited).toEqual([[{ id: '2' }, 'outdated_content']]);
    expect(screen.getAllByRole('button', { name: /^Заменить адрес/ })).toHaveLength(1);
    await user.keyboard('kf');
    await waitFor(() =>
      expect(reports.cured[0]).toMatchObject({
        knowledgeItemId: '1',
        type: 'spam',
        fix: {
          action: 'replace_address',
          address: 'https://new.example/',
          expectedUpdatedAt: made,
        },
      }),
    );
    await waitFor(async () => expect(await select('1')).toHaveValue('resolved'));
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(() => expect(reports.cured[1]).toEqual({ id: '5' }));
    await waitFor(async () => expect(await select('1')).toHaveValue('new'));
  });

  test('highlight another site, and open the editor instead of a one-press fix', async () => {
    const edited: unknown[] = [];
    reports.rows = [{ ...report('1'), complaintType: 'broken_link' }];
    const fix = {
      action: 'edit',
      address: 'https://evil.example/start',
      otherHost: 'evil.example',
      tags: null,
      otherItem: null,
      itemUpdatedAt: made,
    };
    reports.fixes = [{ key: '1-broken_link', fix }];
    const { user } = await show(
      undefined,
      <AdminComplaints onEditItem={(...given) => void edited.push(given)} />,
    );
    const host = await screen.findByText('evil.example');
    expect(getComputedStyle(host).fontWeight).toBe('600');
    expect(screen.getByText('Новый адрес: https://evil.example/start')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Заменить адрес/ })).toBeNull();
    await user.keyboard('jf');
    expect(edited).toEqual([[{ id: '1' }, 'broken_link']]);
    expect(reports.cured).toEqual([]);
  });

  test('of the same kind are folded and resolved together', async () => {
    reports.rows = [report('1', 'new', '7'), report('2', 'new', '7'), report('3', 'new', '7')];
    const { user } = await show();
    expect(await screen.findByText('×3')).toBeInTheDocument();
    await user.selectOptions(await select('7'), 'rejected');
    await user.click(await screen.findByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(reports.sent.map((args) => args['id'])).toEqual(['1', '2', '3']));
  });

  test('disappear after three seconds, and the focus moves to the next one or to the filter', async () => {
    reports.rows = [report('1'), report('2')];
    await show('/admin/complaints?status=new');
    const first = await select('1');
    jest.useFakeTimers();
    for (const id of ['1', '2']) {
      const field = id === '1' ? first : screen.getByRole('combobox', { name: /Сервис 2/ });
      field.focus();
      fireEvent.change(field, { target: { value: 'resolved' } });
      await act(() => jest.advanceTimersByTimeAsync(rowExitMs - 100));
      expect(screen.getByText(`Сервис ${id}`)).toBeInTheDocument();
      await act(() => jest.advanceTimersByTimeAsync(200));
      expect(screen.queryByText(`Сервис ${id}`)).not.toBeInTheDocument();
      if (id === '1') expect(document.activeElement).toHaveAttribute('data-id', '2');
    }
    expect(screen.getByRole('button', { name: /^Новые/ })).toHaveFocus();
    jest.useRealTimers();
  });

  test('link to their author in Telegram, and to the controls of their item', async () => {
    const opened: string[] = [];
    const { user } = await show(
      undefined,
      <AdminComplaints onOpenItem={({ id }) => opened.push(id)} />,
    );
    const [author] = await screen.findAllByRole('link', { name: /^Анна/ });
    expect(author).toHaveAttribute('href', 'https://t.me/anna_k');
    await user.click(screen.getByRole('button', { name: 'Подробности: Сервис 1' }));
    await user.click(screen.getByRole('button', { name: 'Видимость и заметки: Сервис 1' }));
    expect(opened).toEqual(['1']);
  });

  test('change at once, by keys too, with undo; refused undos show the reason', async () => {
    const { user } = await show();
    await select('2');
    reports.refuse = () =>
      new GraphQLError('twin', { extensions: { code: 'CONFLICT', reason: 'anotherOpen' } });
    await user.keyboard('jj1');
    expect(
      await screen.findByText('У этого автора уже есть открытая жалоба о том же.'),
    ).toBeInTheDocument();
    await waitFor(async () => expect(await select('2')).toHaveValue('in_progress'));
    reports.refuse = null;
    await user.selectOptions(await select('1'), 'resolved');
    expect(await select('1')).toHaveValue('resolved');
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(async () => expect(await select('1')).toHaveValue('new'));
    expect(reports.sent.slice(1)).toMatchObject([
      { id: '1', status: 'resolved' },
      { id: '1', status: 'new' },
    ]);
  });
});

describe('editor', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));
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
    appliedFix: null as { id: string; action: string } | null,
    knowledgeItem: service(id),
  });
  const fix = {
    action: 'set_tags',
    address: null,
    tags: ['рисунки'],
    otherItem: null,
    itemUpdatedAt: made,
  };

  let rows: Array<ReturnType<typeof report>>;
  let sent: Args[];
  let proposed: Args;
  const ofCase = (id: string) => ({
    key: `${id}-redundant_tags`,
    complaintType: 'redundant_tags',
    complaints: rows.filter((row) => row.id === id),
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
        const fix = { id: '5', action: String((args['fix'] as Args)['action']) };
        rows = rows.map((row) =>
          row.id === args['knowledgeItemId']
            ? { ...row, status: 'resolved', resolvedAt: made, appliedFix: fix }
            : row,
        );
        return fix;
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

  test('saving closes the complaint in the list and focuses its row', async () => {
    const at = '/admin/complaints';
    const page = await renderPage(<AdminComplaintsPage />, { resolvers, at });
    await page.user.click(await opener('1'));
    const left = await screen.findByRole('dialog', { name: 'Изменить сервис' });
    await within(left).findByRole('combobox', { name: 'Теги' });
    await page.user.click(within(left).getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await opener('1')).toHaveFocus());
    expect(sent).toEqual([]);
    await page.user.click(await opener('1'));
    const dialog = await screen.findByRole('dialog', { name: 'Изменить сервис' });
    const tags = await within(dialog).findByRole('combobox', { name: 'Теги' });
    expect(tags).toHaveValue('рисунки');
    // The reported field gets the focus.
    await waitFor(() => expect(tags).toHaveFocus());
    expect(within(dialog).getByText('Тег «лишний» лишний')).toBeInTheDocument();
    await page.user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toMatchObject([
      { id: '1', tags: ['рисунки'] },
      {
        knowledgeItemId: '1',
        type: 'redundant_tags',
        fix: { action: 'edit', changeId: '7' },
      },
    ]);
    await waitFor(() => expect(within(rowOf('1')).getByRole('combobox')).toHaveValue('resolved'));
    expect(within(rowOf('2')).getByRole('combobox')).toHaveValue('new');
    expect(page.router.state.location.search).toBe('');
    await waitFor(() => expect(rowOf('1')).toHaveFocus());
  });

  test('shows the host of a prefilled address on another site', async () => {
    const address = 'https://evil.example/start';
    proposed = { ...fix, action: 'edit', address, otherHost: 'evil.example', tags: null };
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
});

describe('rejected', () => {
  const { reports, show, select } = someReports();

  describe('the reports', () => {
    test('rejects with or without a reason by key, and returns the focus to the list', async () => {
      const { user } = await show();
      const row = (await select('1')).closest<HTMLElement>('[data-row]')!;
      row.focus();
      await user.keyboard('4');
      const dialog = await screen.findByRole('dialog', { name: 'Отклонить жалобу: Сервис 1' });
      expect(reports.sent).toEqual([]);
      await user.type(within(dialog).getByRole('textbox', { name: 'Причина' }), 'Теги верные');
      await user.click(within(dialog).getByRole('button', { name: 'Отклонить' }));
      await waitFor(() =>
        expect(reports.sent).toMatchObject([
          { id: '1', status: 'rejected', rejectionReason: 'Теги верные' },
        ]),
      );
      await waitFor(() => expect(row).toHaveFocus());
      await user.keyboard('{Enter}');
      expect(await screen.findByText('Причина: Теги верные')).toBeInTheDocument();

      await user.selectOptions(await select('2'), 'rejected');
      await screen.findByRole('dialog', { name: 'Отклонить жалобу: Сервис 2' });
      await user.keyboard('{Escape}');
      expect(reports.sent).toHaveLength(1);
      expect(await select('2')).toHaveValue('in_progress');
      await user.selectOptions(await select('2'), 'rejected');
      await user.click(await screen.findByRole('button', { name: 'Отклонить' }));
      await waitFor(() =>
        expect(reports.sent[1]).toMatchObject({ id: '2', rejectionReason: null }),
      );

      // A reopened complaint has no reason.
      await user.selectOptions(await select('1'), 'new');
      await waitFor(() =>
        expect(reports.sent[2]).toMatchObject({ id: '1', status: 'new', rejectionReason: null }),
      );
    });

    test('sends a reason again after a conflict, though the complaint left the list', async () => {
      const status = 'rejected';
      const later = '2026-11-20T11:00:00.000Z';
      const { user } = await show('/admin/complaints?status=new');
      await user.selectOptions(await select('1'), 'rejected');
      const dialog = within(await screen.findByRole('dialog'));
      await user.type(dialog.getByRole('textbox'), 'Теги верные');
      reports.rows = [{ ...report('1', status), updatedAt: later }];
      const isLate = () => reports.sent.at(-1)!['expectedUpdatedAt'] !== reports.rows[0]!.updatedAt;
      const late = conflict({ who: 'Вера', when: later, status });
      reports.refuse = () => (isLate() ? late() : null);
      await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(/Уже изменено: Вера/);
      await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(reports.rows[0]).toMatchObject({
        status: 'rejected',
        rejectionReason: 'Теги верные',
      });
    });

    test('restores a rejected complaint with its reason, without a question', async () => {
      reports.rows = [{ ...report('1', 'rejected'), rejectionReason: 'Теги верные' }];
      const { user } = await show('/admin/complaints?status=rejected');
      await user.selectOptions(await select('1'), 'new');
      const row = (await select('1')).closest<HTMLElement>('[data-row]')!;
      await user.click(await within(row).findByRole('button', { name: 'Отменить' }));
      await waitFor(() =>
        expect(reports.sent.at(-1)).toMatchObject({
          id: '1',
          status: 'rejected',
          rejectionReason: 'Теги верные',
        }),
      );
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });
});
