// Tokens for other internal tools.
import type { TokenScope } from './accounts.ts';

export interface ApiToken {
  id: number;
  name: string;
  /** First characters of the token, to tell tokens apart. */
  prefix: string;
  scope: TokenScope;
  createdBy: number | null;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}
