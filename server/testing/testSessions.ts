// Sessions service for tests that need no sign-in.
import { dayMs } from '../shared/durations.ts';
import type { Knex } from 'knex';
import { SessionsService } from '../modules/people/sessions/sessions.service.ts';
import { sessionsStore } from '../modules/people/sessions/sessions.store.ts';
import { limits } from '../config/limits.ts';

export const testSessions = (db: Knex): SessionsService => {
  const store = sessionsStore(db, {
    telegramIds: [],
    demoPeople: true,
    reauthenticationMs: 30 * dayMs,
  });
  return new SessionsService({
    store,
    endSessions: store.removeAllOf,
    clock: () => new Date(),
    idleMs: limits.session.idleMs,
    absoluteMs: limits.session.absoluteMs,
  });
};
