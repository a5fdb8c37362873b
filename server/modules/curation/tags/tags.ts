// Types and pure rules of tag changes, and of tag names in both languages.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine, tagLine } from '../../../shared/validation.ts';
import type { CountedTag } from '../../catalogue/items/items.module.ts';

const name = filledLine(limits.bookmark.tag);

export const renameInput = z.strictObject({
  originalName: tagLine(limits.bookmark.tag).nullish(),
  nameRu: name.nullish(),
  nameEn: name.nullish(),
});
export type RenameInput = z.input<typeof renameInput>;

export const mergeTagsInput = z.array(z.int().positive()).min(1).max(limits.lists.tagsMerged);

export interface NamedTag {
  id: number;
  originalName: string;
  nameRu: string;
  nameEn: string;
  /** True when an admin has confirmed the names in both languages. */
  isNamed: boolean;
  isApproval: boolean;
}

/** A tag in the audit log; old entries lack `isNamed`. */
export type StoredTag = Pick<NamedTag, 'originalName' | 'nameRu' | 'nameEn'> & {
  isNamed?: boolean;
};

export const toStoredTag = ({ originalName, nameRu, nameEn, isNamed }: NamedTag) => ({
  originalName,
  nameRu,
  nameEn,
  isNamed,
});

/** State before a change of tags, stored as JSON in the audit log for an undo. */
export type TagsBefore = {
  tags: StoredTag[];
  /** The changed tags of each item that had one of them. */
  items: { id: number; tags: string[] }[];
};

export interface TagOutcome {
  tagId: number;
  /** The audit log entry for `undo`; null if nothing has changed. */
  changeId: number | null;
  /** Number of items whose tags have changed. */
  items: number;
}

/** The names of a tag after a change; a name equal to the tag changes with it. */
export function renameTag(tag: NamedTag, given: z.output<typeof renameInput>): Required<StoredTag> {
  const originalName = given.originalName ?? tag.originalName;
  const nameAfter = (name: string) =>
    name === tag.originalName && !tag.isNamed ? originalName : name;
  return {
    originalName,
    nameRu: given.nameRu ?? nameAfter(tag.nameRu),
    nameEn: given.nameEn ?? nameAfter(tag.nameEn),
    isNamed: tag.isNamed || Boolean(given.nameRu && given.nameEn),
  };
}

/** Tags whose names are unchanged since a change. */
export const findUnchangedNames = (
  present: readonly NamedTag[],
  before: readonly StoredTag[],
  after: readonly StoredTag[],
): { tag: NamedTag; was: StoredTag }[] =>
  before.flatMap((was) => {
    const tag = present.find(({ originalName }) => originalName === was.originalName);
    const given = after.find(({ originalName }) => originalName === was.originalName);
    const isUnchanged = !given || (given.nameRu === tag?.nameRu && given.nameEn === tag.nameEn);
    return tag && isUnchanged ? [{ tag, was }] : [];
  });

/** Tags of an item with some of them replaced by one, at the first position. */
export const replaceTags = (
  tags: readonly string[],
  from: readonly string[],
  to: string,
): string[] => [...new Set(tags.map((tag) => (from.includes(tag) ? to : tag)))];

/** Reverts `replaceTags`; items without the tag stay unchanged. */
export const restoreTags = (
  tags: readonly string[],
  to: string,
  before: readonly string[],
): string[] => [...new Set(tags.flatMap((tag) => (tag === to ? before : [tag])))];

/** Source of a proposed name: the search vocabulary, the tag itself, or the language model. */
type NameSource = 'thesaurus' | 'tag' | 'model';

interface ProposedName {
  name: string;
  source: NameSource;
}

/** Proposed names; null if there already is a name or there is no proposal. */
interface ProposedNames {
  proposedRu: ProposedName | null;
  proposedEn: ProposedName | null;
}

/** A tag without a name in one language. */
export interface UnnamedTag extends ProposedNames {
  tag: CountedTag;
}

export interface SuggestedNames extends ProposedNames {
  id: number;
}

export interface BothNames {
  nameRu: string;
  nameEn: string;
}

