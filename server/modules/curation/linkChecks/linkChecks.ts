// Link check rules: a link is broken after failures on two different days.

/** Result of probing a link. */
export type LinkAnswer =
  /** A page; `movedTo` is its address after redirects, if it differs. */
  | { kind: 'ok'; status: string; movedTo?: string }
  /** A refusal of robots, which says nothing about the page. */
  | { kind: 'blocked'; status: string }
  /** An error or a missing page. */
  | { kind: 'failing'; status: string }
  /** No answer, because of the host or the own network. */
  | { kind: 'unreachable'; status: string };

/** Port that probes a link within limits; it never throws for a failing link. */
export interface LinkProbe {
  check(url: string, signal: AbortSignal): Promise<LinkAnswer>;
}

export type LinkState = 'ok' | 'blocked' | 'failing' | 'broken';

/** State of the link of one item. */
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

/** Statuses of sites that refuse robots or need another request. */
const blockingStatuses = new Set([401, 402, 403, 405, 406, 407, 429, 451, 999]);

/** Classifies an HTTP status. @param status the last one, after redirects */
export function linkAnswerForStatus(status: number): LinkAnswer {
  const said = String(status);
  if (status >= 200 && status < 400) return { kind: 'ok', status: said };
  return { kind: blockingStatuses.has(status) ? 'blocked' : 'failing', status: said };
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * The state after another check. The first failure makes a link `failing`, a failure on another day (UTC) makes it
 * `broken`; a success or another address resets it.
 */
export function nextLinkCheck(
  previous: LinkCheck | null,
  look: { itemId: number; url: string; answer: LinkAnswer; at: Date },
): LinkCheck {
  const { itemId, url, answer, at } = look;
  const movedTo = answer.kind === 'ok' ? (answer.movedTo ?? null) : null;
  const known = { itemId, url, checkedAt: at, status: answer.status, movedTo };
  if (answer.kind === 'ok' || answer.kind === 'blocked')
    return { ...known, state: answer.kind, firstFailedAt: null };
  const before = previous?.url === url ? previous : null;
  const firstFailedAt = before?.firstFailedAt ?? at;
  const isBroken = before?.state === 'broken' || dayOf(firstFailedAt) !== dayOf(at);
  return { ...known, state: isBroken ? 'broken' : 'failing', firstFailedAt };
}

/** Result of a probe with its host. */
export interface HostAnswer {
  host: string;
  answer: LinkAnswer;
}

const hasAnswered = (one: HostAnswer): boolean => one.answer.kind !== 'unreachable';
const unreachableShare = 0.8;

/** Whether so many hosts are unreachable that the own network may have failed. */
export function areMostHostsUnreachable(heard: readonly HostAnswer[]): boolean {
  const hosts = new Set(heard.map((one) => one.host));
  const speaking = new Set(heard.filter(hasAnswered).map((one) => one.host));
  return hosts.size > 0 && hosts.size - speaking.size >= hosts.size * unreachableShare;
}

/** Number of unreachable hosts that proves an own failure without control links. */
const minHosts = 3;

/**
 * Whether the own network has failed, so that unreachable hosts say nothing about the links.
 * @param witnesses results of links that worked at their last check; one answer proves that the network works
 */
export function isOwnNetworkFailure(
  heard: readonly HostAnswer[],
  witnesses: readonly HostAnswer[],
): boolean {
  if (!areMostHostsUnreachable(heard) || witnesses.some(hasAnswered)) return false;
  return witnesses.length > 0 || new Set(heard.map((one) => one.host)).size >= minHosts;
}
