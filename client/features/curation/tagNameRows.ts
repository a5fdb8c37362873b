/** Rows of the form of tag names: typed, proposed and sent names. */
import type { NameTagsMutation, TagNamesInput, UnnamedTagsQuery } from './generated.ts';

export type UnnamedRow = UnnamedTagsQuery['unnamedTags']['rows'][number];
export type Side = 'Ru' | 'En';
export const sides: readonly Side[] = ['Ru', 'En'];

type Outcome = NameTagsMutation['nameTags']['rows'][number];
type Proposed = UnnamedRow['proposedRu'];

/** State of a tag while the form is open; it survives a refetch. */
export interface Draft {
  typed: Partial<Record<Side, string>>;
  /** Names proposed by the language model. */
  asked: Partial<Record<Side, Proposed>>;
  /** Concurrent change by somebody else. */
  meanwhile?: Outcome;
  /** Reason why the server refused the names. */
  refused?: string;
}

export type Drafts = Readonly<Record<string, Draft>>;

export const noDraft: Draft = { typed: {}, asked: {} };

interface Shown {
  text: string;
  /** Source of a proposed text; null for typed or saved names. */
  source: NonNullable<Proposed>['source'] | null;
}

/** Text of a field. */
export function shownIn({ tag, ...proposed }: UnnamedRow, draft: Draft, side: Side): Shown {
  const typed = draft.typed[side];
  if (typed !== undefined) return { text: typed, source: null };
  const name = tag[`name${side}`];
  if (name !== tag.originalName) return { text: name, source: null };
  const one = proposed[`proposed${side}`] ?? draft.asked[side];
  return one ? { text: one.name, source: one.source } : { text: '', source: null };
}

const isGone = (draft: Draft | undefined): boolean => draft?.meanwhile?.outcome === 'gone';

/** The names of a row, if both are there. */
export function readyRow(row: UnnamedRow, draft: Draft = noDraft): TagNamesInput | null {
  const [nameRu, nameEn] = sides.map((side) => shownIn(row, draft, side).text.trim());
  if (!nameRu || !nameEn || isGone(draft)) return null;
  // After a shown conflict, saving overwrites the newer names.
  const seen = draft.meanwhile?.tag ?? row.tag;
  return {
    id: row.tag.id,
    nameRu,
    nameEn,
    expectedNameRu: seen.nameRu,
    expectedNameEn: seen.nameEn,
  };
}

/** Rows with an empty field. */
export const incompleteRows = (rows: readonly UnnamedRow[], drafts: Drafts): UnnamedRow[] =>
  rows.filter((row) =>
    sides.some((side) => shownIn(row, drafts[row.tag.id] ?? noDraft, side).text.trim() === ''),
  );

/** The server's rows, followed by earlier rows with a conflict. */
export function rowsToShow(
  answered: readonly UnnamedRow[],
  before: readonly UnnamedRow[],
  drafts: Drafts,
): UnnamedRow[] {
  const ids = new Set(answered.map(({ tag }) => tag.id));
  const told = before.filter(({ tag }) => !ids.has(tag.id) && drafts[tag.id]?.meanwhile);
  return [...answered, ...told];
}

/** Drafts after saving: named tags are removed. */
export function draftsAfter(drafts: Drafts, outcomes: readonly Outcome[]): Drafts {
  const next: Record<string, Draft> = { ...drafts };
  for (const outcome of outcomes) {
    if (outcome.outcome === 'changedMeanwhile' || outcome.outcome === 'gone')
      next[outcome.id] = { ...(next[outcome.id] ?? noDraft), meanwhile: outcome };
    else delete next[outcome.id];
  }
  return next;
}
