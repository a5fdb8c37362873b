// People and their ways in, composed: every change of a way in is one transaction over the stores of this room.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { auditLogOn } from '../auditLog/auditLog.module.ts';
import { outboxOn, notificationReader } from '../../outbox/outbox.module.ts';
import { createAccounts } from './accounts.service.ts';
import { accountsStore } from './accounts.store.ts';
import { createAdmins } from './admins.service.ts';
import { adminsStore } from './admins.store.ts';
import { createApiTokens } from '../tokens/apiTokens.service.ts';
import { apiTokensStore } from '../tokens/apiTokens.store.ts';
import { identitiesStore } from '../signIn/identities.store.ts';
import type {
  GooglePerson,
  OpenIdProvider,
  TelegramLoginCheck,
  TelegramPerson,
} from '../signIn/identityProviders.ts';
import { peopleQueries } from './people.queries.ts';
import { createPersonDeletion } from './personDeletion.service.ts';
import { botMessageKey, personDeletionStore } from './personDeletion.store.ts';
import { createPeople } from './people.service.ts';
import { peopleStore } from './people.store.ts';
import { createSessions } from '../sessions/sessions.service.ts';
import { sessionsStore } from '../sessions/sessions.store.ts';
import { createSignIn } from '../signIn/signIn.service.ts';
import { signInStore } from '../signIn/signIn.store.ts';
import type { AllowedTelegramId, SignInContext } from '../signIn/signInFlows.ts';
import type { EntryRules, AccountStatus } from './accountStatus.ts';
import { accountStatusStore } from './accountStatus.store.ts';
import { createTelegramBot } from '../signIn/telegramBot.service.ts';
import { telegramAccounts } from '../signIn/telegramAccounts.ts';
import { createTelegramLinks } from '../signIn/telegramLinks.service.ts';
import { telegramLinksStore } from '../signIn/telegramLinks.store.ts';
import { createTokenSignIn } from '../signIn/tokenSignIn.service.ts';
import { endUserSessions } from './credentialRevocation.ts';
export { accountStatusSql, accountStatusValues } from './accountStatus.store.ts';
export type { EntryRules, AccountStatus } from './accountStatus.ts';
export { type UserRow, toUser, userColumns } from './accounts.store.ts';
export {
  type Company,
  type Member,
  type Person,
  type User,
  type Viewer,
  adminInBrowser,
  isAdmin,
  personInBrowser,
  requireAdmin,
  requireMember,
  visitor,
} from './accounts.ts';
export type {
  BotAnswer,
  BotButton,
  BotDeed,
  BotMessage,
  BotNotice,
  BotPress,
  BotReach,
  BotReply,
} from '../signIn/botMessage.ts';
export { reauthenticationRequired } from '../signIn/reauthentication.ts';
export { languageOfTelegram } from '../signIn/telegramTexts.ts';

interface Options {
  db: Knex;
  /** Whether the developer sign-in exists, and with it its people: never in production. */
  developerSignIn: boolean;
  /** Who can vouch for a person; null: not configured. */
  providers: {
    google: OpenIdProvider<GooglePerson> | null;
    telegramOpenId: OpenIdProvider<TelegramPerson> | null;
    checkTelegramLogin: TelegramLoginCheck | null;
  };
  allowedTelegramIds: readonly AllowedTelegramId[];
  entryRules: EntryRules;
  /** Null: Telegram is not configured. */
  botName: string | null;
  /** An origin. */
  publicUrl: string;
  /** How long a session lasts without a request, and whatever happens. */
  session: { idleMs: number; absoluteMs: number };
  /** Ends a person's feeds, on a transaction of this room. */
  endFeedsOn(on: Knex): (userId: number) => Promise<void>;
  clock: Clock;
  log: Log;
}

/** The standing of a person, on a transaction of another room. */
export const accountStatusOn =
  (on: Knex, rules: EntryRules, clock: Clock) =>
  async (userId: number): Promise<AccountStatus> =>
    (await accountStatusStore(on, rules, clock).of([userId])).get(userId) ?? 'outside';

export function createAccountsModule(options: Options) {
  const { db, developerSignIn, providers, allowedTelegramIds, publicUrl, session, clock, log } =
    options;
  const { entryRules } = options;
  const { idleMs, absoluteMs } = session;
  const roomsOn = (on: Knex): SignInContext => ({
    people: identitiesStore(on),
    standing: accountStatusStore(on, entryRules, clock),
    tokens: signInStore(on),
    sessions: sessionsStore(on, entryRules),
    apiTokens: apiTokensStore(on, entryRules),
    endFeeds: options.endFeedsOn(on),
    activity: auditLogOn(on, clock),
    links: telegramLinksStore(on),
    sendTelegramMessage: (message, userId) =>
      jobQueue(on).enqueue(
        'sendTelegramMessage',
        { ...message },
        { maxAttempts: 8, key: botMessageKey(userId, randomUUID()) },
      ),
  });
  const shared = {
    inTransaction: <Result>(work: (rooms: SignInContext) => Promise<Result>) =>
      inTransaction(db, (trx) => work(roomsOn(trx))),
    allowedTelegramIds,
    clock,
    log,
  };
  const { checkTelegramLogin } = providers;
  const accounts = createAccounts({ store: accountsStore(db), developerSignIn });

  return {
    accounts,
    /** Who stands behind a Telegram, on a transaction of another room. */
    telegramDoorOn: (on: Knex) => telegramAccounts(roomsOn(on), accountsStore(on), clock),
    sessions: createSessions({
      store: sessionsStore(db, entryRules),
      endSessions: (userId) => shared.inTransaction((rooms) => endUserSessions(rooms, userId)),
      clock,
      idleMs,
      absoluteMs,
    }),
    people: createPeople({
      search: peopleQueries(db, entryRules, idleMs),
      rooms: { ...roomsOn(db), people: peopleStore(db) },
      inTransaction: (work) =>
        inTransaction(db, (trx) => work({ ...roomsOn(trx), people: peopleStore(trx) })),
      idleMs,
      clock,
    }),
    personDeletion: createPersonDeletion({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            ...roomsOn(trx),
            deletion: personDeletionStore(trx),
            admins: adminsStore(trx, entryRules, clock),
            holdMaker: () => outboxOn(trx, clock).hold(notificationReader),
          }),
        ),
      clock,
    }),
    signIn: createSignIn({
      ...shared,
      ...providers,
      telegramWidgetUrl: checkTelegramLogin && `${publicUrl}/login?with=telegram`,
      rooms: roomsOn(db),
    }),
    tokenSignIn: createTokenSignIn({
      ...shared,
      checkTelegramLogin,
      demoAccount: accounts.demoAccount,
    }),
    telegramBot: createTelegramBot({
      ...shared,
      botName: options.botName,
      publicUrl,
      canSignInWithGoogle: providers.google !== null,
    }),
    telegramLinks: createTelegramLinks({ ...shared, links: telegramLinksStore(db) }),
    apiTokens: createApiTokens({
      store: apiTokensStore(db, entryRules),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: apiTokensStore(trx, entryRules), activity: auditLogOn(trx, clock) }),
        ),
      activity: auditLogOn(db, clock),
      clock,
      log,
    }),
    admins: createAdmins({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            admins: adminsStore(trx, entryRules, clock),
            apiTokens: apiTokensStore(trx, entryRules),
            activity: auditLogOn(trx, clock),
          }),
        ),
      clock,
    }),
  };
}
