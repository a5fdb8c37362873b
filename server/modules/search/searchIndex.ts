// Search index: builds the index in memory and keeps it in step with the database, whichever process writes.
// Whoever answers from it checks in the database that it is not behind, and has it brought up to date if it is.
import type { Log } from '../../shared/log.ts';
import { shuttingDownError } from '../../shared/shuttingDownError.ts';
import { createYieldingScheduler, type YieldingScheduler } from '../../shared/yieldingScheduler.ts';
import type { Engine, Found, Query, Window } from './engine/engine.ts';
import { createChangePoller } from './changePoller.ts';
import { createQueryCache } from './queryCache.ts';
import { createDocumentCache } from './documentCache.ts';
import { loadEngine } from './loadEngine.ts';
import type {
  Changes,
  SearchedItem,
  SearchDocumentsQueries,
  Seen,
  WrittenItem,
} from './searchDocuments.queries.ts';

/** Items that are read at once, and of very many, for which nobody waits. */
const readAtOnce = 200;
const readAtOnceOfBulk = 50;
/** How soon a change is looked for when nobody searches. */
const lookEveryMs = 1_000;
/** Of so many changed items at once, as an import writes them, searches do not wait: to index them takes seconds. */
const bulkItems = 1_000;
/** How often a search is made anew because the index was behind; after that what is gone is left out. */
const maxTries = 3;

interface Options {
  facts: SearchDocumentsQueries;
  log: Log;
  openTurns?: typeof createYieldingScheduler;
  everyMs?: number;
}

/** The engine, and the reading of the database whose items its index holds at least. */
interface State extends Seen {
  engine: Engine;
  /** Grows when a data rule has changed: what is kept of an earlier one is old. */
  rulesVersion: number;
}

/** What is asked, and of which reading the documents are that it is explained by: a later one while very much is being indexed. */
interface Asked extends State {
  documentsSnapshot: string;
}

/** What a search answers, and whether the database says that the index was behind. */
interface Try<Answer> {
  answer: Answer;
  isBehind: boolean;
}

const slices = (ids: readonly number[]): number[][] => {
  const length = ids.length > bulkItems ? readAtOnceOfBulk : readAtOnce;
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, place) =>
    ids.slice(place * length, (place + 1) * length),
  );
};

const saysNothing = ({ items, likes, isTaught, isRuled }: Changes): boolean =>
  items.length + likes.length === 0 && !isTaught && !isRuled;

