// The names of tags in both languages: which are lacking, and what is proposed for them. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine } from '../../../shared/validation.ts';
import type { CountedTag } from '../../catalogue/items/items.module.ts';

/** Where a proposed name comes from: the words of the search, the tag itself, a language model. */
export type NameSource = 'thesaurus' | 'tag' | 'model';

export interface ProposedName {
  name: string;
  source: NameSource;
}

/** Null where nothing is proposed: a name stands there already, or nobody knows one. */
export interface ProposedNames {
  proposedRu: ProposedName | null;
  proposedEn: ProposedName | null;
}

/** A tag that lacks a name in one language. */
export interface UnnamedTag extends ProposedNames {
  tag: CountedTag;
}

/** What a model proposes for a tag. */
export interface SuggestedNames extends ProposedNames {
  id: number;
}

/** What is known under a name in both languages. */
export interface BothNames {
  nameRu: string;
  nameEn: string;
}

const name = filledLine(limits.bookmark.tag);

const rowInput = z.strictObject({
  id: z.int().positive(),
  nameRu: name.nullish(),
  nameEn: name.nullish(),
  /** What stood there when the names were given: where something else does now, nothing is overwritten. */
  expectedNameRu: z.string().nullish(),
  expectedNameEn: z.string().nullish(),
});
export type TagNamesInput = z.input<typeof rowInput>;
export type TagNamesRow = z.output<typeof rowInput>;

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
          message: 'A tag is named twice',
          params: { code: 'same' },
        });
  });

export const suggestionIdsInput = z
  .array(z.int().positive())
  .min(1)
  .max(limits.lists.suggestedTagNames);

/** What has become of the names of one tag. */
export type TagNamingOutcome = 'named' | 'unchanged' | 'changedMeanwhile' | 'gone';

/** One tag of those that were to be named, as it is now; null where it is gone. */
export interface TagNamingRow {
  tagId: number;
  outcome: TagNamingOutcome;
  tag: CountedTag | null;
}

/** What naming many tags has come to. */
export interface TagNaming {
  rows: TagNamingRow[];
  /** The entry of the record, by which it is taken back; null where nothing has changed. */
  changeId: number | null;
}

interface TagWithNames {
  originalName: string;
  nameRu: string;
  nameEn: string;
  isNamed: boolean;
}

/** What the names of a tag become, or why they do not; what is left out stays. */
export function planNaming(
  tag: TagWithNames | undefined,
  row: TagNamesRow,
): { outcome: TagNamingOutcome; names: BothNames; isNamed: boolean } {
  const present = { nameRu: tag?.nameRu ?? '', nameEn: tag?.nameEn ?? '' };
  const names = { nameRu: row.nameRu ?? present.nameRu, nameEn: row.nameEn ?? present.nameEn };
  if (!tag) return { outcome: 'gone', names, isNamed: false };
  const isNamed = tag.isNamed || Boolean(row.nameRu && row.nameEn);
  // Sent twice: the first one has done it.
  if (names.nameRu === tag.nameRu && names.nameEn === tag.nameEn && isNamed === tag.isNamed)
    return { outcome: 'unchanged', names, isNamed };
  const isAsSeen =
    (row.expectedNameRu ?? tag.nameRu) === tag.nameRu &&
    (row.expectedNameEn ?? tag.nameEn) === tag.nameEn;
  return { outcome: isAsSeen ? 'named' : 'changedMeanwhile', names, isNamed };
}

/** A tag as words: what joins them in a tag is a space. */
const asWords = (originalName: string): string =>
  originalName.replaceAll(/[-_\s]+/gu, ' ').trim() || originalName;

const isRussian = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);

/** What is proposed for a tag where it is called only as it is written; `known` is what the search knows by that name. */
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

/** The port to a language model that names tags. */
export interface TagNamer {
  /**
   * What tags are called in both languages, in their order.
   * @throws DomainError UNAVAILABLE when the model does not answer as it must.
   */
  nameTags(tags: readonly string[]): Promise<BothNames[]>;
}

/** The answer of a model about so many tags: a name of each in both languages. */
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
