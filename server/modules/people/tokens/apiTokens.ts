// Tokens with which tools act for a person.
import type { TokenScope } from '../accounts/accounts.ts';

export interface ApiToken {
  id: number;
  name: string;
  /** First characters of the token, to tell tokens apart. */
  prefix: string;
  scope: TokenScope;
  /** For whom it acts: the person who made it, or the tool of a service token. */
  createdBy: number | null;
  /** Of a service token: the admin who made it. */
  madeBy: number | null;
  /** Whether it is a service token. */
  isService: boolean;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}
