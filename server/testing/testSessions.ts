// Sessions as a sign-in leaves them, for people who did not sign in.
import { dayMs } from '../shared/durations.ts';
import type { Knex } from 'knex';
import { createSessions, type Sessions } from '../modules/people/sessions/sessions.service.ts';
import { sessionsStore } from '../modules/people/sessions/sessions.store.ts';
import { limits } from '../config/limits.ts';

export const testSessions = (db: Knex): Sessions => {
  const store = sessionsStore(db, {
    telegramIds: [],
    demoPeople: true,
    providerTermMs: 30 * dayMs,
  });
  return createSessions({
    store,
    endSessions: store.removeAllOf,
    clock: () => new Date(),
    idleMs: limits.session.idleMs,
    absoluteMs: limits.session.absoluteMs,
  });
};
