// State of the search index: built of all items, and renewed by what has changed since its snapshot.
import type { Log } from '../../shared/log.ts';
import type { createYieldingScheduler, YieldingScheduler } from '../../shared/yieldingScheduler.ts';
import type { Engine } from './engine/engine.ts';
import { loadEngine } from './loadEngine.ts';
import type {
  Changes,
  SearchedItem,
  SearchDocumentsQueries,
  Seen,
} from './searchDocuments.queries.ts';

/** Items that are read at once, and of very many, for which nobody waits. */
const readAtOnce = 200;
const readAtOnceOfBulk = 50;
/** Of so many changed items at once, as an import writes them, searches do not wait: to index them takes seconds. */
const bulkItems = 1_000;

interface Options {
  facts: SearchDocumentsQueries;
  log: Log;
  openTurns: typeof createYieldingScheduler;
  documents: { forget(snapshot: string, ids?: readonly number[]): void };
  /** Forgets what was answered before the index has changed. */
  forgetAnswers(): void;
  /** Ends what is under way. */
  closing: AbortSignal;
}

/** The engine, and the reading of the database whose items its index holds at least. */
export interface State extends Seen {
  engine: Engine;
  /** Grows when a data rule has changed: what is kept of an earlier one is old. */
  rulesVersion: number;
}

const slices = (ids: readonly number[]): number[][] => {
  const length = ids.length > bulkItems ? readAtOnceOfBulk : readAtOnce;
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, place) =>
    ids.slice(place * length, (place + 1) * length),
  );
};

const saysNothing = ({ items, likes, isVocabularyChanged, isRuled }: Changes): boolean =>
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
  /** Update that begins when that has ended. */
  private next: Promise<State> | null = null;
  /** True while so much is being indexed that nobody waits for it. */
  private isBulky = false;
  /** Each lets one go who waits for the index. */
  private readonly waiting = new Set<() => void>();
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** Begins now, or when what is under way has ended: what was written before the call is in the index after it. */
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

  /** The index once it is brought up to date; null as soon as nobody waits for that. Who has waited leaves nothing behind. */
  async caughtUpOrBulky(): Promise<State | null> {
    if (this.isBulky) return null;
    const bulk = Promise.withResolvers<null>();
    const letGo = (): void => bulk.resolve(null);
    this.waiting.add(letGo);
    try {
      return await Promise.race([bulk.promise, this.catchUp()]);
    } finally {
      this.waiting.delete(letGo);
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
    /** The last reading of which everything is in the index, once the bulk is. */
    let reached = changes;
    let isLooking = isBulk;
    const { engine } = this.current;
    /** Indexes new changes of people before the rest of a bulk; a second bulk, and a full reading, come behind it. */
    const takeLater = async (): Promise<void> => {
      if (!isLooking) return;
      const later = await facts.changes(reached);
      isLooking = !later.isAll && later.items.length <= bulkItems;
      if (!isLooking || saysNothing(later)) return;
      this.takeRules(later);
      await this.apply(engine, later, openTurns('awaited')).finally(this.options.forgetAnswers);
      reached = later;
    };
    this.takeRules(changes);
    this.isBulky = isBulk;
    if (isBulk) for (const letGo of this.waiting) letGo();
    try {
      await this.apply(engine, changes, openTurns(isBulk ? 'soon' : 'awaited'), takeLater);
    } finally {
      if (!saysNothing(changes)) this.options.forgetAnswers();
      this.isBulky = false;
    }
    return (this.current = { ...this.current, snapshot: reached.snapshot, at: reached.at });
  }

  /** Rules are in force at once, also where a bulk is taken in for a while yet. */
  private takeRules({ isRuled }: Changes): void {
    if (this.current && isRuled)
      this.current = { ...this.current, rulesVersion: this.current.rulesVersion + 1 };
  }

  private async build(): Promise<State> {
    const { facts, log, openTurns, documents } = this.options;
    const begun = performance.now();
    // Before the items are read: what changes meanwhile is read again.
    const seen = await facts.seen();
    documents.forget(seen.snapshot);
    const turns = openTurns('awaited');
    const engine = await loadEngine(turns);
    engine.index.customVocabulary = await facts.customVocabulary();
    for await (const items of this.everything()) await put(engine, items, turns);
    const took = Math.round(performance.now() - begun);
    log.debug({ items: engine.index.counts.all, took }, 'The index of the search is built');
    return { ...seen, engine, rulesVersion: (this.current?.rulesVersion ?? 0) + 1 };
  }

  /**
   * All items in parts; the next one is read while one is taken in.
   * @throws DomainError UNAVAILABLE (`closing`) where it is to end meanwhile: half an index answers nobody
   */
  private async *everything(): AsyncGenerator<SearchedItem[]> {
    const { facts, closing } = this.options;
    const read = (after: number): Promise<SearchedItem[]> => {
      closing.throwIfAborted();
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
    closing.throwIfAborted();
  }

  /** @param behindEach what is done behind each part of the items */
  private async apply(
    engine: Engine,
    { snapshot, items, likes, isVocabularyChanged }: Changes,
    turns: YieldingScheduler,
    behindEach?: () => Promise<void>,
  ): Promise<void> {
    const { facts, documents, closing } = this.options;
    if (isVocabularyChanged) engine.index.customVocabulary = await facts.customVocabulary();
    documents.forget(snapshot, items);
    for (const ids of slices(items)) {
      // To end does not wait for the rests of a bulk: the next start reads everything. Anything else is taken in as long as others are answered.
      if (items.length > bulkItems) closing.throwIfAborted();
      const found = await facts.given(ids);
      const there = new Set(found.map(({ id }) => id));
      for (const id of ids) if (!there.has(id)) engine.index.remove(id);
      await put(engine, found, turns);
      await behindEach?.();
    }
    for (const ids of slices(likes))
      for (const { id, likes: count, usedBy } of await facts.likes(ids))
        engine.index.setLikes(id, count, usedBy);
  }
}
