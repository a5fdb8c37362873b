// People, looked after by admins: listed, kept out, let in again, signed out. What somebody wrote stays.
import { z } from 'zod';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import { filledText, parseInput, text } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import type { AuditLog } from '../auditLog/auditLog.service.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { adminInBrowser, requireAdmin, type Viewer } from './accounts.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import type { Account, AccountFilter } from './people.ts';
import type { PeopleQueries } from './people.queries.ts';
import type { PeopleStore } from './people.store.ts';
import type { Session } from '../sessions/sessions.ts';
import type { SessionsStore } from '../sessions/sessions.store.ts';
import type { SignInStore } from '../signIn/signIn.store.ts';
import { refuseUnlessActive, accountStatuses } from './accountStatus.ts';
import { endUserSessions, revokeAccess } from './credentialRevocation.ts';

interface PeopleRooms {
  people: PeopleStore;
  sessions: Pick<SessionsStore, 'removeAllOf' | 'removeOwn' | 'listOf'>;
  tokens: Pick<SignInStore, 'removeAllUnused'>;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  /** The secret address of the person's feeds leads nowhere from now on. */
  endFeeds(userId: number): Promise<void>;
  activity: Pick<AuditLog, 'record'>;
}

interface Options {
  search: PeopleQueries;
  rooms: Pick<PeopleRooms, 'people' | 'sessions'>;
  inTransaction<Result>(work: (rooms: PeopleRooms) => Promise<Result>): Promise<Result>;
  idleMs: number;
  clock: Clock;
}

const filterInput = z.object({
  search: text(limits.text.search).transform((value) => value.trim()),
  status: z.enum(accountStatuses).nullable(),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
const reasonInput = z.object({ reason: filledText(limits.text.disableReason) });

const noAccount = () => new DomainError('NOT_FOUND', 'There is no such account');

export function createPeople({ search, rooms, inTransaction, idleMs, clock }: Options) {
  const account = async (id: number): Promise<Account> => {
    const found = await search.account(id, clock());
    if (!found) throw noAccount();
    return found;
  };

  const entry = (
    action: string,
    id: number,
    actorId: number | null,
    [before, after]: [JsonValue, JsonValue],
  ) => ({ actorId, action, subjectType: 'user', subjectId: String(id), before, after });

  const disable = async (id: number, given: string, actorId: number | null): Promise<Account> => {
    const { reason } = parseInput(reasonInput, { reason: given });
    await inTransaction(async (inside) => {
      // Two admins who disable each other: the second has been disabled meanwhile.
      if (actorId !== null) await inside.people.hold([actorId, id]);
      if (actorId !== null && (await inside.people.disabledOf(actorId)))
        refuseUnlessActive('disabled');
      const former = await inside.people.disabledOf(id);
      if (former === undefined) throw noAccount();
      const now = clock();
      await revokeAccess(inside, id, now);
      if (former?.reason === reason) return;
      // A new reason says nothing new about when it was and by whom; who gave it is in the record.
      const disabled = former ? { ...former, reason } : { at: now, byId: actorId, reason };
      await inside.people.setDisabled(id, disabled);
      await inside.activity.record(
        entry('person.disabled', id, actorId, [former?.reason ?? null, reason]),
      );
    });
    return account(id);
  };

  const enable = async (id: number, actorId: number | null): Promise<Account> => {
    await inTransaction(async (inside) => {
      const former = await inside.people.disabledOf(id);
      if (former === undefined) throw noAccount();
      if (!former) return;
      // A session or link that was opened by chance in the moment of disabling must not come to life.
      await endUserSessions(inside, id);
      await inside.people.setDisabled(id, null);
      await inside.activity.record(entry('person.enabled', id, actorId, [former.reason, null]));
    });
    return account(id);
  };

  const endSessions = async (id: number, actorId: number | null): Promise<number> =>
    inTransaction(async (inside) => {
      if ((await inside.people.disabledOf(id)) === undefined) throw noAccount();
      const ended = await endUserSessions(inside, id);
      if (ended > 0)
        await inside.activity.record(
          entry('person.sessionsEnded', id, actorId, [null, { sessions: ended }]),
        );
      return ended;
    });

  return {
    /** People by name. @throws DomainError INVALID for a page or length past the limits. */
    async list(
      viewer: Viewer,
      filter: AccountFilter,
    ): Promise<{ accounts: Account[]; total: number }> {
      requireAdmin(viewer);
      return search.page(parseInput(filterInput, filter), clock());
    },

    /**
     * Keeps somebody out from the next request on, and ends their sessions, links, tokens and feeds. Done again it takes
     * the new reason, and stays as it was with the same one.
     * @throws DomainError NOT_FOUND, INVALID for a reason that is empty or too long, CONFLICT (`ownAccount`) for oneself
     */
    async disable(viewer: Viewer, id: string | number, reason: string): Promise<Account> {
      const { user: admin } = adminInBrowser(viewer);
      const personId = parseId(id);
      if (personId === admin.id) {
        throw new DomainError('CONFLICT', 'Nobody can disable their own account', {
          reason: 'ownAccount',
        });
      }
      return disable(personId, reason, admin.id);
    },

    /** Lets somebody in again, who signs in anew; tokens and feeds that ended stay so. @throws DomainError NOT_FOUND */
    async enable(viewer: Viewer, id: string | number): Promise<Account> {
      const { user: admin } = adminInBrowser(viewer);
      return enable(parseId(id), admin.id);
    },

    /** Signs somebody out everywhere. @throws DomainError NOT_FOUND */
    async endSessions(viewer: Viewer, id: string | number): Promise<Account> {
      const { user: admin } = adminInBrowser(viewer);
      const personId = parseId(id);
      await endSessions(personId, admin.id);
      return account(personId);
    },

    /** The same without a browser: for whoever has the command line. */
    onCommandLine: {
      list: (filter: AccountFilter): Promise<{ accounts: Account[]; total: number }> =>
        search.page(parseInput(filterInput, filter), clock()),

      /**
       * The account that is meant by an address or an id.
       * @throws DomainError NOT_FOUND, or INVALID (reason `severalAccounts`) when an address has several
       */
      async idOf(given: string): Promise<number> {
        if (!given.includes('@')) return (await account(parseId(given))).user.id;
        const [id, ...others] = await rooms.people.idsByEmail(given.trim().toLowerCase());
        if (id === undefined) throw noAccount();
        if (others.length === 0) return id;
        throw new DomainError(
          'INVALID',
          `Several accounts have it: ${[id, ...others].join(', ')}`,
          {
            reason: 'severalAccounts',
          },
        );
      },

      disable: (id: number, reason: string): Promise<Account> => disable(id, reason, null),
      enable: (id: number): Promise<Account> => enable(id, null),
      endSessions: (id: number): Promise<number> => endSessions(id, null),

      /** The sessions of a person that still work. */
      sessions: (id: number): Promise<Session[]> => {
        const now = clock();
        const idleSince = new Date(now.getTime() - idleMs);
        return rooms.sessions.listOf(id, now, idleSince, limits.lists.sessions);
      },

      /** Ends one. @throws DomainError NOT_FOUND */
      async endSession(personId: number, sessionId: string): Promise<void> {
        const id = parseId(sessionId);
        await inTransaction(async (inside) => {
          if (!(await inside.sessions.removeOwn(personId, id)))
            throw new DomainError('NOT_FOUND', 'There is no such session');
          await inside.activity.record(
            entry('person.sessionsEnded', personId, null, [null, { sessions: 1 }]),
          );
        });
      },
    },
  };
}
