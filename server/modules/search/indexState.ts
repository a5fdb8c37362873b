// State of the search index: built from all items, and updated with changes since its snapshot.
import type { Log } from '../../shared/log.ts';
import type { createYieldingScheduler, YieldingScheduler } from '../../shared/yieldingScheduler.ts';
import { memoize } from '../../shared/memoize.ts';
import { Engine } from './engine/engine.ts';
import { Index } from './engine/invertedIndex.ts';
import { Thesaurus } from './engine/thesaurus.ts';
import { readThesaurus } from './vocabulary/thesaurus/thesaurusFiles.ts';
import type {
  Changes,
  SearchedItem,
  SearchDocumentsQueries,
  Seen,
} from './searchDocuments.queries.ts';

/** Items read at once; smaller for bulk changes, for which no search waits. */
const readAtOnce = 200;
const readAtOnceOfBulk = 50;
/** Above this number of changed items, as in an import, searches do not wait, because indexing takes seconds. */
const bulkItems = 1_000;

/** Read once per process: it never changes, and custom vocabulary is stored beside it. */
const theThesaurus = memoize(() => new Thesaurus(readThesaurus()));

interface Options {
  facts: SearchDocumentsQueries;
  log: Log;
  openTurns: typeof createYieldingScheduler;
  documents: { forget(snapshot: string, ids?: readonly number[]): void };
  /** Clears cached results before the index has changed. */
  forgetAnswers(): void;
  /** Ends active work. */
  closing: AbortSignal;
}

/** The engine, and the snapshot of the database that its index contains at least. */
export interface State extends Seen {
  engine: Engine;
  /** Grows with every change of a data rule, which invalidates cached rules. */
  rulesVersion: number;
}

const slices = (ids: readonly number[]): number[][] => {
  const length = ids.length > bulkItems ? readAtOnceOfBulk : readAtOnce;
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, place) =>
    ids.slice(place * length, (place + 1) * length),
  );
};

const isEmpty = ({ items, likes, isVocabularyChanged, isRuled }: Changes): boolean =>
  items.length + likes.length === 0 && !isVocabularyChanged && !isRuled;

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

export class IndexState {
  /** Null until the index is built. */
  current: State | null = null;
  underWay: Promise<State> | null = null;
  /** Update that begins after the active one. */
  private next: Promise<State> | null = null;
  /** True during a bulk update, for which searches do not wait. */
  private isBulky = false;
  /** Callbacks that release searches waiting for the index. */
  private readonly waiting = new Set<() => void>();
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /**
   * Updates the index, after the active update if there is one: changes committed before the call are in the index
   * afterwards.
   */
  async catchUp(): Promise<State> {
    if (this.underWay) {
      return (this.next ??= this.underWay
        .catch(() => null)
        .then(() => {
          this.next = null;
          return this.catchUp();
        }));
    }
    this.underWay = this.renew().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  /** The updated index; null as soon as a bulk update begins. Leaves no callback behind. */
  async caughtUpOrBulky(): Promise<State | null> {
    if (this.isBulky) return null;
    const bulk = Promise.withResolvers<null>();
    const release = (): void => bulk.resolve(null);
    this.waiting.add(release);
    try {
      return await Promise.race([bulk.promise, this.catchUp()]);
    } finally {
      this.waiting.delete(release);
    }
  }

  async ready(): Promise<State> {
    return this.current ?? this.underWay ?? this.catchUp();
  }

  private async renew(): Promise<State> {
    const { facts, openTurns } = this.options;
    const changes = this.current && (await facts.changes(this.current));
    if (!this.current || !changes || changes.isAll) return (this.current = await this.build());
    const isBulk = changes.items.length > bulkItems;
    /** The last reading that is completely indexed once the bulk is. */
    let reached = changes;
    let isLooking = isBulk;
    const { engine } = this.current;
    /** Indexes new changes of people before the rest of a bulk; a second bulk or a full reading comes after it. */
    const applyNewerChanges = async (): Promise<void> => {
      if (!isLooking) return;
      const later = await facts.changes(reached);
      isLooking = !later.isAll && later.items.length <= bulkItems;
      if (!isLooking || isEmpty(later)) return;
      this.takeRules(later);
      await this.apply(engine, later, openTurns('awaited')).finally(this.options.forgetAnswers);
      reached = later;
    };
    this.takeRules(changes);
    this.isBulky = isBulk;
    if (isBulk) for (const release of this.waiting) release();
    try {
      await this.apply(engine, changes, openTurns(isBulk ? 'soon' : 'awaited'), applyNewerChanges);
    } finally {
      if (!isEmpty(changes)) this.options.forgetAnswers();
      this.isBulky = false;
    }
    return (this.current = { ...this.current, snapshot: reached.snapshot, at: reached.at });
  }

  /** Changed rules apply at once, even during a bulk update. */
  private takeRules({ isRuled }: Changes): void {
    if (this.current && isRuled)
      this.current = { ...this.current, rulesVersion: this.current.rulesVersion + 1 };
  }

  private async build(): Promise<State> {
    const { facts, log, openTurns, documents } = this.options;
    const begun = performance.now();
    // Taken before the items are read, so that concurrent changes are read again.
    const seen = await facts.seen();
    documents.forget(seen.snapshot);
    const turns = openTurns('awaited');
    const engine = new Engine(new Index(theThesaurus()));
    engine.index.customVocabulary = await facts.customVocabulary();
    for await (const items of this.everything()) await put(engine, items, turns);
    const took = Math.round(performance.now() - begun);
    log.debug({ items: engine.index.counts.all, took }, 'The index of the search is built');
    return { ...seen, engine, rulesVersion: (this.current?.rulesVersion ?? 0) + 1 };
  }

  /**
   * All items in batches; reads the next batch while one is indexed.
   * @throws DomainError UNAVAILABLE (`closing`) at a shutdown, because an incomplete index must not answer
   */
  private async *everything(): AsyncGenerator<SearchedItem[]> {
    const { facts, closing } = this.options;
    const read = (after: number): Promise<SearchedItem[]> => {
      closing.throwIfAborted();
      const part = facts.next(after, readAtOnce);
      // Awaited later; prevents an unhandled rejection when the consumer stops before.
      part.catch(() => null);
      return part;
    };
    let coming: Promise<SearchedItem[]> | null = read(0);
    while (coming) {
      const items: SearchedItem[] = await coming;
      coming = items.length < readAtOnce ? null : read(items.at(-1)!.id);
      yield items;
    }
    closing.throwIfAborted();
  }

  /** @param afterEach called after each batch of items */
  private async apply(
    engine: Engine,
    { snapshot, items, likes, isVocabularyChanged }: Changes,
    turns: YieldingScheduler,
    afterEach?: () => Promise<void>,
  ): Promise<void> {
    const { facts, documents, closing } = this.options;
    if (isVocabularyChanged) engine.index.customVocabulary = await facts.customVocabulary();
    documents.forget(snapshot, items);
    for (const ids of slices(items)) {
      // A shutdown does not wait for the rest of a bulk, because the next start reads everything.
      if (items.length > bulkItems) closing.throwIfAborted();
      const found = await facts.given(ids);
      const there = new Set(found.map(({ id }) => id));
      for (const id of ids) if (!there.has(id)) engine.index.remove(id);
      await put(engine, found, turns);
      await afterEach?.();
    }
    for (const ids of slices(likes))
      for (const { id, likes: count, usedBy } of await facts.likes(ids))
        engine.index.setLikes(id, count, usedBy);
  }
}
