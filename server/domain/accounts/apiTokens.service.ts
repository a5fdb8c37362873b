// Tokens of other internal tools: who acts through one.
import type { Clock } from '../../shared/clock.ts';
import { hashSecret } from '../../shared/secrets.ts';
import { visitor, type Viewer } from './accounts.ts';
import type { ApiTokensStore } from './apiTokens.store.ts';

/** How often the last use of a token is written at most. */
const touchEveryMs = 60_000;

export const createApiTokens = ({ store, clock }: { store: ApiTokensStore; clock: Clock }) => ({
  /** Who a token acts for; a visitor when it is unknown, expired or revoked. */
  async viewerOf(token: string): Promise<Viewer> {
    const now = clock();
    const owner = await store.owner(hashSecret(token), now);
    if (!owner) return visitor;
    if (!owner.lastUsedAt || now.getTime() - owner.lastUsedAt.getTime() > touchEveryMs) {
      await store.touch(owner.tokenId, now);
    }
    return { kind: 'member', user: owner.user, company: owner.company, via: owner.scope };
  },
});

export type ApiTokens = ReturnType<typeof createApiTokens>;
