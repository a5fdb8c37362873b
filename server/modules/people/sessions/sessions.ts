// A browser in which somebody is signed in.

export interface Session {
  id: number;
  /** What the browser said of itself when it signed in; null when it said nothing. */
  userAgent: string | null;
  startedAt: Date;
  /** To within ten minutes. */
  lastUsedAt: Date;
  expiresAt: Date;
}

/** One of the viewer's own. */
export interface OwnSession extends Session {
  /** Whether the viewer's request came with it. */
  isCurrent: boolean;
}
