// Differences are decided by keys, and the keyboard stays on the desk.
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { aDesk, difference, wide } from '../testing/desk.tsx';

const { desk, show } = aDesk();

describe('the keyboard stays on the desk', () => {
  test('when the last difference is decided by a press', async () => {
    desk.rows = [difference('1')];
    desk.answers['resolve'] = () => {
      desk.rows = [];
      return difference('1', { status: 'resolved' });
    };
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Взять из Raindrop' }));
    const empty = await screen.findByRole('heading', { name: 'Расхождений нет' });
    await waitFor(() => expect(empty).toHaveFocus());
  });

  test('when the last difference is decided by a key', async () => {
    wide(1280);
    desk.rows = [difference('1')];
    desk.answers['resolve'] = () => {
      desk.rows = [];
      return difference('1', { status: 'resolved' });
    };
    const { user } = await show();
    await screen.findByRole('article');
    await user.keyboard('j1');
    const empty = await screen.findByRole('heading', { name: 'Расхождений нет' });
    await waitFor(() => expect(empty).toHaveFocus());
  });

  test('when a key decides the last difference before the keyboard was anywhere on the desk', async () => {
    wide(1280);
    desk.rows = [difference('1')];
    desk.answers['resolve'] = () => {
      desk.rows = [];
      return difference('1', { status: 'resolved' });
    };
    const { user } = await show();
    await screen.findByRole('article');
    await user.keyboard('1');
    const empty = await screen.findByRole('heading', { name: 'Расхождений нет' });
    await waitFor(() => expect(empty).toHaveFocus());
  });

  test('when the buttons over the list go with what they did', async () => {
    wide(1280);
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Выделить все 3' }));
    expect(screen.getByRole('button', { name: 'Решить 3 выделенных' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Снять выделение' }));
    expect(screen.getByRole('button', { name: 'Выделить все 3' })).toHaveFocus();
  });
});

describe('by keys', () => {
  const chosen = () => screen.getByRole('link', { current: true });
  const panel = () => within(screen.getByRole('article')).getByRole('heading', { level: 3 });
  /** The list marks it, the keyboard stands on it, the panel shows it. */
  const expectOn = async (title: string) => {
    await waitFor(() => expect(panel()).toHaveTextContent(title));
    expect(chosen()).toHaveTextContent(title);
    await waitFor(() => expect(chosen()).toHaveFocus());
  };
  const decided = (id: string, given: object = {}) =>
    difference(id, { status: 'resolved', resolution: 'use_raindrop', canUndo: true, ...given });
  beforeEach(() => {
    wide(1280);
    desk.answers['resolve'] = ({ id }) => decided(String(id));
  });

  test('selection, focus and panel are one thing', async () => {
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('j');
    await expectOn('Сервис 2');
    await user.keyboard('j');
    await expectOn('Сервис 3');
    await user.keyboard('k');
    await expectOn('Сервис 2');
    await user.keyboard('{ArrowDown}');
    await expectOn('Сервис 3');
    await user.keyboard('2');
    await waitFor(() => expect(desk.sent).toHaveLength(1));
    expect(desk.sent[0]).toMatchObject([
      'resolve',
      { id: '3', action: 'keep_current_update_raindrop' },
    ]);
    await expectOn('Сервис 2');
  });

  test('the list is one stop of the Tab key', async () => {
    await show('/admin/inconsistencies?id=2');
    await screen.findByRole('article');
    const stops = within(screen.getByRole('list', { name: 'Список расхождений' }))
      .getAllByRole('link')
      .filter((link) => link.tabIndex === 0);
    expect(stops.map((link) => link.textContent)).toEqual([expect.stringContaining('Сервис 2')]);
  });

  test('ten keys decide ten differences, each its own, before the first answer has come', async () => {
    desk.rows = Array.from({ length: 12 }, (_, index) => difference(String(index + 1)));
    const waiting: Array<() => void> = [];
    desk.answers['resolve'] = ({ id }) =>
      new Promise((resolve) => waiting.push(() => resolve(decided(String(id)))));
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('1111111111');
    await waitFor(() => expect(desk.sent).toHaveLength(10));
    expect(desk.sent.map(([, args]) => args['id'])).toEqual(
      Array.from({ length: 10 }, (_, index) => String(index + 1)),
    );
    await expectOn('Сервис 11');
    await act(async () => waiting.forEach((answer_) => answer_()));
    expect(screen.getAllByRole('link', { name: /Сервис/ })).toHaveLength(2);
  });

  test('u takes back what was decided last, then what was decided before', async () => {
    desk.answers['undo'] = ({ id }) => difference(String(id));
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('11');
    await waitFor(() => expect(desk.sent).toHaveLength(2));
    await user.keyboard('u');
    await waitFor(() => expect(desk.sent.at(-1)).toEqual(['undo', { id: '2' }]));
    await user.keyboard('u');
    await waitFor(() => expect(desk.sent.at(-1)).toEqual(['undo', { id: '1' }]));
    await user.keyboard('u');
    await waitFor(() =>
      expect(document.querySelector('[data-announcer]')).toHaveTextContent('Отменять нечего'),
    );
    expect(desk.sent).toHaveLength(4);
  });

  test('an undo that failed is tried again by the next u, before any earlier decision', async () => {
    let isAway = true;
    desk.answers['undo'] = ({ id }) => {
      if (isAway) throw new Error('Raindrop is away');
      return difference(String(id));
    };
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('11');
    await waitFor(() => expect(desk.sent).toHaveLength(2));
    await user.keyboard('u');
    await screen.findByText(/Raindrop is away/);
    isAway = false;
    await user.keyboard('u');
    await waitFor(() => expect(desk.sent).toHaveLength(4));
    await user.keyboard('u');
    await waitFor(() => expect(desk.sent).toHaveLength(5));
    expect(desk.sent.slice(2)).toEqual([
      ['undo', { id: '2' }],
      ['undo', { id: '2' }],
      ['undo', { id: '1' }],
    ]);
  });

  test('a message names the item that was decided, not the one that is shown now', async () => {
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('1');
    expect(await screen.findByText('«Сервис 1»: Взять из Raindrop')).toBeInTheDocument();
    await expectOn('Сервис 2');
  });

  test('a decision that fails brings its difference back, marked and with the reason', async () => {
    desk.answers['resolve'] = () => {
      throw new GraphQLError('away', {
        extensions: { code: 'UNAVAILABLE', reason: 'bookmarksUnreachable' },
      });
    };
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('1');
    expect(
      await screen.findByText('«Сервис 1»: Не удалось решить расхождение в названии'),
    ).toBeInTheDocument();
    await user.click(await screen.findByRole('link', { name: /Сервис 1/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Raindrop не отвечает');
  });

  test('what somebody else has decided meanwhile goes by itself, with the name', async () => {
    desk.answers['resolve'] = () => {
      desk.rows[0] = decided('1', {
        resolvedAt: '2026-11-20T11:00:00.000Z',
        resolvedBy: { id: '9', name: 'Игорь Волков' },
      });
      throw new GraphQLError('late', {
        extensions: { code: 'CONFLICT', reason: 'decidedMeanwhile' },
      });
    };
    const { user } = await show('/admin/inconsistencies');
    await user.click(
      within(await screen.findByRole('article')).getByRole('button', { name: 'Взять из Raindrop' }),
    );
    expect(await screen.findByText(/«Сервис 1»: Уже изменено: Игорь Волков/)).toBeInTheDocument();
    await waitFor(() => expect(panel()).toHaveTextContent('Сервис 2'));
    expect(screen.queryByRole('link', { name: /Сервис 1/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('x ticks, the keys of decision lead to all that are ticked, and one press takes all back', async () => {
    desk.answers['resolveAll'] = ({ ids }) => ({
      resolved: (ids as string[]).map((id) => decided(id)),
      failed: [],
    });
    desk.answers['undoAll'] = ({ ids }) => ({
      undone: (ids as string[]).map((id) => difference(id)),
      failed: [],
    });
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('xjjx');
    expect(screen.getByRole('checkbox', { name: 'Выделить: Сервис 1' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Выделить: Сервис 2' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Выделить: Сервис 3' })).toBeChecked();
    await user.keyboard('1');
    const dialog = await screen.findByRole('dialog', { name: 'Решить 2 расхождения: Название' });
    expect(desk.sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(desk.sent).toEqual([['resolveAll', { ids: ['1', '3'], action: 'use_raindrop' }]]);
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(desk.sent.at(-1)).toEqual(['undoAll', { ids: ['1', '3'] }]));
  });

  test('while a question is open the keys of the desk rest', async () => {
    desk.answers['resolveAll'] = ({ ids }) => ({
      resolved: (ids as string[]).map((id) => decided(id)),
      failed: [],
    });
    const { user } = await show('/admin/inconsistencies');
    await screen.findByRole('article');
    await user.keyboard('xjx1');
    const dialog = await screen.findByRole('dialog', { name: 'Решить 2 расхождения: Название' });
    await user.keyboard('jx');
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    await waitFor(() => expect(desk.sent).toHaveLength(1));
    expect(desk.sent[0]).toEqual(['resolveAll', { ids: ['1', '2'], action: 'use_raindrop' }]);
  });
});
