// Link check rules: a link is broken when its page or host was missing on two different days.
import { utcDay } from '../../../shared/durations.ts';

/** Result of probing a link. */
export type LinkAnswer =
  /** A page; `movedTo` is its address after redirects, if it differs. */
  | { kind: 'ok'; status: string; movedTo?: string }
  /** A response that is inconclusive about the page, such as a bot check or a server error. */
  | { kind: 'blocked'; status: string; retryAfterMs?: number }
  /** A missing page. */
  | { kind: 'failing'; status: string }
  /** No response, because of the host or Loadout's own network; conclusive only if the host does not exist. */
  | { kind: 'unreachable'; status: string };

/** Port that probes a link within limits; it never throws for a failing link. */
export interface LinkProbe {
  check(url: string, signal: AbortSignal): Promise<LinkAnswer>;
}

/** `blocked` means that the link cannot be checked. */
export type LinkState = 'ok' | 'blocked' | 'failing' | 'broken';

export interface LinkCheck {
  itemId: number;
  url: string;
  checkedAt: Date;
  state: LinkState;
  /** HTTP status or error code of the last check. */
  status: string;
  /** Time of the first failure in a row; null if the last check did not fail. */
  firstFailedAt: Date | null;
  /** Target of its redirect; null if there is none. */
  movedTo: string | null;
}

/** Statuses and error codes of a missing page or host. */
const missingStatuses = new Set(['404', '410', 'ENOTFOUND']);

/** Classifies an HTTP status. @param status the last one, after redirects */
export function classifyLinkAnswer(status: number): LinkAnswer {
  const isOk = status >= 200 && status < 300;
  const said = String(status);
  const kind = missingStatuses.has(said) ? 'failing' : 'blocked';
  return { kind: isOk ? 'ok' : kind, status: said };
}

/** Reasons why a link cannot be checked, each with its statuses and error codes. */
const uncheckedReasons = {
  guarded: /^(?:401|402|403|406|407|418|429|451|503|52\d|530|999|challenge)$/,
  server_error: /^5\d\d$/,
  redirects: /^(?:3\d\d|too many redirects|unreadable redirect)$/,
  certificate: /CERT|SIGNATURE|TLS|SSL|EPROTO|HOSTNAME/,
  malformed: /^(?:HPE_|ERR_)/,
  timeout: /TIMEDOUT|no connection/,
  not_public: /^not public$/,
  refused_request: /^4\d\d$/,
  no_answer: /./,
} as const;
export type UncheckedReason = keyof typeof uncheckedReasons;

/** Reason why a link cannot be checked; null for working and missing links. */
export function findUncheckedReason({
  state,
  status,
}: Pick<LinkCheck, 'state' | 'status'>): UncheckedReason | null {
  if (state !== 'blocked') return null;
  const reasons = Object.entries(uncheckedReasons) as [UncheckedReason, RegExp][];
  return reasons.find(([, statuses]) => statuses.test(status))?.[0] ?? 'no_answer';
}

/**
 * The state after another check. The first missing page makes a link `failing`, one on another day (UTC) makes it
 * `broken`. A success or another address resets it; an inconclusive check changes nothing.
 */
export function nextLinkCheck(
  previous: LinkCheck | null,
  look: { itemId: number; url: string; answer: LinkAnswer; at: Date },
): LinkCheck {
  const { itemId, url, answer, at } = look;
  const movedTo = answer.kind === 'ok' ? (answer.movedTo ?? null) : null;
  const known = { itemId, url, checkedAt: at, status: answer.status, movedTo };
  const before = previous?.url === url ? previous : null;
  if (answer.kind === 'ok') return { ...known, state: 'ok', firstFailedAt: null };
  if (!missingStatuses.has(answer.status))
    return before?.firstFailedAt && missingStatuses.has(before.status)
      ? { ...before, checkedAt: at }
      : { ...known, state: 'blocked', firstFailedAt: null };
  const firstFailedAt = before?.firstFailedAt ?? at;
  const isBroken = before?.state === 'broken' || utcDay(firstFailedAt) !== utcDay(at);
  return { ...known, state: isBroken ? 'broken' : 'failing', firstFailedAt };
}

/** Result of a probe with its host. */
export interface HostAnswer {
  host: string;
  answer: LinkAnswer;
}

const hasAnswered = (one: HostAnswer): boolean => one.answer.kind !== 'unreachable';
const unreachableShare = 0.8;

/** True when so many hosts are unreachable that Loadout's own network may have failed. */
export function areMostHostsUnreachable(heard: readonly HostAnswer[]): boolean {
  const hosts = new Set(heard.map((one) => one.host));
  const speaking = new Set(heard.filter(hasAnswered).map((one) => one.host));
  return hosts.size > 0 && hosts.size - speaking.size >= hosts.size * unreachableShare;
}

/** Number of unreachable hosts that proves a failure of the own network without control links. */
const minHosts = 3;

/**
 * True when Loadout's own network has failed, so that unreachable hosts prove nothing about the links.
 * @param witnesses results of links that worked at their last check; a single response proves that the network works
 */
export function isOwnNetworkFailure(
  heard: readonly HostAnswer[],
  witnesses: readonly HostAnswer[],
): boolean {
  if (!areMostHostsUnreachable(heard) || witnesses.some(hasAnswered)) return false;
  return witnesses.length > 0 || new Set(heard.map((one) => one.host)).size >= minHosts;
}
