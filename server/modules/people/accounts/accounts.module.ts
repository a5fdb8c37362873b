// Composition of accounts, their loaders, sign-in, sessions, tokens and admins; every change of access is one transaction.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction, type RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadOne } from '../../../shared/loaders.ts';
import type { Log } from '../../../shared/log.ts';
import { notificationReader, outboxOn } from '../../outbox/outbox.module.ts';
import { auditLogOn } from '../auditLog/auditLog.module.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { sessionsStore, endUserSessions } from '../sessions/sessions.store.ts';
import { IdentitiesStore } from '../signIn/identities.store.ts';
import type { SignInProvider, TelegramLoginCheck } from '../signIn/identityProviders.ts';
import { SignInService } from '../signIn/signIn.service.ts';
import { SignInStore } from '../signIn/signIn.store.ts';
import type { AllowedTelegramId, SignInStores } from '../signIn/signInFlows.ts';
import { telegramAccounts, TelegramBotService } from '../signIn/telegramBot.service.ts';
import { TelegramLinksService } from '../signIn/telegramLinks.service.ts';
import { telegramLinksStore } from '../signIn/telegramLinks.store.ts';
import { TokenSignInService } from '../signIn/tokenSignIn.service.ts';
import { ApiTokensService } from '../tokens/apiTokens.service.ts';
import { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import { type AccountStatus, accountStatusStore, type EntryRules } from './accountStatus.store.ts';
import { createAccounts } from './accounts.service.ts';
import { accountsStore } from './accounts.store.ts';
import type { Company } from './accounts.ts';
import { createAdmins, PeopleService } from './people.service.ts';
import { adminsStore, peopleQueries, peopleStore } from './people.store.ts';
import { createPersonDeletion } from './personDeletion.service.ts';
import { botMessageKey, PersonDeletionStore } from './personDeletion.store.ts';

export {
  type AccountStatus,
  accountStatusSql,
  accountStatusValues,
  type EntryRules,
} from './accountStatus.store.ts';
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
  reauthenticationRequired,
} from './accounts.ts';
export type {
  BotAnswer,
  BotButton,
  BotAct,
  BotMessage,
  BotNotice,
  BotPress,
  BotDelivery,
  BotReply,
} from '../signIn/botMessage.ts';
export { type SignInProvider, isSetUp } from '../signIn/identityProviders.ts';
export { languageOfTelegram } from '../signIn/telegramTexts.ts';

export function accountsLoaders(db: Knex) {
  const store = accountsStore(db);
  let all: Promise<Company[]> | null = null;
  /** All companies: there are few, so one statement serves a whole request. */
  const companies = (): Promise<Company[]> => (all ??= store.companies());
  return {
    companies,
    companyByKey: loadOne<string, Company>(companies, (company) => company.key),
    userById: loadOne(
      (ids: readonly number[]) => store.users(ids),
      (user) => user.id,
    ),
  };
}

interface Options {
  db: Knex;
  /** Enables the developer sign-in and the demo accounts; never in production. */
  developerSignIn: boolean;
  providers: readonly SignInProvider[];
  /** Null when Telegram is not set up. */
  checkTelegramLogin: TelegramLoginCheck | null;
  allowedTelegramIds: readonly AllowedTelegramId[];
  entryRules: EntryRules;
  /** Null when Telegram is not set up. */
  botName: string | null;
  /** An origin. */
  publicUrl: string;
  /** Lifetime of a session without requests, and its longest lifetime. */
  session: { idleMs: number; absoluteMs: number };
  /** Ends a person's feeds, on a transaction of this module. */
  endFeedsOn(on: Knex): (userId: number) => Promise<void>;
  clock: Clock;
  log: Log;
}

/** Status of an account, on a transaction of another module. */
export const accountStatusOn =
  (on: Knex, rules: EntryRules, clock: Clock) =>
  async (userId: number): Promise<AccountStatus> =>
    (await accountStatusStore(on, rules, clock).of([userId])).get(userId) ?? 'outside';

