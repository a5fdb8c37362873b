// Insights: weeks, and the rule for withholding numbers of few people. Pure.
import { limits } from '../../config/limits.ts';
import { dayMs, utcDay } from '../../shared/durations.ts';

const { fewestPeople } = limits.insights;
const weekMs = 7 * dayMs;

/** Period and companies of a report, and its precision. */
export interface InsightsScope {
  since: Date;
  until: Date;
  /** Null for all companies. */
  companyKey: string | null;
  /** True for admins. */
  isExact: boolean;
}

/** A number of actions, and the number of people behind them. */
export interface Tally {
  count: number;
  people: number;
}

export interface InsightCount {
  /** Null when withheld. */
  count: number | null;
  isFewerThanFive: boolean;
}

export type Disclosure = (tally: Tally) => InsightCount;

/**
 * Numbers as the reader may know them: exact for admins. Other readers can derive no number of fewer than five people,
 * even by differences:
 * - Numbers below five, of people or actions, are withheld, and so is zero.
 * - Others are rounded down to a multiple of five, so that two answers that differ by one person do not reveal it.
 * - No number is shown beside the parts of its sum (weeks of an item, requests of a step), because parts of at most
 * four could be computed. Weeks begin on Mondays in every period, so that a week has one number.
 * - An approver reads one company, so nothing can be subtracted from a total of all.
 * - Order and choice of items follow the disclosed numbers; `leastTold` is for the statements that choose.
 */
export const disclosure =
  (isExact: boolean): Disclosure =>
  ({ count, people }) => {
    if (isExact) return { count, isFewerThanFive: false };
    if (Math.min(count, people) < fewestPeople) return { count: null, isFewerThanFive: true };
    return { count: count - (count % fewestPeople), isFewerThanFive: false };
  };

/** The smallest disclosed number, and the step of all. */
export const leastTold = ({ isExact }: InsightsScope): number => (isExact ? 1 : fewestPeople);

/** Monday 00:00 UTC of the week of a time. */
export function weekOf(at: Date): Date {
  const day = Math.floor(at.getTime() / dayMs);
  // Day 0 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * dayMs);
}

export interface Week {
  /** For example `2026-08-31`. */
  weekStart: string;
  /** Its end, or now. */
  end: Date;
}

/** The weeks from one time to another, both included. */
export function weeksBetween(since: Date, until: Date): Week[] {
  const weeks: Week[] = [];
  for (let start = weekOf(since).getTime(); start <= until.getTime(); start += weekMs)
    weeks.push({
      weekStart: utcDay(new Date(start)),
      end: new Date(Math.min(start + weekMs, until.getTime())),
    });
  return weeks;
}

/** The part of a period that has data. */
export function withData(scope: InsightsScope, begin: Date | null) {
  const isWhole = begin === null || begin <= scope.since;
  return {
    since: isWhole ? scope.since : begin,
    dataBeginsOn: isWhole ? null : utcDay(begin),
  };
}

/** New and removed likes of an item, and the people behind them. */
export interface TrendRow {
  itemId: number;
  title: string;
  added: number;
  addedPeople: number;
  removed: number;
  removedPeople: number;
}

export interface Trend {
  itemId: number;
  title: string;
  added: InsightCount;
  removed: InsightCount;
  weeks: { weekStart: string; added: number; removed: number }[];
}

export interface CompanyAdoption {
  companyKey: string | null;
  weeks: { weekStart: string; people: InsightCount; activeAccounts: InsightCount }[];
}

export interface ItemUsers {
  itemId: number;
  title: string;
  users: InsightCount;
}

export const accessSteps = ['first_reply', 'decision', 'access_given'] as const;
export type AccessStep = (typeof accessSteps)[number];

export const accessOutcomes = ['waiting', 'granted', 'declined', 'withdrawn'] as const;
export type AccessOutcome = (typeof accessOutcomes)[number];

export const complaintAges = ['under_3_days', 'from_3_to_7_days', 'over_7_days'] as const;
export type ComplaintAge = (typeof complaintAges)[number];

/** Waiting times of a step, before disclosure. */
export interface WaitingRow {
  step: AccessStep;
  companyKey: string | null;
  isOverall: boolean;
  requests: number;
  people: number;
  medianHours: number;
  p90Hours: number;
}

export interface Waiting {
  step: AccessStep;
  companyKey: string | null;
  medianHours: number | null;
  p90Hours: number | null;
  requests: number | null;
}

/** Waiting times as the reader may know them; the number of requests is the sum of outcomes, which approvers read. */
export function discloseWaiting(row: WaitingRow, isExact: boolean): Waiting {
  const { step, companyKey } = row;
  const round = (hours: number): number =>
    isExact ? Math.round(hours * 10) / 10 : Math.round(hours);
  const isTold = isExact || row.people >= fewestPeople;
  return {
    step,
    companyKey,
    medianHours: isTold ? round(row.medianHours) : null,
    p90Hours: isTold ? round(row.p90Hours) : null,
    requests: isExact ? row.requests : null,
  };
}
