// Renaming and merging of tags, with undo; the job queue writes the bookmarks.
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import { applyItemEdit, type RecordedEditTransaction } from '../../sync/sync.module.ts';
import {
  mergeTagsInput,
  toStoredTag,
  restoreTags,
  renameTag,
  renameInput,
  replaceTags,
  findUnchangedNames,
  type StoredTag,
  type NamedTag,
  type RenameInput,
  type TagOutcome,
  type TagsBefore,
} from './tags.ts';
import type { TagsStore } from './tags.store.ts';

/** Stores and functions on the transaction of a tag change. */
export interface TagsTransaction extends RecordedEditTransaction {
  tags: TagsStore;
}

interface Options {
  auditLog: Pick<AuditLog, 'one'>;
  inTransaction<Result>(work: (tx: TagsTransaction) => Promise<Result>): Promise<Result>;
}

const tagNotFound = () => new DomainError('NOT_FOUND', 'There is no such tag');
const cannotUndo = () =>
  new DomainError('CONFLICT', 'This change of tags can no longer be undone', {
    reason: 'cannotUndo',
  });

/** Refuses changes of approval tags, which belong to companies. */
function refuseApprovals(tags: readonly NamedTag[], names: readonly string[]): void {
  if (!tags.some(({ isApproval }) => isApproval) && !names.some((name) => /approved$/i.test(name)))
    return;
  throw new DomainError('INVALID', 'An approval tag cannot be renamed or merged', {
    errors: [{ path: 'originalName', code: 'approval', message: 'This is an approval tag' }],
  });
}

/** Changes the tags of items one by one; returns the number of changed items. */
async function changeItems(
  tx: TagsTransaction,
  ids: readonly number[],
  tagsFor: (id: number, tags: readonly string[]) => string[],
): Promise<number> {
  let changed = 0;
  for (const id of ids) {
    const item = await tx.items.lock(id);
    if (!item) continue;
    const tags = tagsFor(id, item.tags);
    if (tags.join('\n') === item.tags.join('\n')) continue;
    if (item.removedAt === null) await applyItemEdit(tx, item, { tags });
    else await tx.items.change(id, { tags });
    changed += 1;
  }
  return changed;
}

/** Former tags of the changed items, for an undo. */
async function itemsBefore(tx: TagsTransaction, ids: readonly number[], names: readonly string[]) {
  const items = await tx.items.byIds(ids);
  return items.map(({ id, tags }) => ({ id, tags: tags.filter((tag) => names.includes(tag)) }));
}

/** Replaces tags by one on all items, with an entry in the audit log. */
async function replace(
  tx: TagsTransaction,
  member: Member,
  from: readonly NamedTag[],
  to: StoredTag,
): Promise<TagOutcome> {
  const existing = await tx.tags.byName(to.originalName);
  const involved = [...from, ...(existing ? [existing] : [])];
  const names = involved.map(({ originalName }) => originalName);
  const ids = await tx.tags.findItemIds(from.map(({ id }) => id));
  const before: TagsBefore = {
    tags: involved.map(toStoredTag),
    items: await itemsBefore(tx, ids, names),
  };
  if (!existing) await tx.tags.add(to);
  const fromNames = from.map(({ originalName }) => originalName);
  const items = await changeItems(tx, ids, (_id, tags) =>
    replaceTags(tags, fromNames, to.originalName),
  );
  await tx.tags.removeUnused(fromNames.filter((name) => name !== to.originalName));
  const made = await tx.tags.byName(to.originalName);
  const changeId = await tx.auditLog.recordOne({
    actorId: member.user.id,
    action: existing || from.length > 1 ? 'tag.merged' : 'tag.renamed',
    subjectType: 'tag',
    subjectId: String(made?.id ?? 0),
    before: { name: fromNames.join(', '), ...before },
    after: { name: to.originalName, nameRu: to.nameRu, nameEn: to.nameEn },
  });
  return { tagId: made?.id ?? 0, changeId, items };
}

/** Resolves a new name to an existing tag of that name in either language. */
async function resolveExistingTag(
  { items }: TagsTransaction,
  tag: NamedTag,
  input: RenameInput,
): Promise<RenameInput> {
  if (!input.originalName) return input;
  const [written = input.originalName] = await items.writtenTags([input.originalName]);
  return written === tag.originalName ? input : { ...input, originalName: written };
}

const sameNames = (one: StoredTag, other: StoredTag): boolean =>
  one.nameRu === other.nameRu && one.nameEn === other.nameEn;

/** Restores names of tags, unless they were changed since. @throws DomainError CONFLICT if none is left */
async function restoreNames(
  tx: TagsTransaction,
  before: readonly StoredTag[],
  after: readonly StoredTag[],
): Promise<void> {
  const present = await tx.tags.lockNamed(before.map(({ originalName }) => originalName));
  const named = findUnchangedNames(present, before, after);
  if (named.length === 0 && before.length > 0) throw cannotUndo();
  for (const { tag, was } of named)
    await tx.tags.setNames(tag.id, { ...was, isNamed: was.isNamed ?? false });
}

