import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { AdminComplaints } from '../features/complaints/AdminComplaints.tsx';
import { leavingMs } from '../features/complaints/useLeaving.ts';
import { conflict } from '../testing/adminRows.ts';
import { made, report, someReports } from '../testing/reports.tsx';

const { reports, show, select } = someReports();

describe('the reports', () => {
  test('are filtered by the address, and the address follows the filters', async () => {
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

  test('on a tablet the table names who wrote, and tells beside the status when it was resolved', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === '(min-width: 768px)',
          media: query,
        }) as MediaQueryList,
    );
    reports.rows = [
      { ...report('1', 'resolved'), resolvedAt: made, handledBy: { id: '1', name: 'Игорь' } },
      { ...report('2', 'rejected'), reporter: null },
    ];
    await show();
    const status = (await select('1')).closest('td')!;
    const columns = screen.getAllByRole('columnheader').map((one) => one.textContent);
    expect(columns).toContain('Автор');
    expect(columns).not.toContain('Решена');
    const row = within(status.closest('tr')!);
    expect(row.getAllByRole('cell')).toHaveLength(columns.length);
    expect(row.getByRole('link', { name: /^Анна/ })).toBeVisible();
    expect(within(status).getByText('Игорь')).toBeInTheDocument();
    expect(screen.getByText('Удалённый аккаунт')).toBeInTheDocument();
    expect(status).toHaveTextContent(/Решена /);
    jest.restoreAllMocks();
  });

  test('come with what is proposed: done in one press or by its key, taken back, or opened in the editor', async () => {
    const edited: unknown[] = [];
    reports.rows = [report('1'), { ...report('2'), complaintType: 'outdated_content' }];
    const fix = {
      act: 'replace_address',
      address: 'https://new.example/',
      tags: null,
      other: null,
      asOf: made,
    };
    reports.fixes = [
      { key: '1-spam', fix },
      { key: '2-outdated_content', fix: { ...fix, act: 'edit', address: null } },
    ];
    const { user } = await show(
      undefined,
      <AdminComplaints singleKeys onEditItem={(...given) => void edited.push(given)} />,
    );
    expect(await screen.findByText('Новый адрес: https://new.example/')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Открыть в редакторе: Сервис 2' }));
    expect(edited).toEqual([[{ id: '2' }, 'outdated_content']]);
    expect(screen.getAllByRole('button', { name: /^Взять этот адрес/ })).toHaveLength(1);
    await user.keyboard('kf');
    await waitFor(() =>
      expect(reports.cured[0]).toMatchObject({
        knowledgeItemId: '1',
        type: 'spam',
        cure: {
          act: 'replace_address',
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

  test('name another site in large letters, and open the editor in place of one press', async () => {
    const edited: unknown[] = [];
    reports.rows = [{ ...report('1'), complaintType: 'broken_link' }];
    const fix = {
      act: 'edit',
      address: 'https://evil.example/start',
      otherHost: 'evil.example',
      tags: null,
      other: null,
      asOf: made,
    };
    reports.fixes = [{ key: '1-broken_link', fix }];
    const { user } = await show(
      undefined,
      <AdminComplaints singleKeys onEditItem={(...given) => void edited.push(given)} />,
    );
    const host = await screen.findByText('evil.example');
    expect(getComputedStyle(host).fontWeight).toBe('600');
    expect(screen.getByText('Новый адрес: https://evil.example/start')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Взять этот адрес/ })).toBeNull();
    await user.keyboard('jf');
    expect(edited).toEqual([[{ id: '1' }, 'broken_link']]);
    expect(reports.cured).toEqual([]);
  });

  test('change at once, and can be changed back', async () => {
    const { user } = await show();
    await user.selectOptions(await select('1'), 'resolved');
    expect(await select('1')).toHaveValue('resolved');
    expect(reports.sent[0]).toMatchObject({ id: '1', status: 'resolved' });
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(async () => expect(await select('1')).toHaveValue('new'));
    expect(reports.sent[1]).toMatchObject({ id: '1', status: 'new' });
  });

  test('give way to an admin who was faster', async () => {
    const { user } = await show();
    await select('1');
    reports.refuse = conflict({ who: 'Вера', when: made, status: 'rejected' });
    reports.rows = [{ ...report('1', 'rejected'), handledBy: { id: '5', name: 'Вера' } }];
    await user.selectOptions(await select('1'), 'resolved');
    expect(await screen.findByText(/Уже изменено: Вера/)).toBeInTheDocument();
    await waitFor(async () => expect(await select('1')).toHaveValue('rejected'));
  });

  test('of the same kind are folded and decided together', async () => {
    reports.rows = [report('1', 'new', '7'), report('2', 'new', '7'), report('3', 'new', '7')];
    const { user } = await show();
    expect(await screen.findByText('×3')).toBeInTheDocument();
    await user.selectOptions(await select('7'), 'rejected');
    await user.click(await screen.findByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(reports.sent.map((args) => args['id'])).toEqual(['1', '2', '3']));
  });

  test('that leave the filter stay struck for three seconds, with the way back', async () => {
    expect(leavingMs).toBe(3000);
    reports.rows = [report('1'), report('2')];
    const { user } = await show('/admin/complaints?status=new');
    await user.selectOptions(await select('1'), 'resolved');
    const row = (await select('1')).closest<HTMLElement>('[data-row]')!;
    await waitFor(() => expect(row.dataset['leaving']).toBe(''));
    expect(within(row).getByRole('status')).toHaveTextContent('Сохранено');
    await user.click(within(row).getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(reports.sent.at(-1)).toMatchObject({ id: '1', status: 'new' }));
    await waitFor(() => expect(row.dataset['leaving']).toBeUndefined());
  });

  test('leave after three seconds, and the focus goes to the next one; from the last, to the filter', async () => {
    reports.rows = [report('1'), report('2')];
    await show('/admin/complaints?status=new');
    const first = await select('1');
    jest.useFakeTimers();
    for (const id of ['1', '2']) {
      const field = id === '1' ? first : screen.getByRole('combobox', { name: /Сервис 2/ });
      field.focus();
      fireEvent.change(field, { target: { value: 'resolved' } });
      await act(() => jest.advanceTimersByTimeAsync(leavingMs - 100));
      expect(screen.getByText(`Сервис ${id}`)).toBeInTheDocument();
      await act(() => jest.advanceTimersByTimeAsync(200));
      expect(screen.queryByText(`Сервис ${id}`)).not.toBeInTheDocument();
      if (id === '1') expect(document.activeElement).toHaveAttribute('data-id', '2');
    }
    expect(screen.getByRole('button', { name: /^Новые/ })).toHaveFocus();
    jest.useRealTimers();
  });

  test('are counted by their status', async () => {
    await show();
    expect(await screen.findByRole('button', { name: /^Новые\s*1$/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Решённые\s*0$/ })).toBeInTheDocument();
  });

  test('lead to their author in Telegram, and to the controls of their item', async () => {
    const opened: string[] = [];
    const { user } = await show(
      undefined,
      <AdminComplaints singleKeys onOpenItem={({ id }) => opened.push(id)} />,
    );
    const [author] = await screen.findAllByRole('link', { name: /^Анна/ });
    expect(author).toHaveAttribute('href', 'https://t.me/anna_k');
    await user.click(screen.getByRole('button', { name: 'Видимость и заметки: Сервис 1' }));
    expect(opened).toEqual(['1']);
  });

  test('about an item that is gone say so, and offer nothing about it', async () => {
    reports.rows = [{ ...report('1'), knowledgeItem: null }];
    await show(undefined, <AdminComplaints singleKeys onOpenItem={() => undefined} />);
    expect(await screen.findByText('Сервис удалён')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Видимость/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Сервис/ })).not.toBeInTheDocument();
  });

  test('with long comments show their beginning first', async () => {
    reports.rows = [{ ...report('1'), comment: `${'Очень длинно. '.repeat(20)}Конец.` }];
    const { user } = await show();
    expect(await screen.findByText(/…$/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Показать полностью' }));
    expect(screen.getByText(/Конец\.$/)).toBeInTheDocument();
  });

  test('that cannot be changed go back, and the reason is said in words of ours', async () => {
    const { user } = await show();
    await select('2');
    reports.refuse = () =>
      new GraphQLError('twin', { extensions: { code: 'CONFLICT', reason: 'anotherOpen' } });
    await user.selectOptions(await select('2'), 'new');
    expect(
      await screen.findByText('У этого автора уже есть открытая жалоба о том же.'),
    ).toBeInTheDocument();
    await waitFor(async () => expect(await select('2')).toHaveValue('in_progress'));
  });

  test('are worked through by keys', async () => {
    const { user } = await show();
    await select('2');
    await user.keyboard('jj');
    await user.keyboard('3');
    await waitFor(() => expect(reports.sent[0]).toMatchObject({ id: '2', status: 'resolved' }));
  });
});
