// Deletion of an account, and disconnection of its Telegram account, on the command line.
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { AuditLog } from '../auditLog/auditLog.module.ts';
import type { AdminsStore } from './people.store.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import type { IdentitiesStore } from '../signIn/identities.store.ts';
import type { PersonDeletionStore } from './personDeletion.store.ts';
import { type SessionsStore, endUserSessions, revokeAccess } from '../sessions/sessions.store.ts';
import type { SignInStore } from '../signIn/signIn.store.ts';
import { hasWorkAccount } from '../signIn/signInFlows.ts';

interface DeletionStores {
  deletion: PersonDeletionStore;
  identities: Pick<IdentitiesStore, 'providersOf'>;
  admins: Pick<AdminsStore, 'admins'>;
  sessions: Pick<SessionsStore, 'removeAllOf'>;
  oneTimeTokens: Pick<SignInStore, 'removeAllUnused'>;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  endFeeds(userId: number): Promise<void>;
  auditLog: Pick<AuditLog, 'record'>;
  /** Stops the creation of notifications, which copies names, until the transaction ends. */
  lockNotificationMaker(): Promise<void>;
}

interface Options {
  inTransaction: RunInTransaction<DeletionStores>;
  clock: Clock;
}

const auditEntry = (action: string, id: number) => ({
  actorId: null,
  action,
  subjectType: 'user',
  subjectId: String(id),
  before: null,
  after: null,
});

/** Requires another active admin; a demo admin does not count for a real one. */
async function refuseLastAdmin({ admins }: Pick<DeletionStores, 'admins'>, id: number) {
  const all = await admins.admins();
  const deleted = all.find((admin) => admin.id === id);
  const successors = all.filter((admin) => admin.id !== id && (deleted?.isDemo || !admin.isDemo));
  if (deleted && successors.length === 0)
    throw new DomainError(
      'CONFLICT',
      'The last admin cannot be deleted. Make another admin first',
      {
        reason: 'lastAdmin',
      },
    );
}

export const createPersonDeletion = ({ inTransaction, clock }: Options) => ({
  /**
   * Deletes a person with their access, settings, use cases, likes, notifications, open requests and loadouts. Decided
   * requests, closed complaints, official loadouts and the audit log stay without the name. False for an unknown
   * person.
   * @throws DomainError CONFLICT (`lastAdmin`)
   */
  remove: (id: number): Promise<boolean> =>
    inTransaction(async (stores) => {
      await stores.lockNotificationMaker();
      const person = await stores.deletion.hold(id);
      if (!person) return false;
      if (person.isAdmin) await refuseLastAdmin(stores, id);
      await revokeAccess(stores, id, clock());
      await stores.deletion.removeBotMessages(id);
      await stores.deletion.removeWork(id);
      await stores.deletion.removeRequests(id, person);
      await stores.deletion.removeTraces(id, person);
      await stores.deletion.remove(id);
      await stores.auditLog.record(auditEntry('person.deleted', id));
      return true;
    }),

  /**
   * Disconnects a person's Telegram account and signs them out. False when there was none.
   * @throws DomainError NOT_FOUND, CONFLICT (`onlyWayIn`) for a person who can sign in only with Telegram
   */
  disconnectTelegram: (id: number): Promise<boolean> =>
    inTransaction(async (stores) => {
      const person = await stores.deletion.hold(id);
      if (!person) throw new DomainError('NOT_FOUND', 'There is no such account');
      const providers = await stores.identities.providersOf(id);
      const canSignIn = person.telegramId !== null || providers.includes('telegram');
      // Demo accounts have a Telegram name without an id.
      if (!canSignIn && person.telegramUsername === null) return false;
      if (canSignIn && !hasWorkAccount(providers))
        throw new DomainError(
          'CONFLICT',
          'This person can sign in only with Telegram. Delete the account instead',
          { reason: 'onlyWayIn' },
        );
      await endUserSessions(stores, id);
      await stores.deletion.removeBotMessages(id);
      await stores.deletion.removeTelegram(id, clock());
      await stores.auditLog.record(auditEntry('person.telegramDisconnected', id));
      return true;
    }),
});
