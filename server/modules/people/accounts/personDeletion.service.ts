// A person's account is deleted with all that is theirs, or loses its Telegram: each is one transaction, and on record.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { AuditLog } from '../auditLog/auditLog.service.ts';
import type { AdminsStore } from './admins.store.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import type { IdentitiesStore } from '../signIn/identities.store.ts';
import type { PersonDeletionStore } from './personDeletion.store.ts';
import type { SessionsStore } from '../sessions/sessions.store.ts';
import type { SignInStore } from '../signIn/signIn.store.ts';
import { endUserSessions, revokeAccess } from './credentialRevocation.ts';

interface DeletionRooms {
  deletion: PersonDeletionStore;
  people: Pick<IdentitiesStore, 'providersOf'>;
  admins: Pick<AdminsStore, 'admins'>;
  sessions: Pick<SessionsStore, 'removeAllOf'>;
  tokens: Pick<SignInStore, 'removeAllUnused'>;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  endFeeds(userId: number): Promise<void>;
  activity: Pick<AuditLog, 'record'>;
  /** Nobody makes notifications until the end of the transaction: who does copies names, and holds people after the maker. */
  holdMaker(): Promise<void>;
}

interface Options {
  inTransaction<Result>(work: (rooms: DeletionRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const entry = (action: string, id: number) => ({
  actorId: null,
  action,
  subjectType: 'user',
  subjectId: String(id),
  before: null,
  after: null,
});

/** Somebody who may sign in stays admin; after a real admin that is none of the demo's. */
async function refuseLastAdmin({ admins }: Pick<DeletionRooms, 'admins'>, id: number) {
  const all = await admins.admins();
  const going = all.find((admin) => admin.id === id);
  const successors = all.filter((admin) => admin.id !== id && (going?.isDemo || !admin.isDemo));
  if (going && successors.length === 0)
    throw new DomainError('CONFLICT', 'The last admin cannot be deleted; make another one first', {
      reason: 'lastAdmin',
    });
}

/** For whoever has the command line: the acts have no other door. */
export const createPersonDeletion = ({ inTransaction, clock }: Options) => ({
  /**
   * Deletes a person: ways in, settings, what they wrote, liked, were told and asked for. Decided requests, closed reports and the
   * record stay and name nobody. Whoever signs in again is somebody new. Answers whether there was such a person.
   * @throws DomainError CONFLICT (`lastAdmin`)
   */
  remove: (id: number): Promise<boolean> =>
    inTransaction(async (rooms) => {
      await rooms.holdMaker();
      const held = await rooms.deletion.hold(id);
      if (!held) return false;
      if (held.isAdmin) await refuseLastAdmin(rooms, id);
      // Tokens that the person made for tools end, and stay on the list.
      await revokeAccess(rooms, id, clock());
      await rooms.deletion.removeBotMessages(id);
      await rooms.deletion.removeWork(id);
      await rooms.deletion.removeAsked(id, held);
      await rooms.deletion.removeTraces(id, held);
      await rooms.deletion.remove(id);
      await rooms.activity.record(entry('person.deleted', id));
      return true;
    }),

  /**
   * Takes a person's Telegram away and signs them out. Answers whether there was one.
   * @throws DomainError NOT_FOUND, CONFLICT (`onlyWayIn`) for who signs in with Telegram alone
   */
  disconnectTelegram: (id: number): Promise<boolean> =>
    inTransaction(async (rooms) => {
      const held = await rooms.deletion.hold(id);
      if (!held) throw new DomainError('NOT_FOUND', 'There is no such account');
      const providers = await rooms.people.providersOf(id);
      const isWayIn = held.telegramId !== null || providers.includes('telegram');
      // The demo's people show a name in Telegram that leads nowhere.
      if (!isWayIn && held.telegramUsername === null) return false;
      if (isWayIn && !providers.includes('google'))
        throw new DomainError(
          'CONFLICT',
          'This person signs in with Telegram alone; delete the account instead',
          { reason: 'onlyWayIn' },
        );
      await endUserSessions(rooms, id);
      await rooms.deletion.removeBotMessages(id);
      await rooms.deletion.removeTelegram(id, clock());
      await rooms.activity.record(entry('person.telegramDisconnected', id));
      return true;
    }),
});
