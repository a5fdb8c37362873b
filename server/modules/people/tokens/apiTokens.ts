// Types of API tokens.
import type { TokenScope } from '../accounts/accounts.ts';

export interface ApiToken {
  id: number;
  name: string;
  /** First characters of the token, to tell tokens apart. */
  prefix: string;
  scope: TokenScope;
  /** User for whom it acts: its maker, or the tool of a service token. */
  createdBy: number | null;
  /** Admin who made a service token, else null. */
  madeBy: number | null;
  isService: boolean;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}
