// Many differences are decided together.
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDesk, difference, wide } from '../testing/desk.tsx';

const { desk, show } = aDesk();

describe('all of one type', () => {
  const open = async () => {
    const page = await show('/admin/inconsistencies?type=title_changed');
    await page.user.click(await screen.findByRole('button', { name: 'Выделить все 3' }));
    await page.user.click(screen.getByRole('button', { name: 'Решить 3 выделенных' }));
    const dialog = await screen.findByRole('dialog', { name: 'Решить 3 расхождения: Название' });
    return { ...page, dialog };
  };

  test('are looked at before they are decided together', async () => {
    desk.answers['resolveAll'] = () => ({
      resolved: desk.rows.map((row) => ({
        ...row,
        status: 'resolved',
        resolution: 'use_raindrop',
      })),
      failed: [],
    });
    const { user, dialog } = await open();
    for (const id of ['1', '2', '3']) {
      const row = within(dialog).getByText(`Сервис ${id}`).closest('li')!;
      expect(within(row).getByText(`Старое ${id}`, { selector: 'del' })).toBeInTheDocument();
      expect(within(row).getByText(`Новое ${id}`, { selector: 'ins' })).toBeInTheDocument();
    }
    expect(desk.sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(desk.sent).toEqual([['resolveAll', { ids: ['1', '2', '3'], action: 'use_raindrop' }]]);
    expect(await screen.findByText('Решено 3 расхождения')).toBeInTheDocument();
  });

  test('once none is left, the keyboard stands on what the empty desk says', async () => {
    desk.answers['resolveAll'] = () => {
      const resolved = desk.rows.map((row) => ({ ...row, status: 'resolved' }));
      desk.rows = [];
      return { resolved, failed: [] };
    };
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    const empty = await screen.findByRole('heading', {
      name: 'С такими фильтрами расхождений нет',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(empty).toHaveFocus());
  });

  test('the keyboard is on the way to stop while they are decided, and in the dialog afterwards', async () => {
    let give: () => void = () => undefined;
    desk.answers['resolveAll'] = () =>
      new Promise((resolve) => {
        give = () => resolve({ resolved: [], failed: desk.rows });
      });
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Остановить' })).toHaveFocus(),
    );
    await act(async () => give());
    await within(dialog).findByRole('alert');
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  });

  test('those that stay open are counted, with the reason', async () => {
    desk.answers['resolveAll'] = () => ({
      resolved: [{ ...desk.rows[0], status: 'resolved' }],
      failed: desk.rows
        .slice(1)
        .map((row) => ({ ...row, error: 'It answers 503', errorReason: 'bookmarksUnreachable' })),
    });
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Осталось открытыми 2 расхождения. Raindrop не отвечает. Повторите позже.',
    );
  });
});

test('many are decided in portions: one sees how far it is, and can stop', async () => {
  wide(1280);
  desk.rows = Array.from({ length: 25 }, (_, index) => difference(String(index + 1)));
  const waiting: Array<() => void> = [];
  desk.answers['resolveAll'] = ({ ids }) =>
    new Promise((resolve) =>
      waiting.push(() =>
        resolve({
          resolved: (ids as string[]).map((id) => difference(id, { status: 'resolved' })),
          failed: [],
        }),
      ),
    );
  const { user } = await show('/admin/inconsistencies');
  await user.click(await screen.findByRole('button', { name: 'Выделить все 25' }));
  await user.click(screen.getByRole('button', { name: 'Решить 25 выделенных' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
  expect(await within(dialog).findByText('Обработано 0 из 25')).toBeInTheDocument();
  await act(async () => waiting[0]!());
  expect(await within(dialog).findByText('Обработано 10 из 25')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Остановить' }));
  await act(async () => waiting[1]!());
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Осталось открытыми 5 расхождений',
  );
  expect(desk.sent).toHaveLength(2);
});
