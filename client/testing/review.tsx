// The review of inconsistencies with an in-memory server.
import { setCurrentUser } from '../browser/currentUser.ts';
import { Inconsistencies } from '../features/inconsistencies/Inconsistencies.tsx';
import { NoInconsistencies } from '../features/sync/NoInconsistencies.tsx';
import { item, anAdmin } from './fixtures.ts';
import { renderPage } from './render.tsx';

type Args = Record<string, unknown>;

export const difference = (id: string, given: object = {}) => ({
  id,
  type: 'title_changed',
  status: 'new',
  oldTitle: `Старое ${id}`,
  newTitle: `Новое ${id}`,
  changedOnBothSides: false,
  actions: ['use_raindrop', 'keep_current_update_raindrop'],
  resolutionPreviews: [
    { action: 'use_raindrop', bookmark: 'unchanged', reason: null, isPossible: true },
    { action: 'keep_current_update_raindrop', bookmark: 'updated', reason: null, isPossible: true },
  ] as object[],
  error: null as string | null,
  errorReason: null as string | null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  canUndo: false,
  knowledgeItem: { ...item(id), descriptionRu: 'Описание' },
  ...given,
});

/** Rows of the server, its answers to mutations, and its recorded calls. */
interface Review {
  rows: Array<ReturnType<typeof difference>>;
  answers: Record<string, (args: Args) => unknown>;
  sent: Array<[string, Args]>;
  /** Arguments of the queries for the list. */
  asked: Args[];
}

/** Sets the width of the window, in pixels. */
export function wide(width: number): void {
  window.matchMedia = (query) => {
    const matches = width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList;
  };
}

/** Fixture for a file of tests: three differing titles before each test. */
export function aReview() {
  const review: Review = { rows: [], answers: {}, sent: [], asked: [] };
  const answer = (name: string) => (_: unknown, args: Args) => {
    review.sent.push([name, { ...args }]);
    return review.answers[name]!(args);
  };
  const resolvers = {
    Query: {
      inconsistencies: (_: unknown, args: Args) => {
        review.asked.push(args);
        return review.rows;
      },
      inconsistency: (_: unknown, { id }: Args) => review.rows.find((row) => row.id === id) ?? null,
      inconsistencyCounts: () => [],
    },
    Mutation: {
      resolveInconsistency: answer('resolve'),
      resolveInconsistencies: answer('resolveAll'),
      undoResolution: answer('undo'),
      undoResolutions: answer('undoAll'),
      recheckLink: answer('recheck'),
    },
  };
  const { matchMedia } = window;
  beforeEach(() => {
    setCurrentUser(anAdmin());
    Object.assign(review, {
      rows: [difference('1'), difference('2'), difference('3')],
      answers: {},
      sent: [],
      asked: [],
    });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });
  const show = (at = '/admin/inconsistencies?id=1') =>
    renderPage(<Inconsistencies empty={<NoInconsistencies />} />, { resolvers, at });
  return { review, show };
}
