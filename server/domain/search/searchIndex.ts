// Keeps the index of the search in memory and in step with the database: builds it, and follows what is written, here or by
// another process. Who answers from it checks in the database that it is not behind, and has it brought up to date if it is.
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../shared/log.ts';
import type { Engine } from './engine/engine.ts';
import { openEngine } from './openEngine.ts';
import { createPortions } from './portions.ts';
import type { Changes, SearchedItem, SearchFacts, Seen } from './searchFacts.search.ts';

/** Items that are read at once, and the characters of them that are indexed in one go: some milliseconds. */
const readAtOnce = 200;
const charactersAtOnce = 5_000;
/** How soon a change is looked for when nobody searches. */
const lookEveryMs = 1_000;
/** How often a search is made anew because the index was behind; after that what is gone is left out. */
const maxTries = 3;

interface Options {
  facts: SearchFacts;
  log: Log;
  /** Gives everybody else a turn. */
  breathe?: () => Promise<void>;
  everyMs?: number;
}

/** The engine, and the reading of the database whose items its index holds at least. */
interface State extends Seen {
  engine: Engine;
  /** Grows when a data rule has changed: what is kept of an earlier one is old. */
  rulesVersion: number;
}

/** What a search answers, and whether the database says that the index was behind. */
interface Try<Answer> {
  answer: Answer;
  isBehind: boolean;
}

const lengthOf = ({ title, description, tasks, cases }: SearchedItem): number =>
  [title, description, ...cases].reduce(
    (sum, { ru, en }) => sum + (ru?.length ?? 0) + (en?.length ?? 0),
    300,
  ) + [...tasks.ru, ...tasks.en].join('').length;

const slices = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / readAtOnce) }, (_, place) =>
    ids.slice(place * readAtOnce, (place + 1) * readAtOnce),
  );

export function createSearchIndex({
  facts,
  log,
  breathe = () => turn(),
  everyMs = lookEveryMs,
}: Options) {
  const portions = createPortions(charactersAtOnce, breathe);
  const closing = new AbortController();
  let state: State | null = null;
  let underWay: Promise<State> | null = null;
  /** What begins when that has ended. */
  let next: Promise<State> | null = null;
  let following: Promise<void> | null = null;
  let hasFailed = false;

  async function put({ index }: Engine, items: readonly SearchedItem[]): Promise<void> {
    for (const item of items) {
      index.put(item);
      await portions.spend(lengthOf(item));
    }
  }

  async function build(): Promise<State> {
    const begun = performance.now();
    // Before the items are read: what changes meanwhile is read again.
    const seen = await facts.seen();
    const engine = await openEngine(portions);
    engine.index.taught = await facts.taught();
    for (let after = 0; !closing.signal.aborted;) {
      const items = await facts.next(after, readAtOnce);
      await put(engine, items);
      if (items.length < readAtOnce) break;
      after = items.at(-1)!.id;
    }
    const took = Math.round(performance.now() - begun);
    log.debug({ items: engine.index.counts.live, took }, 'The index of the search is built');
    return { ...seen, engine, rulesVersion: (state?.rulesVersion ?? 0) + 1 };
  }

  async function apply(
    { engine }: State,
    { items, likes, isTaught }: Pick<Changes, 'items' | 'likes' | 'isTaught'>,
  ): Promise<void> {
    if (isTaught) engine.index.taught = await facts.taught();
    for (const ids of slices(items)) {
      const found = await facts.given(ids);
      const there = new Set(found.map(({ id }) => id));
      for (const id of ids) if (!there.has(id)) engine.index.remove(id);
      await put(engine, found);
    }
    for (const ids of slices(likes)) {
      for (const { id, likes: count } of await facts.likes(ids)) engine.index.setLikes(id, count);
    }
  }

  async function renew(): Promise<State> {
    if (!state) return (state = await build());
    const { snapshot, at, isAll, isRuled, ...changes } = await facts.changes(state);
    if (isAll) return (state = await build());
    await apply(state, changes);
    const rulesVersion = state.rulesVersion + Number(isRuled);
    return (state = { engine: state.engine, snapshot, at, rulesVersion });
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

  const ready = async (): Promise<State> => state ?? underWay ?? catchUp();

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await catchUp();
        hasFailed = false;
      } catch (error) {
        // Tried again; told once.
        if (!hasFailed) log.warn({ err: error }, 'The index of the search could not be renewed');
        hasFailed = true;
      }
      await pause(everyMs, null, { signal: closing.signal, ref: false }).catch(() => null);
    }
  }

  /**
   * Answers from an index that holds everything that was committed before.
   * @param ask answers, and says whether the database knows of changes that the snapshot does not hold
   */
  async function answer<Answer>(ask: (state: State) => Promise<Try<Answer>>): Promise<Answer> {
    let present = await ready();
    for (let tries = 1; ; tries += 1) {
      const tried = await ask(present);
      if (!tried.isBehind || tries === maxTries) return tried.answer;
      present = await catchUp();
    }
  }

  return {
    answer,

    /** The same for what needs nothing but the index. */
    answerAlone: <Answer>(ask: (engine: Engine) => Answer): Promise<Answer> =>
      answer(async ({ engine, snapshot }) => ({
        answer: ask(engine),
        isBehind: await facts.isBehind(snapshot),
      })),

    /** Whether something has changed that a snapshot does not hold. */
    isBehind: (snapshot: string): Promise<boolean> => facts.isBehind(snapshot),

    /** What is searched of these items, as it is written at this moment; hidden ones too. */
    read: (ids: readonly number[]): Promise<SearchedItem[]> => facts.given(ids),

    /** Begins to build the index, and follows what is written from then on. Who asks meanwhile waits for it. */
    start(): void {
      following ??= follow();
    },

    /** Whether the index can answer; until then it is being built, or the last try has failed. */
    get state(): 'there' | 'building' | 'failing' {
      if (state) return 'there';
      return hasFailed ? 'failing' : 'building';
    },

    /** Ends what is under way. */
    async stop(): Promise<void> {
      closing.abort();
      await following;
      await underWay?.catch(() => null);
    },
  };
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