/** Restores replaced tags; returns the number of changed items. */
async function restoreReplaced(
  tx: TagsTransaction,
  before: TagsBefore,
  name: string,
): Promise<number> {
  for (const tag of before.tags) await tx.tags.add(tag);
  const tagsOf = new Map(before.items.map((item) => [item.id, item.tags]));
  const ids = [...tagsOf.keys()].toSorted((a, b) => a - b);
  const items = await changeItems(tx, ids, (id, tags) =>
    restoreTags(tags, name, tagsOf.get(id) ?? []),
  );
  if (!before.tags.some(({ originalName }) => originalName === name))
    await tx.tags.removeUnused([name]);
  return items;
}

export class TagsService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Renames a tag, or names it in both languages. The name of another tag, in either language, merges the two.
   * @throws DomainError NOT_FOUND, INVALID for approval tags, CONFLICT (`beingDecided`) during a decision about an item
   * with the tag
   */
  async rename(viewer: Viewer, id: number, given: RenameInput): Promise<TagOutcome> {
    const member = requireAdmin(viewer);
    const input = parseInput(renameInput, given);
    return this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      await tx.tags.lockAll();
      const [tag] = await tx.tags.lock([id]);
      if (!tag) throw tagNotFound();
      const to = renameTag(tag, await resolveExistingTag(tx, tag, input));
      if (to.originalName !== tag.originalName) {
        refuseApprovals([tag], [to.originalName]);
        return replace(tx, member, [tag], to);
      }
      if (sameNames(to, tag) && to.isNamed === tag.isNamed)
        return { tagId: id, changeId: null, items: 0 };
      await tx.tags.setNames(id, to);
      const before: TagsBefore = { tags: [toStoredTag(tag)], items: [] };
      const changeId = await tx.auditLog.recordOne({
        actorId: member.user.id,
        action: 'tag.named',
        subjectType: 'tag',
        subjectId: String(id),
        before: { name: `${tag.nameRu} / ${tag.nameEn}`, ...before },
        after: { name: `${to.nameRu} / ${to.nameEn}`, tags: [to] },
      });
      return { tagId: id, changeId, items: 0 };
    });
  }

  /** Merges tags into one. @throws DomainError as `rename` */
  async merge(viewer: Viewer, fromIds: readonly number[], intoId: number): Promise<TagOutcome> {
    const member = requireAdmin(viewer);
    const wanted = parseInput(mergeTagsInput, [...new Set(fromIds)], 'fromIds').filter(
      (id) => id !== intoId,
    );
    return this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      await tx.tags.lockAll();
      const tags = await tx.tags.lock([...wanted, intoId]);
      const into = tags.find(({ id }) => id === intoId);
      const from = tags.filter(({ id }) => id !== intoId);
      if (!into || from.length < wanted.length) throw tagNotFound();
      if (from.length === 0) return { tagId: intoId, changeId: null, items: 0 };
      refuseApprovals(tags, []);
      return replace(tx, member, from, into);
    });
  }

  /** Merges tags with the same key; returns one change per group, none if nothing is left to merge. */
  async mergeExactDuplicates(viewer: Viewer): Promise<TagOutcome[]> {
    const member = requireAdmin(viewer);
    return this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      await tx.tags.lockAll();
      const outcomes: TagOutcome[] = [];
      for (const { ids } of await tx.tags.exactDuplicates(limits.lists.tagsMerged)) {
        const tags = await tx.tags.lock(ids);
        const into = tags.find(({ id }) => id === ids[0]);
        const from = tags.filter((tag) => tag !== into);
        if (into && from.length > 0) outcomes.push(await replace(tx, member, from, into));
      }
      return outcomes;
    });
  }

  /** Undoes a change of tags. @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`) */
  async undo(viewer: Viewer, changeId: number): Promise<TagOutcome> {
    const member = requireAdmin(viewer);
    const entry = await this.deps.auditLog.one(changeId);
    if (entry?.subjectType !== 'tag') throw new DomainError('NOT_FOUND', 'There is no such change');
    const before = entry.before as unknown as TagsBefore & { name: string };
    const after = entry.after as { name: string; tags?: StoredTag[] };
    if (!Array.isArray(before.tags) || entry.action === 'tag.undone') throw cannotUndo();
    return this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      await tx.tags.lockAll();
      let items = 0;
      if (entry.action === 'tag.named') await restoreNames(tx, before.tags, after.tags ?? []);
      else items = await restoreReplaced(tx, before, after.name);
      const tag = await tx.tags.byName(before.tags[0]?.originalName ?? '');
      // Already undone: no item has the tag of the change, and unused tags are not restored.
      if (entry.action !== 'tag.named' && items === 0 && before.items.length > 0) {
        await tx.tags.removeUnused(before.tags.map(({ originalName }) => originalName));
        return { tagId: tag?.id ?? 0, changeId: null, items };
      }
      const undoneId = await tx.auditLog.recordOne({
        actorId: member.user.id,
        action: 'tag.undone',
        subjectType: 'tag',
        subjectId: String(tag?.id ?? 0),
        before: { name: after.name },
        after: { name: before.name },
      });
      return { tagId: tag?.id ?? 0, changeId: undoneId, items };
    });
  }
}
