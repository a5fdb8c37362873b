// Search index: keeps the index in memory in step with the database, whichever process writes, and answers from it.
// Whoever answers from it checks in the database that it is not behind, and has it brought up to date if it is.
import type { Log } from '../../shared/log.ts';
import { shuttingDownError } from '../../shared/shuttingDownError.ts';
import { createYieldingScheduler } from '../../shared/yieldingScheduler.ts';
import type { Engine, Found, Query, Window } from './engine/engine.ts';
import { createChangePoller } from './changePoller.ts';
import { createDocumentCache } from './documentCache.ts';
import { IndexState, type State } from './indexState.ts';
import { createQueryCache } from './queryCache.ts';
import type { SearchDocumentsQueries, WrittenItem } from './searchDocuments.queries.ts';

/** Poll interval for changes when nobody searches. */
const lookEveryMs = 1_000;
/** Maximum repeats of a search because the index was behind; after that removed items are left out. */
const maxTries = 3;

interface Options {
  facts: SearchDocumentsQueries;
  log: Log;
  openTurns?: typeof createYieldingScheduler;
  everyMs?: number;
}

/** What is asked, and of which reading the documents are that it is explained by: a later one while very much is being indexed. */
interface Asked extends State {
  documentsSnapshot: string;
}

/** Answer of a search, and whether the index was behind the database. */
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
   * Answers from an index that holds everything that was committed before; while very much of it is being indexed, from what it
   * holds so far.
   * @param ask answers, and says whether the database knows of changes that the snapshot does not hold
   */
  async function answer<Answer>(ask: (asked: Asked) => Promise<Try<Answer>>): Promise<Answer> {
    let present = await state.ready();
    for (let tries = 1; ; tries += 1) {
      const documentsSnapshot = documents.snapshot ?? present.snapshot;
      const tried = await ask({ ...present, documentsSnapshot });
      if (!tried.isBehind || tries === maxTries) return tried.answer;
      // What was taken in meanwhile may be enough.
      const { current } = state;
      const isNewer = current !== null && current.snapshot !== present.snapshot;
      const caughtUp = isNewer ? current : await state.caughtUpOrBulky();
      if (!caughtUp) return tried.answer;
      present = caughtUp;
    }
  }

  return {
    answer,

    /** As the engine answers; what it has answered before is given again as long as nothing has changed. */
    search: ({ engine }: Pick<State, 'engine'>, query: Query, window: Window): Found =>
      queryCache.search(engine, query, window),

    /** The same for what needs nothing but the index. */
    answerAlone: <Answer>(ask: (engine: Engine) => Answer): Promise<Answer> =>
      answer(async ({ engine, snapshot }) => ({
        answer: ask(engine),
        isBehind: await facts.isBehind(snapshot),
      })),

    /** Whether something has changed that a snapshot does not hold. */
    isBehind: (snapshot: string): Promise<boolean> => facts.isBehind(snapshot),

    /**
     * What is written in these items at this moment; hidden ones too.
     * @param isSeen a try of `answer` has just seen that nothing has changed since `documentsSnapshot`: what is kept is taken without
     * asking again
     */
    read: (ids: readonly number[], isSeen = false): Promise<WrittenItem[]> =>
      documents.read(ids, isSeen),

    /** Begins to build the index, and follows what is written from then on. Who asks meanwhile waits for it. */
    start: (): void => follower.start(),

    /** Whether the index can answer; until then it is being built, or the last try has failed. */
    get state(): 'there' | 'building' | 'failing' {
      if (state.current) return 'there';
      return follower.hasFailed ? 'failing' : 'building';
    },

    /** Ends what is under way. */
    async stop(): Promise<void> {
      closing.abort(shuttingDownError());
      await follower.stop();
      await state.underWay?.catch(() => null);
    },
  };
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
