// Renames and merges tags, and takes that back: here at once on every service, and by the queue in each bookmark.
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Member, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import { applyItemEdit, type RecordedEditTransaction } from '../../sync/sync.module.ts';
import {
  mergeTagsInput,
  plainTag,
  putTagsBack,
  renamed,
  renameInput,
  replaceTags,
  stillNamed,
  type KeptTag,
  type NamedTag,
  type RenameInput,
  type TagOutcome,
  type TagsBefore,
} from './tags.ts';
import type { TagsStore } from './tags.store.ts';

/** The rooms of a change of tags, on its transaction. */
export interface TagsTransaction extends RecordedEditTransaction {
  tagging: TagsStore;
}

interface Options {
  activity: Pick<AuditLog, 'one'>;
  inTransaction<Result>(work: (rooms: TagsTransaction) => Promise<Result>): Promise<Result>;
}

const noTag = () => new DomainError('NOT_FOUND', 'There is no such tag');
const cannotUndo = () =>
  new DomainError('CONFLICT', 'This change of tags cannot be taken back', { reason: 'cannotUndo' });

/** Which companies approve what hangs on these names: they are the company's to change. */
function refuseApprovals(tags: readonly NamedTag[], names: readonly string[]): void {
  if (!tags.some(({ isApproval }) => isApproval) && !names.some((name) => /approved$/i.test(name)))
    return;
  throw new DomainError('INVALID', 'A tag that approves services keeps its name', {
    errors: [{ path: 'originalName', code: 'approval', message: 'This tag approves services' }],
  });
}

/** Changes the tags of services one by one, as every edit does; answers how many have changed. */
async function changeItems(
  rooms: TagsTransaction,
  ids: readonly number[],
  tagsFor: (id: number, tags: readonly string[]) => string[],
): Promise<number> {
  let changed = 0;
  for (const id of ids) {
    const item = await rooms.items.lock(id);
    if (!item) continue;
    const tags = tagsFor(id, item.tags);
    if (tags.join('\n') === item.tags.join('\n')) continue;
    if (item.removedAt === null) await applyItemEdit(rooms, item, { tags });
    else await rooms.items.change(id, { tags });
    changed += 1;
  }
  return changed;
}

/** What a change keeps of services: their tags before, as far as they are about the changed ones. */
async function itemsBefore(
  rooms: TagsTransaction,
  ids: readonly number[],
  names: readonly string[],
) {
  const items = await rooms.items.byIds(ids);
  return items.map(({ id, tags }) => ({ id, tags: tags.filter((tag) => names.includes(tag)) }));
}

/** Puts one tag in the place of others, on every service; the record holds what was there. */
async function replace(
  rooms: TagsTransaction,
  member: Member,
  from: readonly NamedTag[],
  to: KeptTag,
): Promise<TagOutcome> {
  const standing = await rooms.tagging.byName(to.originalName);
  const involved = [...from, ...(standing ? [standing] : [])];
  const names = involved.map(({ originalName }) => originalName);
  const ids = await rooms.tagging.bearers(from.map(({ id }) => id));
  const before: TagsBefore = {
    tags: involved.map(plainTag),
    items: await itemsBefore(rooms, ids, names),
  };
  if (!standing) await rooms.tagging.add(to);
  const fromNames = from.map(({ originalName }) => originalName);
  const items = await changeItems(rooms, ids, (_id, tags) =>
    replaceTags(tags, fromNames, to.originalName),
  );
  await rooms.tagging.removeUnborne(fromNames.filter((name) => name !== to.originalName));
  const made = await rooms.tagging.byName(to.originalName);
  const changeId = await rooms.auditLog.recordOne({
    actorId: member.user.id,
    action: standing || from.length > 1 ? 'tag.merged' : 'tag.renamed',
    subjectType: 'tag',
    subjectId: String(made?.id ?? 0),
    before: { name: fromNames.join(', '), ...before },
    after: { name: to.originalName, nameRu: to.nameRu, nameEn: to.nameEn },
  });
  return { tagId: made?.id ?? 0, changeId, items };
}

/** A name by which another tag is known, in either language, is that tag's: the two become one. */
async function inOneTag(
  { items }: TagsTransaction,
  tag: NamedTag,
  input: RenameInput,
): Promise<RenameInput> {
  if (!input.originalName) return input;
  const [written = input.originalName] = await items.writtenTags([input.originalName]);
  return written === tag.originalName ? input : { ...input, originalName: written };
}

const sameNames = (one: KeptTag, other: KeptTag): boolean =>
  one.nameRu === other.nameRu && one.nameEn === other.nameEn;

/** Gives tags the names back that they had, as far as nobody has named them since. @throws DomainError CONFLICT where none is left */
async function putNamesBack(
  rooms: TagsTransaction,
  before: readonly KeptTag[],
  after: readonly KeptTag[],
): Promise<void> {
  const present = await rooms.tagging.lockNamed(before.map(({ originalName }) => originalName));
  const named = stillNamed(present, before, after);
  if (named.length === 0 && before.length > 0) throw cannotUndo();
  for (const { tag, was } of named)
    await rooms.tagging.names(tag.id, { ...was, isNamed: was.isNamed ?? false });
}