const signInStoresOn = (
  on: Knex,
  { entryRules, clock, endFeedsOn }: Pick<Options, 'entryRules' | 'clock' | 'endFeedsOn'>,
): SignInStores => ({
  identities: new IdentitiesStore(on),
  accountStatus: accountStatusStore(on, entryRules, clock),
  oneTimeTokens: new SignInStore(on),
  sessions: sessionsStore(on, entryRules),
  apiTokens: new ApiTokensStore(on, entryRules),
  endFeeds: endFeedsOn(on),
  auditLog: auditLogOn(on, clock),
  telegramLinks: telegramLinksStore(on),
  queueBotMessage: (message, userId) =>
    jobQueue(on).enqueue(
      'sendTelegramMessage',
      { ...message },
      { maxAttempts: 8, key: botMessageKey(userId, randomUUID()) },
    ),
});

function createSignInServices(
  options: Options,
  accounts: ReturnType<typeof createAccounts>,
  inSignIn: RunInTransaction<SignInStores>,
) {
  const { db, providers, allowedTelegramIds, checkTelegramLogin, botName, publicUrl } = options;
  const { clock, log } = options;
  const shared = { inTransaction: inSignIn, allowedTelegramIds, clock, log };
  return {
    signIn: new SignInService({ ...shared, providers, stores: signInStoresOn(db, options) }),
    tokenSignIn: new TokenSignInService({
      ...shared,
      checkTelegramLogin,
      demoAccount: accounts.demoAccount,
    }),
    telegramBot: new TelegramBotService({
      ...shared,
      botName,
      publicUrl,
      canUseWorkAccount: providers.some(({ kind, openId }) => kind === 'work' && openId !== null),
    }),
    telegramLinks: new TelegramLinksService({
      inTransaction: inSignIn,
      links: telegramLinksStore(db),
      clock,
      log,
    }),
  };
}

export function createAccountsModule(options: Options) {
  const { db, entryRules, session, clock, log } = options;
  const { idleMs, absoluteMs } = session;
  const inSignIn: RunInTransaction<SignInStores> = (work) =>
    inTransaction(db, (trx) => work(signInStoresOn(trx, options)));
  const accounts = createAccounts({
    store: accountsStore(db),
    developerSignIn: options.developerSignIn,
  });

  return {
    accounts,
    /** Accounts behind Telegram ids, on a transaction of another module. */
    telegramAccountsOn: (on: Knex) =>
      telegramAccounts(signInStoresOn(on, options), accountsStore(on), clock),
    ...createSignInServices(options, accounts, inSignIn),
    sessions: new SessionsService({
      store: sessionsStore(db, entryRules),
      endSessions: (userId) => inSignIn((stores) => endUserSessions(stores, userId)),
      clock,
      idleMs,
      absoluteMs,
    }),
    people: new PeopleService({
      queries: peopleQueries(db, entryRules, idleMs),
      stores: { people: peopleStore(db), sessions: sessionsStore(db, entryRules) },
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ ...signInStoresOn(trx, options), people: peopleStore(trx) }),
        ),
      idleMs,
      clock,
    }),
    personDeletion: createPersonDeletion({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            ...signInStoresOn(trx, options),
            deletion: new PersonDeletionStore(trx),
            admins: adminsStore(trx, entryRules, clock),
            lockNotificationMaker: () => outboxOn(trx, clock).lockReader(notificationReader),
          }),
        ),
      clock,
    }),
    apiTokens: new ApiTokensService({
      store: new ApiTokensStore(db, entryRules),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: new ApiTokensStore(trx, entryRules), auditLog: auditLogOn(trx, clock) }),
        ),
      auditLog: auditLogOn(db, clock),
      clock,
      log,
    }),
    admins: createAdmins({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            admins: adminsStore(trx, entryRules, clock),
            apiTokens: new ApiTokensStore(trx, entryRules),
            auditLog: auditLogOn(trx, clock),
          }),
        ),
      clock,
    }),
  };
}
