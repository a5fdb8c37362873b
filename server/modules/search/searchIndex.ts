// Search index: an index in memory, synchronised with the database whichever process writes. Callers check in the
// database that it is current, and have it updated otherwise.
import type { Log } from '../../shared/log.ts';
import { shuttingDownError } from '../../shared/domainError.ts';
import { createYieldingScheduler } from '../../shared/yieldingScheduler.ts';
import type { Engine, Found, Query, Window } from './engine/engine.ts';
import { createChangePoller } from './changePoller.ts';
import { createDocumentCache } from './documentCache.ts';
import { IndexState, type State } from './indexState.ts';
import { createQueryCache } from './queryCache.ts';
import type { SearchDocumentsQueries, WrittenItem } from './searchDocuments.queries.ts';

/** Polling interval for changes while nobody searches. */
const lookEveryMs = 1_000;
/** Maximum tries of a search on an outdated index; after them, deleted items are left out. */
const maxTries = 3;

interface Options {
  facts: SearchDocumentsQueries;
  log: Log;
  openTurns?: typeof createYieldingScheduler;
  everyMs?: number;
}

/** State for a search, and the snapshot of the documents for its match reasons: a later one during a bulk update. */
interface Asked extends State {
  documentsSnapshot: string;
}

/** Results of a search; `isBehind` when the database has newer changes than the index. */
interface Try<Answer> {
  answer: Answer;
  isBehind: boolean;
}

export function createSearchIndex({
  facts,
  log,
  openTurns = createYieldingScheduler,
  everyMs = lookEveryMs,
}: Options) {
  const closing = new AbortController();
  const queryCache = createQueryCache();
  const documents = createDocumentCache({
    written: (ids) => facts.written(ids),
    isBehind: (snapshot) => facts.isBehind(snapshot),
  });
  const state = new IndexState({
    facts,
    log,
    openTurns,
    documents,
    forgetAnswers: queryCache.forget,
    closing: closing.signal,
  });
  const follower = createChangePoller({
    look: () => state.catchUp(),
    everyMs,
    onFailure: (err) => log.warn({ err }, 'The index of the search could not be renewed'),
  });

  /**
   * Answers from an index with everything committed before the call; during a bulk update, from its present content.
   * @param ask answers, and reports whether the database has changes that the snapshot lacks
   */
  async function answer<Answer>(ask: (asked: Asked) => Promise<Try<Answer>>): Promise<Answer> {
    let present = await state.ready();
    for (let tries = 1; ; tries += 1) {
      const documentsSnapshot = documents.snapshot ?? present.snapshot;
      const tried = await ask({ ...present, documentsSnapshot });
      if (!tried.isBehind || tries === maxTries) return tried.answer;
      // Changes indexed meanwhile may suffice.
      const { current } = state;
      const isNewer = current !== null && current.snapshot !== present.snapshot;
      const caughtUp = isNewer ? current : await state.caughtUpOrBulky();
      if (!caughtUp) return tried.answer;
      present = caughtUp;
    }
  }

  return {
    answer,

    /** Same as `engine.search`, cached until the index changes. */
    search: ({ engine }: Pick<State, 'engine'>, query: Query, window: Window): Found =>
      queryCache.search(engine, query, window),

    /** Same as `answer`, for calls that need only the index. */
    answerAlone: <Answer>(ask: (engine: Engine) => Answer): Promise<Answer> =>
      answer(async ({ engine, snapshot }) => ({
        answer: ask(engine),
        isBehind: await facts.isBehind(snapshot),
      })),

    /** True when changes were committed that the snapshot does not contain. */
    isBehind: (snapshot: string): Promise<boolean> => facts.isBehind(snapshot),

    /**
     * Current texts of these items, including hidden ones.
     * @param isSeen true when `answer` has just confirmed that nothing has changed since `documentsSnapshot`, so that
     * the cache is used without a check
     */
    read: (ids: readonly number[], isSeen = false): Promise<WrittenItem[]> =>
      documents.read(ids, isSeen),

    /** Starts building the index and polling for changes. Searches wait until it is built. */
    start: (): void => follower.start(),

    /** State of the index; `failing` when the last try to build it has failed. */
    get state(): 'there' | 'building' | 'failing' {
      if (state.current) return 'there';
      return follower.hasFailed ? 'failing' : 'building';
    },

    /** Ends active work. */
    async stop(): Promise<void> {
      closing.abort(shuttingDownError());
      await follower.stop();
      await state.underWay?.catch(() => null);
    },
  };
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