/** Puts tags in the place of the one that a change has put in theirs; answers how many services bear them again. */
async function putReplacedBack(
  rooms: TagsTransaction,
  before: TagsBefore,
  name: string,
): Promise<number> {
  for (const tag of before.tags) await rooms.tagging.add(tag);
  const tagsOf = new Map(before.items.map((item) => [item.id, item.tags]));
  const ids = [...tagsOf.keys()].toSorted((a, b) => a - b);
  const items = await changeItems(rooms, ids, (id, tags) =>
    putTagsBack(tags, name, tagsOf.get(id) ?? []),
  );
  if (!before.tags.some(({ originalName }) => originalName === name))
    await rooms.tagging.removeUnborne([name]);
  return items;
}

export const createTags = ({ activity, inTransaction }: Options) => ({
  /**
   * Gives a tag another name, or names in both languages. A name that another tag has already, in either language, merges the two.
   * @throws DomainError NOT_FOUND, INVALID for a tag that approves, CONFLICT (`beingDecided`) while somebody decides about a service that
   * bears it
   */
  async rename(viewer: Viewer, id: number, given: RenameInput): Promise<TagOutcome> {
    const member = requireAdmin(viewer);
    const input = parseInput(renameInput, given);
    return inTransaction(async (rooms) => {
      await rooms.mergeBases.lockOutRuns();
      await rooms.tagging.alone();
      const [tag] = await rooms.tagging.lock([id]);
      if (!tag) throw noTag();
      const to = renamed(tag, await inOneTag(rooms, tag, input));
      if (to.originalName !== tag.originalName) {
        refuseApprovals([tag], [to.originalName]);
        return replace(rooms, member, [tag], to);
      }
      if (sameNames(to, tag) && to.isNamed === tag.isNamed)
        return { tagId: id, changeId: null, items: 0 };
      await rooms.tagging.names(id, to);
      const before: TagsBefore = { tags: [plainTag(tag)], items: [] };
      const changeId = await rooms.auditLog.recordOne({
        actorId: member.user.id,
        action: 'tag.named',
        subjectType: 'tag',
        subjectId: String(id),
        before: { name: `${tag.nameRu} / ${tag.nameEn}`, ...before },
        after: { name: `${to.nameRu} / ${to.nameEn}`, tags: [to] },
      });
      return { tagId: id, changeId, items: 0 };
    });
  },

  /** Puts one tag in the place of others. @throws DomainError as `rename` */
  async merge(viewer: Viewer, fromIds: readonly number[], intoId: number): Promise<TagOutcome> {
    const member = requireAdmin(viewer);
    const wanted = parseInput(mergeTagsInput, [...new Set(fromIds)], 'fromIds').filter(
      (id) => id !== intoId,
    );
    return inTransaction(async (rooms) => {
      await rooms.mergeBases.lockOutRuns();
      await rooms.tagging.alone();
      const tags = await rooms.tagging.lock([...wanted, intoId]);
      const into = tags.find(({ id }) => id === intoId);
      const from = tags.filter(({ id }) => id !== intoId);
      if (!into || from.length < wanted.length) throw noTag();
      if (from.length === 0) return { tagId: intoId, changeId: null, items: 0 };
      refuseApprovals(tags, []);
      return replace(rooms, member, from, into);
    });
  },

  /** Takes a change of tags back, where services bear what it has left. @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`) */
  async undo(viewer: Viewer, changeId: number): Promise<TagOutcome> {
    const member = requireAdmin(viewer);
    const entry = await activity.one(changeId);
    if (entry?.subjectType !== 'tag') throw new DomainError('NOT_FOUND', 'There is no such change');
    const before = entry.before as unknown as TagsBefore & { name: string };
    const after = entry.after as { name: string; tags?: KeptTag[] };
    if (!Array.isArray(before.tags) || entry.action === 'tag.undone') throw cannotUndo();
    return inTransaction(async (rooms) => {
      await rooms.mergeBases.lockOutRuns();
      await rooms.tagging.alone();
      let items = 0;
      if (entry.action === 'tag.named') await putNamesBack(rooms, before.tags, after.tags ?? []);
      else items = await putReplacedBack(rooms, before, after.name);
      const tag = await rooms.tagging.byName(before.tags[0]?.originalName ?? '');
      // Done before: nothing bears what the change has left, and no tag comes back that nothing bears.
      if (entry.action !== 'tag.named' && items === 0 && before.items.length > 0) {
        await rooms.tagging.removeUnborne(before.tags.map(({ originalName }) => originalName));
        return { tagId: tag?.id ?? 0, changeId: null, items };
      }
      const undoneId = await rooms.auditLog.recordOne({
        actorId: member.user.id,
        action: 'tag.undone',
        subjectType: 'tag',
        subjectId: String(tag?.id ?? 0),
        before: { name: after.name },
        after: { name: before.name },
      });
      return { tagId: tag?.id ?? 0, changeId: undoneId, items };
    });
  },
});
