// Keeps the index in memory of which "near" is answered: builds it in the background and follows what is written, here or by
// another process. Nobody waits for it: what is not built yet answers nothing, what is being renewed answers as before.
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../shared/log.ts';
import type { Engine } from './engine/engine.ts';
import { documentOf, type KnownVersions, type NearFacts } from './nearFacts.search.ts';
import { createPortions } from './portions.ts';

/** Items that are read at once, and the characters of them that are indexed in one go: some milliseconds. */
const readAtOnce = 100;
const charactersAtOnce = 5_000;
/** How soon a change is looked for; renewing takes a fifth of the time at most. */
const lookEveryMs = 3_000;
const restsFor = 4;

interface Options {
  facts: NearFacts;
  log: Log;
  /** Gives everybody else a turn. */
  breathe?: () => Promise<void>;
  everyMs?: number;
}

export function createNearIndex({
  facts,
  log,
  breathe = () => turn(),
  everyMs = lookEveryMs,
}: Options) {
  const portions = createPortions(charactersAtOnce, breathe);
  const closing = new AbortController();
  /** What is indexed, by item. */
  const versions = new Map<number, string>();
  let engine: Engine | null = null;
  /** What the index stands for; null until it is built. */
  let builtFor: string | null = null;
  let underWay: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  let hasFailed = false;

  /** Reads the items once through; only what has changed comes with its texts. Answers which items there are. */
  async function readAll({ index }: Engine): Promise<Set<number>> {
    const there = new Set<number>();
    const known: KnownVersions = [...versions].sort(([one], [other]) => one - other);
    let place = 0;
    for (let after = 0; !closing.signal.aborted;) {
      while (place < known.length && known[place]![0] <= after) place += 1;
      const rows = await facts.items(after, readAtOnce, known.slice(place, place + readAtOnce));
      for (const { id, likes, version, texts } of rows) {
        there.add(id);
        if (texts === null) index.setLikes(id, likes);
        else {
          index.put(documentOf(id, likes, texts));
          versions.set(id, version);
          await portions.spend(texts.length);
        }
      }
      if (rows.length < readAtOnce) break;
      after = rows.at(-1)!.id;
    }
    return there;
  }

  async function renew(): Promise<void> {
    const stamp = await facts.stamp();
    if (stamp === builtFor || closing.signal.aborted) return;
    if (!engine) {
      // Loaded when it is needed: a server starts without it.
      const { openEngine } = await import('./nearEngine.ts');
      engine = await openEngine(portions);
    }
    const there = await readAll(engine);
    if (closing.signal.aborted) return;
    for (const id of [...versions.keys()].filter((one) => !there.has(one))) {
      engine.index.remove(id);
      versions.delete(id);
      await portions.spend(1_000);
    }
    if (builtFor === null) log.debug({ items: there.size }, 'What is near is indexed');
    builtFor = stamp;
  }

  /** Brings the index up to what is written now; together with whoever is at it already. */
  const refresh = (): Promise<void> =>
    (underWay ??= renew().finally(() => {
      underWay = null;
    }));

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      const begun = performance.now();
      try {
        await refresh();
        hasFailed = false;
      } catch (error) {
        // Tried again; told once.
        if (!hasFailed) log.warn({ err: error }, 'What is near could not be indexed');
        hasFailed = true;
      }
      const took = performance.now() - begun;
      await pause(Math.max(everyMs, restsFor * took), null, {
        signal: closing.signal,
        ref: false,
      }).catch(() => null);
    }
  }

  return {
    refresh,

    /** Follows what is written from now on, in the background. */
    start(): void {
      following ??= follow();
    },

    /** Ids of the items that answer a text best, the best first; none as long as the index is not built. */
    near(text: string, most: number): number[] {
      if (!engine || builtFor === null) return [];
      const { ids, near } = engine.search(
        { text, tags: [], approvedBy: null, seesHidden: false, isExact: false },
        { page: 0, perPage: most, sort: 'likes desc' },
      );
      return [...ids, ...near];
    },

    /** Ends what is under way. */
    async stop(): Promise<void> {
      closing.abort();
      await following;
      await underWay?.catch(() => null);
    },
  };
}
