// Types of sessions.

export interface Session {
  id: number;
  /** User-Agent header at sign-in. */
  userAgent: string | null;
  startedAt: Date;
  /** To within ten minutes. */
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface OwnSession extends Session {
  /** True for the session of the viewer's request. */
  isCurrent: boolean;
}
