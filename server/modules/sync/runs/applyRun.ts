// Settles the catalogue with what a run has read, part by part: first everything is decided, then it is written.
import type { Clock } from '../../../shared/clock.ts';
import { mapYielding, type YieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import type { AuditLog, NewAuditLogEntry } from '../../people/auditLog/auditLog.module.ts';
import type { SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import {
  readTypes,
  type InconsistencyDetection,
  type FindingsPlan,
  type ItemFindings,
} from './inconsistencyDetection.service.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import { buildMergeBase, newItemFromBookmark, type SourceKind } from '../mergeBase.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { decideForBookmark, type Decision } from '../comparison/runDecision.ts';
import type { SyncCounts, DemoChoice } from '../sync.ts';
import type { SyncStore } from './sync.store.ts';

/** The rooms that a run needs, on its transaction. */
export interface SyncTransaction {
  runs: SyncStore;
  agreements: MergeBasesStore;
  items: SyncedItems;
  findings: InconsistencyDetection;
  activity: Pick<AuditLog, 'record'>;
  /** Asks for the missing language of new items. */
  requestTranslation(itemIds: readonly number[]): Promise<void>;
  /** What other rooms do once a run has settled the catalogue. @param demo what was answered about the demo with the run */
  afterSettling(runId: number | null, demo: DemoChoice | null): Promise<void>;
}

export interface Settlement {
  rooms: SyncTransaction;
  /** Null for a rehearsal, which writes nothing. */
  runId: number | null;
  source: SourceKind;
  readSince: Date;
  /** Items whose bookmark has come back under another id, by that id. */
  rebound: ReadonlyMap<number, number>;
  clock: Clock;
  counts: SyncCounts;
  /** Of a look, whose rests add up over all its parts; undefined for a run. */
  turns: YieldingScheduler | undefined;
}

/** What is to be done about one part of the bookmarks. */
export interface PartPlan {
  bookmarks: readonly Bookmark[];
  /** One for each bookmark, in their order. */
  decisions: Decision[];
  findings: FindingsPlan;
}

type Added = Extract<Decision, { what: 'add' }>;
type Settled = Extract<Decision, { what: 'settle' }>;

const isAdded = (decision: Decision): decision is Added => decision.what === 'add';
const isSettled = (decision: Decision): decision is Settled => decision.what === 'settle';

/** Reads what the catalogue holds about these bookmarks, decides, and counts. Writes nothing. */
export async function planPart(
  settlement: Settlement,
  bookmarks: readonly Bookmark[],
): Promise<PartPlan> {
  const { rooms, rebound, source, readSince, clock, counts, turns } = settlement;
  const known = await rooms.items.byBookmarkIds(bookmarks.map((bookmark) => bookmark.id));
  const reboundIds = bookmarks.flatMap((bookmark) => rebound.get(bookmark.id) ?? []);
  const returning = reboundIds.length > 0 ? await rooms.items.byIds(reboundIds) : [];
  const knownIds = new Set(known.map(({ bookmarkId }) => bookmarkId));
  const unknown = bookmarks.filter(({ id }) => !rebound.has(id) && !knownIds.has(id));
  const addressOf = new Map(
    await mapYielding(unknown, ({ id, link }) => [id, normaliseAddress(link)] as const, turns),
  );
  const wanted = Map.groupBy(
    await rooms.items.wantedByAddress([...addressOf.values()]),
    (item) => item.normalisedUrl,
  );
  const byBookmark = new Map(known.map((item) => [item.bookmarkId, item]));
  const byId = new Map(returning.map((item) => [item.id, item]));
  const itemIds = [...known, ...returning].map((item) => item.id);
  const agreements = await rooms.agreements.of(itemIds);
  const busy = await rooms.findings.busyItems(itemIds);
  const circumstances = { source, readSince, now: clock() };
  const decisions = await mapYielding(
    bookmarks,
    (bookmark) => {
      const own = byBookmark.get(bookmark.id) ?? null;
      const address = addressOf.get(bookmark.id);
      const item =
        own ??
        byId.get(rebound.get(bookmark.id) ?? 0) ??
        // Added here, and its bookmark was made without being bound.
        (address === undefined ? null : wanted.get(address)?.shift()) ??
        null;
      const agreement = (item && agreements.get(item.id)) ?? null;
      const isBusy = item !== null && busy.has(item.id);
      return decideForBookmark(
        { bookmark, item, agreement, isBusy, isRebound: own === null && item !== null },
        circumstances,
      );
    },
    turns,
  );
  const settled = decisions.filter(isSettled);
  const found = settled.map(({ item, differences }): ItemFindings => ({
    itemId: item.id,
    differences,
  }));
  const findings = await rooms.findings.plan(found, readTypes);
  count(counts, decisions, findings);
  return { bookmarks, decisions, findings };
}

function count(
  counts: SyncCounts,
  decisions: Decision[],
  { raised, refreshed, closed }: FindingsPlan,
): void {
  const touched = new Set([
    ...raised.map((one) => one.itemId),
    ...refreshed.map(({ open }) => open.itemId),
    ...closed.map((row) => row.itemId),
    ...decisions.filter(isSettled).flatMap(({ item, as }) => (as.length > 0 ? item.id : [])),
  ]);
  const added = decisions.filter(isAdded).length;
  counts.new += added;
  counts.changed += touched.size;
  counts.unchanged += decisions.length - added - touched.size;
}

/** Items whose statements are made in one go: a millisecond or two each, between which everybody else has a turn. */
const writtenAtOnce = 50;

/** Does what was planned. @param rest between portions of new items, for those who search meanwhile */
export async function applyPart(
  settlement: Settlement,
  { decisions, findings }: PartPlan,
  rest: () => Promise<void>,
): Promise<void> {
  const { rooms, runId } = settlement;
  const added = decisions.filter(isAdded);
  const addedIds: number[] = [];
  for (let start = 0; start < added.length; start += writtenAtOnce) {
    addedIds.push(...(await addItems(settlement, added.slice(start, start + writtenAtOnce))));
    await rest();
  }
  if (addedIds.length > 0) await rooms.requestTranslation(addedIds);
  const settled = decisions.filter(isSettled);
  for (const { item, changes } of settled) {
    if (Object.keys(changes).length > 0) await rooms.items.change(item.id, changes);
  }
  await rooms.agreements.put(settled.flatMap(({ agreement }) => agreement ?? []));
  await rooms.findings.apply(findings, runId);
  await rooms.items.refreshStatus(settled.map(({ item }) => item.id));
  await rooms.activity.record(
    ...settled.flatMap(({ item, bookmark, as }) =>
      as.map((reason) => ({
        ...entry(runId, `sync.${reason}`, item.id),
        before: { bookmarkId: item.bookmarkId, title: titleNow(item), url: item.sourceUrl },
        after: { bookmarkId: bookmark.id, title: bookmark.title, url: bookmark.link },
      })),
    ),
  );
}

const titleNow = (item: SyncedItem): string => item.titleEn ?? item.titleRu ?? '';

const entry = (
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

/** Adds what is new; answers the ids. */
async function addItems(settlement: Settlement, decisions: readonly Added[]): Promise<number[]> {
  const { rooms, runId, source, clock } = settlement;
  for (const { freed } of decisions)
    if (freed) await rooms.items.change(freed.id, { bookmarkId: null });
  const idOf = await rooms.items.add(
    decisions.map(({ bookmark }) => newItemFromBookmark(bookmark)),
  );
  const added = decisions.flatMap(({ bookmark }) => {
    const id = idOf.get(bookmark.id);
    return id === undefined ? [] : [{ id, bookmark }];
  });
  await rooms.agreements.put(
    added.map(({ id, bookmark }) => buildMergeBase(id, bookmark, source, clock())),
  );
  await rooms.activity.record(
    ...added.map(({ id, bookmark }) => ({
      ...entry(runId, 'sync.added', id),
      before: null,
      after: { bookmarkId: bookmark.id, title: bookmark.title, url: bookmark.link },
    })),
  );
  return added.map(({ id }) => id);
}
