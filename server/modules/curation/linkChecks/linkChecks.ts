// When an address counts as broken: two failures on different days. Sites that keep robots out are kept apart.

/** What one look at an address came to. */
export type LinkAnswer =
  /** It answered with a page; `movedTo` is where, when that is another address. */
  | { kind: 'ok'; status: string; movedTo?: string }
  /** It answered, but not to a robot: nothing is known about the page. */
  | { kind: 'blocked'; status: string }
  /** It answered that the page is not there, or failed. */
  | { kind: 'failing'; status: string }
  /** It did not answer at all: its fault or ours. */
  | { kind: 'unreachable'; status: string };

/** Opens addresses, politely and within limits; an answer that cannot be had is an answer too. */
export interface LinkProbe {
  check(url: string, signal: AbortSignal): Promise<LinkAnswer>;
}

export type LinkState = 'ok' | 'blocked' | 'failing' | 'broken';

/** What is known about the address of one item. */
export interface LinkCheck {
  itemId: number;
  url: string;
  checkedAt: Date;
  state: LinkState;
  /** HTTP status or one word, of the last look. */
  status: string;
  /** The first of the failures without a success between them; null when the last look was none. */
  firstFailedAt: Date | null;
  /** Where it led; null when it led nowhere else, or to no page. */
  movedTo: string | null;
}

/** Answers of sites that keep robots out, or want to be asked in another way; 451 and 999 are of the same kind. */
const blockingStatuses = new Set([401, 402, 403, 405, 406, 407, 429, 451, 999]);

/** What an HTTP status says about a link. @param status the last one, after redirects */
export function linkAnswerForStatus(status: number): LinkAnswer {
  const said = String(status);
  if (status >= 200 && status < 400) return { kind: 'ok', status: said };
  return { kind: blockingStatuses.has(status) ? 'blocked' : 'failing', status: said };
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * What is known after another look. A first failure makes an address `failing`; a further one on another day (in UTC)
 * makes it `broken`; any answer in between forgets the failures. Another address begins anew.
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

/** An answer and where it came from. */
export interface HostAnswer {
  host: string;
  answer: LinkAnswer;
}

const hasAnswered = (one: HostAnswer): boolean => one.answer.kind !== 'unreachable';
const unreachableShare = 0.8;

/** Whether so many hosts do not answer that the fault may be our own. */
export function areMostHostsUnreachable(heard: readonly HostAnswer[]): boolean {
  const hosts = new Set(heard.map((one) => one.host));
  const speaking = new Set(heard.filter(hasAnswered).map((one) => one.host));
  return hosts.size > 0 && hosts.size - speaking.size >= hosts.size * unreachableShare;
}

/** So many hosts at once are not silent by chance, even where there is no witness. */
const minHosts = 3;

/**
 * Whether the silence is our own fault: then it says nothing about the links. Witnesses are links that worked when they
 * were last looked at; one that speaks proves that we can hear.
 */
export function isOwnNetworkFailure(
  heard: readonly HostAnswer[],
  witnesses: readonly HostAnswer[],
): boolean {
  if (!areMostHostsUnreachable(heard) || witnesses.some(hasAnswered)) return false;
  return witnesses.length > 0 || new Set(heard.map((one) => one.host)).size >= minHosts;
}
