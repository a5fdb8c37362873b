// Judges answers: how many of the right items are on the first page, how high the first right one stands.
import type { JudgedItem } from './searchCatalogue.ts';

/** A search and what it should find; the judgements were written before the search was tuned. */
export interface JudgedQuery {
  group: string;
  query: string;
  /** English titles (else Russian ones) of the items that are meant; one of them should come first. */
  names?: string[];
  /** Titles of items that should be found, in any order. */
  items?: string[];
  /** Tags whose items should be found, in any order. */
  tags?: string[];
  /** Never looked at while the search was tuned. */
  heldOut?: boolean;
}

/** Answers the ids of the first page. */
export type Engine = (query: string) => Promise<number[]>;

export interface Score {
  group: string;
  queries: number;
  recall: number;
  mrr: number;
  /** Share of the queries for a name that show it first; null when the group asks for no names. */
  nameFirst: number | null;
}

export interface Answer {
  judged: JudgedQuery;
  recall: number;
  reciprocalRank: number;
  isNameFirst: boolean | null;
  first: string;
}

export const pageLength = 12;

const titleOf = (item: JudgedItem | undefined): string => item?.titleEn ?? item?.titleRu ?? '';

/** Asks an engine every query. */
export async function answers(
  engine: Engine,
  queries: readonly JudgedQuery[],
  items: readonly JudgedItem[],
): Promise<Answer[]> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const result: Answer[] = [];
  for (const judged of queries) {
    const wantedTitles = new Set([...(judged.names ?? []), ...(judged.items ?? [])]);
    const wantedTags = new Set(judged.tags);
    const isWanted = (item: JudgedItem | undefined): boolean =>
      item !== undefined &&
      (wantedTitles.has(titleOf(item)) || item.tags.some((tag) => wantedTags.has(tag)));
    const wantedCount = items.filter(isWanted).length;
    if (wantedCount === 0) throw new Error(`Nothing in the catalogue answers to ${judged.query}`);
    const page = (await engine(judged.query)).slice(0, pageLength).map((id) => byId.get(id));
    const rank = page.findIndex(isWanted) + 1;
    result.push({
      judged,
      recall: page.filter(isWanted).length / Math.min(pageLength, wantedCount),
      reciprocalRank: rank === 0 ? 0 : 1 / rank,
      isNameFirst: judged.names ? judged.names.includes(titleOf(page[0])) : null,
      first: titleOf(page[0]),
    });
  }
  return result;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The score of some answers under one name. */
export function scoreOf(group: string, given: readonly Answer[]): Score {
  const named = given.flatMap((answer) =>
    answer.isNameFirst === null ? [] : [answer.isNameFirst ? 1 : 0],
  );
  return {
    group,
    queries: given.length,
    recall: mean(given.map((answer) => answer.recall)),
    mrr: mean(given.map((answer) => answer.reciprocalRank)),
    nameFirst: named.length > 0 ? mean(named) : null,
  };
}
