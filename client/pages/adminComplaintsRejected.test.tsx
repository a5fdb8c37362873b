/** Reports are rejected in the admin's list: with a reason or without one, and over what another admin did. */
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { conflict } from '../testing/adminRows.ts';
import { made, report, someReports } from '../testing/reports.tsx';

const { reports, show, select } = someReports();

describe('the reports', () => {
  test('one is rejected with a reason, or without one: asked by the key, the keyboard comes back to the list', async () => {
    const { user } = await show();
    const row = (await select('1')).closest<HTMLElement>('[data-row]')!;
    row.focus();
    await user.keyboard('4');
    const dialog = await screen.findByRole('dialog', { name: 'Отклонить жалобу: Сервис 1' });
    expect(reports.sent).toEqual([]);
    await user.type(within(dialog).getByRole('textbox', { name: 'Причина' }), 'Теги верные');
    await user.click(within(dialog).getByRole('button', { name: 'Отклонить' }));
    await waitFor(() =>
      expect(reports.sent).toMatchObject([{ id: '1', status: 'rejected', word: 'Теги верные' }]),
    );
    expect(await screen.findByText('Почему отклонена: Теги верные')).toBeInTheDocument();
    await waitFor(() => expect(row).toHaveFocus());

    await user.selectOptions(await select('2'), 'rejected');
    await screen.findByRole('dialog', { name: 'Отклонить жалобу: Сервис 2' });
    await user.keyboard('{Escape}');
    expect(reports.sent).toHaveLength(1);
    expect(await select('2')).toHaveValue('in_progress');
    await user.selectOptions(await select('2'), 'rejected');
    await user.click(await screen.findByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(reports.sent[1]).toMatchObject({ id: '2', word: null }));

    // What is opened again has no reason.
    await user.selectOptions(await select('1'), 'new');
    await waitFor(() =>
      expect(reports.sent[2]).toMatchObject({ id: '1', status: 'new', word: null }),
    );
  });

  test.each([
    {
      what: 'a key in it',
      refusal: () =>
        new GraphQLError('key', { extensions: { code: 'INVALID', reason: 'holdsKey' } }),
      says: /ключ/i,
    },
    {
      what: 'an admin who was faster',
      refusal: conflict({ who: 'Вера', when: made, status: 'in_progress' }),
      says: /Уже изменено: Вера/,
    },
  ])('a reason that is refused because of $what stays as it was typed', async (given) => {
    const { user } = await show('/admin/complaints?status=new');
    await user.selectOptions(await select('1'), 'rejected');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Теги верные');
    reports.refuse = given.refusal;
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(given.says);
    expect(dialog.getByRole('textbox')).toHaveValue('Теги верные');
    reports.refuse = null;
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(reports.rows[0]).toMatchObject({ status: 'rejected', word: 'Теги верные' });
  });

  test.each(['in_progress', 'rejected'])(
    'a reason is sent again over what another admin did, though the list shows the report no more: %s',
    async (status) => {
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
      expect(reports.rows[0]).toMatchObject({ status: 'rejected', word: 'Теги верные' });
    },
  );

  test('a reason is kept also where another admin rejected the report without one', async () => {
    const { user } = await show();
    await user.selectOptions(await select('1'), 'rejected');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Теги верные');
    reports.refuse = conflict({ who: 'Вера', when: made, status: 'rejected' });
    reports.rows = [report('1', 'rejected')];
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await dialog.findByRole('alert');
    reports.refuse = null;
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(reports.rows[0]).toMatchObject({ status: 'rejected', word: 'Теги верные' });
  });

  test('one that was rejected and left it is put back with its reason, and nothing is asked', async () => {
    reports.rows = [{ ...report('1', 'rejected'), word: 'Теги верные' }];
    const { user } = await show('/admin/complaints?status=rejected');
    await user.selectOptions(await select('1'), 'new');
    const row = (await select('1')).closest<HTMLElement>('[data-row]')!;
    await user.click(await within(row).findByRole('button', { name: 'Отменить' }));
    await waitFor(() =>
      expect(reports.sent.at(-1)).toMatchObject({
        id: '1',
        status: 'rejected',
        word: 'Теги верные',
      }),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('where one of several is refused, the reason goes again to all of them from where they stand', async () => {
    const stands = new Map<string, string>();
    const later = (id: string) => `2026-11-20T11:00:0${id}.000Z`;
    reports.rows = [report('1', 'new', '7'), report('2', 'new', '7')];
    const { user } = await show('/admin/complaints?status=new');
    await user.selectOptions(await select('7'), 'rejected');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Теги верные');
    stands.set('2', later('2'));
    reports.refuse = () => {
      const { id, expectedUpdatedAt } = reports.sent.at(-1)!;
      const now = stands.get(id!) ?? made;
      if (expectedUpdatedAt !== now)
        return conflict({ who: 'Вера', when: now, status: 'in_progress' })();
      stands.set(id!, later(id!));
      reports.rows = reports.rows.map((row) =>
        row.id === id ? { ...row, updatedAt: later(id) } : row,
      );
      return null;
    };
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/Уже изменено: Вера/);
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(reports.rows.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