const rowInput = z.strictObject({
  id: z.int().positive(),
  nameRu: name.nullish(),
  nameEn: name.nullish(),
  /** The names that the admin saw; other names are not overwritten. */
  expectedNameRu: z.string().nullish(),
  expectedNameEn: z.string().nullish(),
});
export type TagNamesInput = z.input<typeof rowInput>;
type TagNamesRow = z.output<typeof rowInput>;

export const namesInput = z
  .array(rowInput)
  .min(1)
  .max(limits.lists.tagsNamed)
  .superRefine((rows, context) => {
    for (const [place, { id }] of rows.entries())
      if (rows.findIndex((row) => row.id === id) < place)
        context.addIssue({
          code: 'custom',
          path: [place, 'id'],
          message: 'Each tag can be named only once',
          params: { code: 'same' },
        });
  });

export const suggestionIdsInput = z
  .array(z.int().positive())
  .min(1)
  .max(limits.lists.suggestedTagNames);

type TagNamingOutcome = 'named' | 'unchanged' | 'changedMeanwhile' | 'gone';

/** The current state of one named tag; null if it was deleted. */
export interface TagNamingRow {
  tagId: number;
  outcome: TagNamingOutcome;
  tag: CountedTag | null;
}

export interface TagNaming {
  rows: TagNamingRow[];
  /** The audit log entry for an undo; null if nothing has changed. */
  changeId: number | null;
}

interface TagWithNames {
  originalName: string;
  nameRu: string;
  nameEn: string;
  isNamed: boolean;
}

/** The new names of a tag, or the reason to keep them; missing names stay unchanged. */
export function planNaming(
  tag: TagWithNames | undefined,
  row: TagNamesRow,
): { outcome: TagNamingOutcome; names: BothNames; isNamed: boolean } {
  const present = { nameRu: tag?.nameRu ?? '', nameEn: tag?.nameEn ?? '' };
  const names = { nameRu: row.nameRu ?? present.nameRu, nameEn: row.nameEn ?? present.nameEn };
  if (!tag) return { outcome: 'gone', names, isNamed: false };
  const isNamed = tag.isNamed || Boolean(row.nameRu && row.nameEn);
  // A repeated call.
  if (names.nameRu === tag.nameRu && names.nameEn === tag.nameEn && isNamed === tag.isNamed)
    return { outcome: 'unchanged', names, isNamed };
  const isAsSeen =
    (row.expectedNameRu ?? tag.nameRu) === tag.nameRu &&
    (row.expectedNameEn ?? tag.nameEn) === tag.nameEn;
  return { outcome: isAsSeen ? 'named' : 'changedMeanwhile', names, isNamed };
}

/** The words of a tag, separated by spaces. */
const asWords = (originalName: string): string =>
  originalName.replaceAll(/[-_\s]+/gu, ' ').trim() || originalName;

const isRussian = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);

/** Proposed names where the name equals the tag; `known` are the names of a search concept. */
export function proposeNames(tag: TagWithNames, known: BothNames | null): ProposedNames {
  const proposed = (present: string, word: string | undefined, isIts: boolean) => {
    if (present !== tag.originalName) return null;
    if (word) return { name: word, source: 'thesaurus' as const };
    return isIts ? { name: asWords(tag.originalName), source: 'tag' as const } : null;
  };
  return {
    proposedRu: proposed(tag.nameRu, known?.nameRu, isRussian(tag.originalName)),
    proposedEn: proposed(tag.nameEn, known?.nameEn, !isRussian(tag.originalName)),
  };
}

/** Port to the language model that names tags. */
export interface TagNamer {
  /**
   * Names of tags in both languages, in the given order.
   * @throws DomainError UNAVAILABLE when the model gives no valid answer
   */
  nameTags(tags: readonly string[]): Promise<BothNames[]>;
}

/** Schema of the model's answer: a name per tag and language. */
export const namedTags = (count: number) =>
  z.strictObject({
    names: z
      .array(
        z.strictObject({
          ru: name.refine(isRussian),
          en: name.refine((text) => !isRussian(text)),
        }),
      )
      .length(count),
  });