export function createSearchIndex({
  facts,
  log,
  openTurns = createYieldingScheduler,
  everyMs = lookEveryMs,
}: Options) {
  const closing = new AbortController();
  let state: State | null = null;
  let underWay: Promise<State> | null = null;
  /** What begins when that has ended. */
  let next: Promise<State> | null = null;
  /** Whether so much is being indexed that nobody waits for it. */
  let isBulky = false;
  /** Each lets one go who waits for the index. */
  const waiting = new Set<() => void>();

  const queryCache = createQueryCache();
  const documents = createDocumentCache({
    written: (ids) => facts.written(ids),
    isBehind: (snapshot) => facts.isBehind(snapshot),
  });

  async function put(
    { index }: Engine,
    items: readonly SearchedItem[],
    turns: YieldingScheduler,
  ): Promise<void> {
    for (const item of items) {
      index.put(item);
      await turns.next();
    }
  }

  /**
   * All items in parts; the next one is read while one is taken in.
   * @throws DomainError UNAVAILABLE (`closing`) where it is to end meanwhile: half an index answers nobody
   */
  async function* everything(): AsyncGenerator<SearchedItem[]> {
    const read = (after: number): Promise<SearchedItem[]> => {
      closing.signal.throwIfAborted();
      const part = facts.next(after, readAtOnce);
      // It is awaited in its turn; who stops before that has no use for its failure.
      part.catch(() => null);
      return part;
    };
    let coming: Promise<SearchedItem[]> | null = read(0);
    while (coming) {
      const items: SearchedItem[] = await coming;
      coming = items.length < readAtOnce ? null : read(items.at(-1)!.id);
      yield items;
    }
    closing.signal.throwIfAborted();
  }

  async function build(): Promise<State> {
    const begun = performance.now();
    // Before the items are read: what changes meanwhile is read again.
    const seen = await facts.seen();
    documents.forget(seen.snapshot);
    const turns = openTurns('awaited');
    const engine = await loadEngine(turns);
    engine.index.customVocabulary = await facts.taught();
    for await (const items of everything()) await put(engine, items, turns);
    const took = Math.round(performance.now() - begun);
    log.debug({ items: engine.index.counts.all, took }, 'The index of the search is built');
    return { ...seen, engine, rulesVersion: (state?.rulesVersion ?? 0) + 1 };
  }

  /** @param behindEach what is done behind each part of the items */
  async function apply(
    { engine }: Pick<State, 'engine'>,
    { snapshot, items, likes, isTaught }: Changes,
    turns: YieldingScheduler,
    behindEach?: () => Promise<void>,
  ): Promise<void> {
    if (isTaught) engine.index.customVocabulary = await facts.taught();
    documents.forget(snapshot, items);
    for (const ids of slices(items)) {
      // To end does not wait for the rests of a bulk: the next start reads everything. Anything else is taken in as long as others are answered.
      if (items.length > bulkItems) closing.signal.throwIfAborted();
      const found = await facts.given(ids);
      const there = new Set(found.map(({ id }) => id));
      for (const id of ids) if (!there.has(id)) engine.index.remove(id);
      await put(engine, found, turns);
      await behindEach?.();
    }
    for (const ids of slices(likes)) {
      for (const { id, likes: count, usedBy } of await facts.likes(ids)) {
        engine.index.setLikes(id, count, usedBy);
      }
    }
  }

  async function renew(): Promise<State> {
    if (!state) return (state = await build());
    const { engine } = state;
    const changes = await facts.changes(state);
    if (changes.isAll) return (state = await build());
    const isBulk = changes.items.length > bulkItems;
    /** The last reading of which everything is in the index, once the bulk is. */
    let reached = changes;
    let isLooking = isBulk;
    /** In force at once, also where a bulk is taken in for a while yet. */
    const takeRules = ({ isRuled }: Changes): void => {
      if (state && isRuled) state = { ...state, rulesVersion: state.rulesVersion + 1 };
    };
    /** What a person has changed meanwhile goes before the rest of a bulk; a second bulk, and what is to be read anew, come behind it. */
    const takeLater = async (): Promise<void> => {
      if (!isLooking) return;
      const later = await facts.changes(reached);
      isLooking = !later.isAll && later.items.length <= bulkItems;
      if (!isLooking || saysNothing(later)) return;
      takeRules(later);
      await apply({ engine }, later, openTurns('awaited')).finally(queryCache.forget);
      reached = later;
    };
    takeRules(changes);
    isBulky = isBulk;
    if (isBulk) for (const letGo of waiting) letGo();
    try {
      await apply(state, changes, openTurns(isBulk ? 'soon' : 'awaited'), takeLater);
    } finally {
      if (!saysNothing(changes)) queryCache.forget();
      isBulky = false;
    }
    return (state = { ...state, snapshot: reached.snapshot, at: reached.at });
  }

  /** Begins now, or when what is under way has ended: what was written before the call is in the index after it. */
  async function catchUp(): Promise<State> {
    if (underWay) {
      return (next ??= underWay
        .catch(() => null)
        .then(() => {
          next = null;
          return catchUp();
        }));
    }
    underWay = renew().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  /** The index once it is brought up to date; null as soon as nobody waits for that. Who has waited leaves nothing behind. */
  async function caughtUpOrBulky(): Promise<State | null> {
    if (isBulky) return null;
    const bulk = Promise.withResolvers<null>();
    const letGo = (): void => bulk.resolve(null);
    waiting.add(letGo);
    try {
      return await Promise.race([bulk.promise, catchUp()]);
    } finally {
      waiting.delete(letGo);
    }
  }

  const ready = async (): Promise<State> => state ?? underWay ?? catchUp();

  const follower = createChangePoller({
    look: catchUp,
    everyMs,
    onFailure: (err) => log.warn({ err }, 'The index of the search could not be renewed'),
  });

  /**
   * Answers from an index that holds everything that was committed before; while very much of it is being indexed, from what it
   * holds so far.
   * @param ask answers, and says whether the database knows of changes that the snapshot does not hold
   */
  async function answer<Answer>(ask: (asked: Asked) => Promise<Try<Answer>>): Promise<Answer> {
    let present = await ready();
    for (let tries = 1; ; tries += 1) {
      const documentsSnapshot = documents.snapshot ?? present.snapshot;
      const tried = await ask({ ...present, documentsSnapshot });
      if (!tried.isBehind || tries === maxTries) return tried.answer;
      // What was taken in meanwhile may be enough.
      const isNewer = state !== null && state.snapshot !== present.snapshot;
      const caughtUp = isNewer ? state : await caughtUpOrBulky();
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
      if (state) return 'there';
      return follower.hasFailed ? 'failing' : 'building';
    },

    /** Ends what is under way. */
    async stop(): Promise<void> {
      closing.abort(shuttingDownError());
      await follower.stop();
      await underWay?.catch(() => null);
    },
  };
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
