// Applies a run to the catalogue batch by batch: plan first, then write.
import type { Clock } from '../../../shared/clock.ts';
import { mapYielding, type YieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import type { AuditLog, NewAuditLogEntry } from '../../people/auditLog/auditLog.module.ts';
import type { SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import {
  bookmarkInconsistencyTypes,
  type InconsistencyDetection,
  type InconsistencyPlan,
  type ItemDifferences,
} from './inconsistencyDetection.service.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import { buildMergeBase, newItemFromBookmark, type SourceKind } from '../mergeBase.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { decideForBookmark, type Decision } from '../comparison/runDecision.ts';
import type { SyncCounts, DemoChoice } from '../syncStatus.ts';
import type { SyncStore } from './sync.store.ts';

/** Stores and services on the transaction of a run. */
export interface SyncTransaction {
  runs: SyncStore;
  mergeBases: MergeBasesStore;
  items: SyncedItems;
  detection: InconsistencyDetection;
  auditLog: Pick<AuditLog, 'record'>;
  /** Enqueues the translation of new items. */
  requestTranslation(itemIds: readonly number[]): Promise<void>;
  /** Hook after the run was applied. @param demo the admin's answer about the demo */
  afterApply(runId: number | null, demo: DemoChoice | null): Promise<void>;
}

export interface RunContext {
  tx: SyncTransaction;
  /** Null for a rehearsal. */
  runId: number | null;
  source: SourceKind;
  readStartedAt: Date;
  /** Item ids by the new id of their recreated bookmark. */
  rebound: ReadonlyMap<number, number>;
  clock: Clock;
  counts: SyncCounts;
  /** Scheduler of a preview; undefined for a run. */
  scheduler: YieldingScheduler | undefined;
}

export interface BatchPlan {
  bookmarks: readonly Bookmark[];
  /** One per bookmark, in the same order. */
  decisions: Decision[];
  detection: InconsistencyPlan;
}

type Addition = Extract<Decision, { kind: 'add' }>;
type Update = Extract<Decision, { kind: 'update' }>;

const isAddition = (decision: Decision): decision is Addition => decision.kind === 'add';
const isUpdate = (decision: Decision): decision is Update => decision.kind === 'update';

/** Decides about a batch of bookmarks and counts the changes. Writes nothing. */
export async function planBatch(
  context: RunContext,
  bookmarks: readonly Bookmark[],
): Promise<BatchPlan> {
  const { tx, rebound, source, readStartedAt, clock, counts, scheduler } = context;
  const known = await tx.items.byBookmarkIds(bookmarks.map((bookmark) => bookmark.id));
  const reboundIds = bookmarks.flatMap((bookmark) => rebound.get(bookmark.id) ?? []);
  const returning = reboundIds.length > 0 ? await tx.items.byIds(reboundIds) : [];
  const knownIds = new Set(known.map(({ bookmarkId }) => bookmarkId));
  const unknown = bookmarks.filter(({ id }) => !rebound.has(id) && !knownIds.has(id));
  const addressOf = new Map(
    await mapYielding(unknown, ({ id, link }) => [id, normaliseAddress(link)] as const, scheduler),
  );
  const wanted = Map.groupBy(
    await tx.items.wantedByAddress([...addressOf.values()]),
    (item) => item.normalisedUrl,
  );
  const byBookmark = new Map(known.map((item) => [item.bookmarkId, item]));
  const byId = new Map(returning.map((item) => [item.id, item]));
  const itemIds = [...known, ...returning].map((item) => item.id);
  const mergeBases = await tx.mergeBases.of(itemIds);
  const busy = await tx.detection.busyItems(itemIds);
  const decisionContext = { source, readStartedAt, now: clock() };
  const decisions = await mapYielding(
    bookmarks,
    (bookmark) => {
      const own = byBookmark.get(bookmark.id) ?? null;
      const address = addressOf.get(bookmark.id);
      const item =
        own ??
        byId.get(rebound.get(bookmark.id) ?? 0) ??
        // An item added in Loadout whose bookmark was created without being linked.
        (address === undefined ? null : wanted.get(address)?.shift()) ??
        null;
      const mergeBase = (item && mergeBases.get(item.id)) ?? null;
      const isBusy = item !== null && busy.has(item.id);
      return decideForBookmark(
        { bookmark, item, mergeBase, isBusy, isRecreated: own === null && item !== null },
        decisionContext,
      );
    },
    scheduler,
  );
  const updates = decisions.filter(isUpdate);
  const found = updates.map(({ item, differences }): ItemDifferences => ({
    itemId: item.id,
    differences,
  }));
  const detection = await tx.detection.plan(found, bookmarkInconsistencyTypes);
  countChanges(counts, decisions, detection);
  return { bookmarks, decisions, detection };
}

function countChanges(
  counts: SyncCounts,
  decisions: Decision[],
  { raised, refreshed, closed }: InconsistencyPlan,
): void {
  const touched = new Set([
    ...raised.map((one) => one.itemId),
    ...refreshed.map(({ open }) => open.itemId),
    ...closed.map((row) => row.itemId),
    ...decisions
      .filter(isUpdate)
      .flatMap(({ item, reasons }) => (reasons.length > 0 ? item.id : [])),
  ]);
  const added = decisions.filter(isAddition).length;
  counts.new += added;
  counts.changed += touched.size;
  counts.unchanged += decisions.length - added - touched.size;
}

/** Items per insert; short statements let other work proceed. */
const insertBatchSize = 50;

/** Writes a plan. @param rest pause between inserts */
export async function applyBatch(
  context: RunContext,
  { decisions, detection }: BatchPlan,
  rest: () => Promise<void>,
): Promise<void> {
  const { tx, runId } = context;
  const added = decisions.filter(isAddition);
  const addedIds: number[] = [];
  for (let start = 0; start < added.length; start += insertBatchSize) {
    addedIds.push(...(await addItems(context, added.slice(start, start + insertBatchSize))));
    await rest();
  }
  if (addedIds.length > 0) await tx.requestTranslation(addedIds);
  const updates = decisions.filter(isUpdate);
  for (const { item, changes } of updates) {
    if (Object.keys(changes).length > 0) await tx.items.change(item.id, changes);
  }
  await tx.mergeBases.put(updates.flatMap(({ mergeBase }) => mergeBase ?? []));
  await tx.detection.apply(detection, runId);
  await tx.items.refreshStatus(updates.map(({ item }) => item.id));
  await tx.auditLog.record(
    ...updates.flatMap(({ item, bookmark, reasons }) =>
      reasons.map((reason) => ({
        ...auditEntry(runId, `sync.${reason}`, item.id),
        before: { bookmarkId: item.bookmarkId, title: currentTitle(item), url: item.sourceUrl },
        after: { bookmarkId: bookmark.id, title: bookmark.title, url: bookmark.link },
      })),
    ),
  );
}

const currentTitle = (item: SyncedItem): string => item.titleEn ?? item.titleRu ?? '';

const auditEntry = (
  runId: number | null,
  action: string,
  itemId: number,
): Omit<NewAuditLogEntry, 'before' | 'after'> => ({
  runId,
  action,
  subjectType: 'item',
  subjectId: String(itemId),
  itemId,
});

/** Adds new items; returns their ids. */
async function addItems(context: RunContext, decisions: readonly Addition[]): Promise<number[]> {
  const { tx, runId, source, clock } = context;
  for (const { freed } of decisions)
    if (freed) await tx.items.change(freed.id, { bookmarkId: null });
  const idOf = await tx.items.add(decisions.map(({ bookmark }) => newItemFromBookmark(bookmark)));
  const added = decisions.flatMap(({ bookmark }) => {
    const id = idOf.get(bookmark.id);
    return id === undefined ? [] : [{ id, bookmark }];
  });
  await tx.mergeBases.put(
    added.map(({ id, bookmark }) => buildMergeBase(id, bookmark, source, clock())),
  );
  await tx.auditLog.record(
    ...added.map(({ id, bookmark }) => ({
      ...auditEntry(runId, 'sync.added', id),
      before: null,
      after: { bookmarkId: bookmark.id, title: bookmark.title, url: bookmark.link },
    })),
  );
  return added.map(({ id }) => id);
}
