// Context of a request for the resolvers, for every transport.
import type { Viewer } from '../../modules/people/accounts/accounts.ts';
import type { Language } from '../../shared/language.ts';
import type { RateKind } from '../http/rateLimits.ts';
import type { Loaders, Services } from '../../composition.ts';
import type { TimeLimit } from '../../shared/requestTimeLimit.ts';

/** Session and pending sign-ins of the caller's browser. */
export interface BrowserSession {
  /** Opens a session for a person and sets its cookie; a former session ends. */
  open(userId: number): Promise<void>;
  /** Ends the session on the server and in the browser. */
  close(): Promise<void>;
  /** Binds a new sign-in to this browser; over the limit the oldest one is dropped. */
  beginSignIn(attempt: { state: string; secret: string }): void;
  /**
   * Completes the sign-in that began in this browser with `state`, by default the newest: removes its secret, so that it works
   * once, and opens a session for the user that `work` returns. When the provider or Loadout refuses the person, an earlier session
   * ends too.
   */
  completeSignIn<Result extends { user: { id: number } }>(
    state: string | null | undefined,
    work: (secret: string | null) => Promise<Result>,
  ): Promise<Result>;
}

export interface Context {
  viewer: Viewer;
  /** Language of messages and reasons, from Accept-Language. */
  language: Language;
  services: Services;
  loaders: Loaders;
  session: BrowserSession;
  requestId: string;
  /** Address of the caller, behind the trusted proxies. */
  ip: string;
  /** Requested host name. */
  host: string;
  /** Time limit of the request, shared by all its operations. */
  timeLimit: TimeLimit;
  /** Signal that aborts when the answer is sent or the caller has disconnected, to stop work that nobody needs. */
  whenOver: () => AbortSignal;
  /** True for a document of the REST facade, whose cost is bounded by its row. */
  isOwnDocument: boolean;
  /** Calls that the transport counted before it read the request; they are not counted again. */
  counted: Map<RateKind, number>;
}
