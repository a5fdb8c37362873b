/** What stands in the form that names many tags: what was typed, what is proposed, and what is sent of it. */
import type { NameTagsMutation, TagNamesInput, UnnamedTagsQuery } from './generated.ts';

export type UnnamedRow = UnnamedTagsQuery['unnamedTags']['rows'][number];
export type Side = 'Ru' | 'En';
export const sides: readonly Side[] = ['Ru', 'En'];

type Outcome = NameTagsMutation['nameTags']['rows'][number];
type Proposed = UnnamedRow['proposedRu'];

/** What is kept of a tag while the form is open: nothing of it goes with a new answer of the server. */
export interface Draft {
  typed: Partial<Record<Side, string>>;
  /** What the language model has said. */
  asked: Partial<Record<Side, Proposed>>;
  /** What somebody else has made of it meanwhile. */
  meanwhile?: Outcome;
  /** Why the server does not take what was typed. */
  refused?: string;
}

export type Drafts = Readonly<Record<string, Draft>>;

export const noDraft: Draft = { typed: {}, asked: {} };

interface Shown {
  text: string;
  /** Where the text comes from; null for what somebody has typed or named. */
  source: NonNullable<Proposed>['source'] | null;
}

/** What stands in a field. */
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
  // Once it was told what stands there now, saving again replaces that.
  const seen = draft.meanwhile?.tag ?? row.tag;
  return {
    id: row.tag.id,
    nameRu,
    nameEn,
    expectedNameRu: seen.nameRu,
    expectedNameEn: seen.nameEn,
  };
}

/** Rows in which nothing stands that was proposed in Russian or in English. */
export const incompleteRows = (rows: readonly UnnamedRow[], drafts: Drafts): UnnamedRow[] =>
  rows.filter((row) =>
    sides.some((side) => shownIn(row, drafts[row.tag.id] ?? noDraft, side).text.trim() === ''),
  );

/** The rows that the server says, and behind them those about which somebody must be told something. */
export function rowsToShow(
  answered: readonly UnnamedRow[],
  before: readonly UnnamedRow[],
  drafts: Drafts,
): UnnamedRow[] {
  const ids = new Set(answered.map(({ tag }) => tag.id));
  const told = before.filter(({ tag }) => !ids.has(tag.id) && drafts[tag.id]?.meanwhile);
  return [...answered, ...told];
}

/** What is left of the drafts when the server has answered: what was named is done. */
export function draftsAfter(drafts: Drafts, outcomes: readonly Outcome[]): Drafts {
  const next: Record<string, Draft> = { ...drafts };
  for (const outcome of outcomes) {
    if (outcome.outcome === 'changedMeanwhile' || outcome.outcome === 'gone')
      next[outcome.id] = { ...(next[outcome.id] ?? noDraft), meanwhile: outcome };
    else delete next[outcome.id];
  }
  return next;
}
