// Context of a request for the resolvers, whatever the transport.
import type { Viewer } from '../../modules/people/accounts/accounts.ts';
import type { Language } from '../../shared/language.ts';
import type { RateKind } from '../http/rateLimits.ts';
import type { Loaders, Services } from '../../composition.ts';
import type { TimeLimit } from '../../shared/requestTimeLimit.ts';

/** The browser at the other end: its session and its sign-in that has begun. */
export interface BrowserSession {
  /** Opens a session for a person and hands its cookie to the browser; a former session ends. */
  open(userId: number): Promise<void>;
  /** Ends the session on the server and in the browser. */
  close(): Promise<void>;
  /** Binds a sign-in that begins now to this browser; of too many the oldest is dropped. */
  beginSignIn(attempt: { state: string; secret: string }): void;
  /**
   * Ends the sign-in that began in this browser with `state`, the newest without one: takes its secret away, so that it
   * works once, and opens a session for whom `work` answers. When the provider or Loadout refuses the person, no session
   * is left, not even a former one.
   */
  completeSignIn<Result extends { user: { id: number } }>(
    state: string | null | undefined,
    work: (secret: string | null) => Promise<Result>,
  ): Promise<Result>;
}

export interface Context {
  viewer: Viewer;
  /** From Accept-Language: the language of messages and reasons. */
  language: Language;
  services: Services;
  loaders: Loaders;
  session: BrowserSession;
  requestId: string;
  /** Address of the caller, after the trusted proxies. */
  ip: string;
  /** Host name that the caller asked for. */
  host: string;
  /** Time limit of the request, all its operations together. */
  timeLimit: TimeLimit;
  /** Aborted when the answer is sent or nobody waits for it any more: for long work that is of no use then. */
  whenOver: () => AbortSignal;
  /** Whether the document is one of the REST facade's own: its cost is known and bounded by its row. */
  isOwnDocument: boolean;
  /** Calls that the transport has counted before it read the request; what is counted here is not counted again. */
  counted: Map<RateKind, number>;
}
