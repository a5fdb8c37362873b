import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { setCurrentUser } from '../browser/currentUser.ts';
import { ItemControls } from '../features/itemControls/ItemControls.tsx';
import { SyncWidget } from '../features/sync/SyncWidget.tsx';
import { conflict, item, anAdmin } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
type Args = Record<string, string | null | undefined>;

describe('the controls of an item', () => {
  let now: Record<string, unknown>;
  let sent: Args[];
  let refuse: (() => Error) | null;
  const resolvers = {
    Query: { knowledgeItem: () => now },
    Mutation: {
      updateKnowledge: (_: unknown, args: Args) => {
        sent.push(args);
        if (refuse) throw refuse();
        const { expectedUpdatedAt: _expected, ...changes } = args;
        now = { ...now, ...changes, updatedAt: '2026-11-21T14:03:00.000Z' };
        return now;
      },
    },
  };
  beforeEach(() => {
    now = {
      ...item('1'),
      adminVisibility: 'visible',
      adminNotes: 'старые',
      updatedAt: '2026-11-20T10:00:00.000Z',
    };
    sent = [];
    refuse = null;
  });
  afterEach(() => jest.useRealTimers());
  const show = () =>
    renderPage(<ItemControls itemId="1" onClose={() => undefined} />, { resolvers });
  const field = () => screen.findByRole('textbox', { name: 'Заметки администраторов' });

  test('saves the notes once, 800 ms after the last key', async () => {
    await show();
    const notes = await field();
    jest.useFakeTimers();
    fireEvent.change(notes, { target: { value: 'нов' } });
    await act(() => jest.advanceTimersByTimeAsync(700));
    fireEvent.change(notes, { target: { value: 'новые' } });
    await act(() => jest.advanceTimersByTimeAsync(790));
    expect(sent).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      adminNotes: 'новые',
      expectedUpdatedAt: '2026-11-20T10:00:00.000Z',
    });
    expect(screen.getByText(/^Сохранено в \d\d:03$/)).toBeInTheDocument();
  });

  test('keeps the own text after a conflict', async () => {
    const { user } = await show();
    const notes = await field();
    refuse = conflict();
    now = { ...now, adminNotes: 'чужие', updatedAt: '2026-11-20T11:00:00.000Z' };
    fireEvent.change(notes, { target: { value: 'мои' } });
    fireEvent.blur(notes);
    expect(await screen.findByText(/чужие/)).toBeInTheDocument();
    expect(notes).toHaveValue('мои');
    refuse = null;
    await user.click(screen.getByRole('button', { name: 'Сохранить мой текст' }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        adminNotes: 'мои',
        expectedUpdatedAt: '2026-11-20T11:00:00.000Z',
      }),
    );
  });

  test('shows hiding at once, with undo', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('switch', { name: 'Виден пользователям' }));
    expect(screen.getByRole('switch')).not.toBeChecked();
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
    expect(sent.map((args) => args['adminVisibility'])).toEqual(['hidden', 'visible']);
  });
});

/** Replaces the no-break spaces of Russian typography. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('the synchronisation', () => {
  const run = (state: string, given: object = {}) => ({
    state,
    source: 'raindrop',
    configuredSource: 'raindrop',
    counts: { seen: 120, new: 0, changed: 0, unchanged: 120, removed: 0, failed: 0 },
    expected: 460,
    needsConfirmation: false,
    failures: [],
    ...given,
  });
  afterEach(() => jest.useRealTimers());

  test('is polled every two seconds during a run only', async () => {
    jest.useFakeTimers();
    let asked = 0;
    let answer = run('running');
    const syncStatus = () => {
      asked += 1;
      return answer;
    };
    await renderPage(<SyncWidget />, { resolvers: { Query: { syncStatus } } });
    await act(() => jest.advanceTimersByTimeAsync(50));
    expect(screen.getByText('120 из 460')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(asked).toBe(2);
    answer = run('finished');
    await act(() => jest.advanceTimersByTimeAsync(2100));
    expect(screen.getByText('Завершена')).toBeInTheDocument();
    const before = asked;
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(asked).toBe(before);
  });

  test('counts open inconsistencies by type after a run', async () => {
    for (const [language, counts, words] of [
      [
        'ru',
        { title_changed: 60, tags_changed: 40, item_removed: 12 },
        '112 расхождений ждут решения: 100 изменились, 12 пропали из Raindrop',
      ],
      ['ru', {}, 'Расхождений нет: каталог и Raindrop совпадают'],
      [
        'en',
        { title_changed: 1, item_removed: 12 },
        '13 inconsistencies are waiting for a decision: 1 changed, 12 gone from Raindrop',
      ],
    ] as const) {
      const resolvers = {
        Query: {
          syncStatus: () => run('finished'),
          inconsistencyCounts: () =>
            Object.entries(counts).map(([type, count]) => ({ type, count })),
        },
      };
      const { unmount } = await renderPage(<SyncWidget />, { language, resolvers });
      expect(await screen.findByText((text) => plain(text) === words)).toBeInTheDocument();
      unmount();
    }
  });

  test('requires a confirmation after a run that stopped at too many removals', async () => {
    const sent: unknown[] = [];
    const { user } = await renderPage(<SyncWidget />, {
      resolvers: {
        Query: { syncStatus: () => run('failed', { needsConfirmation: true }) },
        Mutation: {
          startSync: (_: unknown, args: object) => {
            sent.push({ ...args });
            return run('finished');
          },
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Синхронизировать' }));
    expect(sent).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Синхронизировать и показать' }));
    await waitFor(() => expect(sent).toEqual([{ allowRemovals: true }]));
  });
});
