// Account of a person who signs in: found, refreshed or created in one transaction, for work accounts and Telegram.
import type { DomainError } from '../../../shared/domainError.ts';
import type { AuditLog } from '../auditLog/auditLog.module.ts';
import type { User } from '../accounts/accounts.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import type { IdentitiesStore } from './identities.store.ts';
import type { SignInProvider, TelegramPerson, WorkPerson } from './identityProviders.ts';
import { type SessionsStore, revokeAccess } from '../sessions/sessions.store.ts';
import type { SignInStore } from './signIn.store.ts';
import type { BotMessage } from './botMessage.ts';
import type { TelegramLinksStore } from './telegramLinks.store.ts';
import {
  claimedDomains,
  managedAccountRequired,
  provenEmail,
  restrictedAccess,
  telegramIdentity,
  telegramProfile,
  workProfile,
} from './signInRules.ts';
import {
  type AccountStatus,
  type AccountStatusStore,
  refuseUnlessActive,
} from '../accounts/accountStatus.store.ts';

export interface SignInStores {
  identities: IdentitiesStore;
  accountStatus: AccountStatusStore;
  oneTimeTokens: SignInStore;
  sessions: SessionsStore;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  /** Invalidates the secret address of the person's feeds. */
  endFeeds(userId: number): Promise<void>;
  auditLog: Pick<AuditLog, 'record'>;
  telegramLinks: TelegramLinksStore;
  /** Queues a message of the bot about an account, sent after the transaction; deleted with the account. */
  queueBotMessage(message: BotMessage, userId: number): Promise<void>;
}

/** A Telegram id that may open an account, with the key of its company. */
export interface AllowedTelegramId {
  id: string;
  company: string | null;
}

const adminChange = (user: User, isAdmin: boolean) => ({
  action: isAdmin ? 'admin.granted' : 'admin.removed',
  subjectType: 'user',
  subjectId: String(user.id),
  isAutomatic: true,
  before: !isAdmin,
  after: isAdmin,
});

/** Status of one account; `outside` for an unknown one. */
export const getAccountStatus = async (
  { accountStatus }: Pick<SignInStores, 'accountStatus'>,
  userId: number,
): Promise<AccountStatus> => (await accountStatus.of([userId])).get(userId) ?? 'outside';

/** Assigns a proven address to its owner and uses an admin invitation; former owners lose their access. */
async function takeEmail(
  stores: SignInStores,
  user: User,
  email: string,
  now: Date,
): Promise<User> {
  for (const former of await stores.identities.releaseEmail(email, user.id, now)) {
    await revokeAccess(stores, former.id, now);
    if (former.isAdmin) await stores.auditLog.record(adminChange(former, false));
  }
  if (!(await stores.identities.takeAdminInvitation(email)) || user.isAdmin) return user;
  await stores.auditLog.record(adminChange(user, true));
  return stores.identities.update(user.id, { isAdmin: true }, now);
}

/** Revokes the access of a known person whom the provider no longer connects with a company. */
async function recordDeparture(
  stores: SignInStores,
  user: User,
  person: WorkPerson,
  now: Date,
): Promise<void> {
  // A disabled person keeps the address, to be recognised at the next sign-in.
  if ((await getAccountStatus(stores, user.id)) === 'disabled') return;
  await stores.identities.update(user.id, { email: provenEmail(person) }, now);
  if ((await getAccountStatus(stores, user.id)) === 'active') return;
  await revokeAccess(stores, user.id, now);
  await stores.auditLog.record({
    isAutomatic: true,
    action: 'person.left',
    subjectType: 'user',
    subjectId: String(user.id),
    before: null,
    after: null,
  });
}

/** The person's company, and the company that manages the account. */
async function companyOfPerson(
  { identities }: Pick<SignInStores, 'identities'>,
  person: WorkPerson,
): Promise<{ companyKey: string | null; managedBy: string | null; wantsManaged: boolean }> {
  const { address, hosted } = claimedDomains(person);
  const domains = [address, hosted].filter((domain) => domain !== null);
  const companies = await identities.companiesOfDomains(domains);
  const ofAddress = companies.get(address ?? '');
  const managedBy = companies.get(hosted ?? '')?.key ?? null;
  const admitsAddress =
    ofAddress && (!ofAddress.managedAccountsOnly || ofAddress.key === managedBy);
  return {
    companyKey: admitsAddress ? ofAddress.key : managedBy,
    managedBy,
    wantsManaged: ofAddress !== undefined && !admitsAddress,
  };
}

/** After its first managed account a company admits no other accounts, unless an admin has decided otherwise. */
async function requireManagedAccounts(
  stores: SignInStores,
  companyKey: string,
  now: Date,
): Promise<void> {
  if (!(await stores.identities.requireManagedAccounts(companyKey, now))) return;
  await stores.auditLog.record({
    isAutomatic: true,
    action: 'company.changed',
    subjectType: 'company',
    subjectId: companyKey,
    before: { managedAccountsOnly: null },
    after: { managedAccountsOnly: true },
  });
}

/**
 * The account of a person with a work account, refreshed or new. The company is looked up at every sign-in. On a
 * refusal the transaction must still be committed, because it may contain a departure.
 * @throws DomainError FORBIDDEN (reason `accountDisabled`)
 */
export async function signInToWorkAccount(
  stores: SignInStores,
  provider: Pick<SignInProvider, 'name' | 'label'>,
  person: WorkPerson,
  now: Date,
): Promise<{ user: User } | { refusal: DomainError }> {
  const { identities } = stores;
  const identity = { provider: provider.name, issuer: person.issuer, subject: person.subject };
  await identities.lock(identity);
  const { companyKey, managedBy, wantsManaged } = await companyOfPerson(stores, person);
  const known = await identities.find(identity);
  const hostedDomain = person.hostedDomain?.toLowerCase() ?? null;
  if (known) await identities.recordConfirmation(identity, hostedDomain, now);
  if (!companyKey) {
    if (known) await recordDeparture(stores, known, person, now);
    return { refusal: wantsManaged ? managedAccountRequired() : restrictedAccess() };
  }
  const profile = { ...workProfile(person, provider.label, known?.name), companyKey };
  const user = known
    ? await identities.update(known.id, profile, now)
    : await identities.insertUser(profile, now);
  if (!known) {
    await identities.addIdentity(user.id, identity, now);
    await identities.recordConfirmation(identity, hostedDomain, now);
  }
  refuseUnlessActive(await getAccountStatus(stores, user.id));
  if (managedBy) await requireManagedAccounts(stores, managedBy, now);
  return { user: profile.email ? await takeEmail(stores, user, profile.email, now) : user };
}

/** True when a provider other than Telegram confirms the person. */
export const hasWorkAccount = (providers: readonly string[]): boolean =>
  providers.some((provider) => provider !== 'telegram');

/**
 * The account of a Telegram person: the linked one, or a new one for an allowed id. A work account keeps the name and
 * picture of its provider.
 * @throws DomainError FORBIDDEN (`restrictedAccess`, `accountDisabled`), UNAUTHENTICATED (`reauthenticationRequired`)
 */
export async function signInWithTelegram(
  stores: SignInStores,
  person: TelegramPerson,
  allowedIds: readonly AllowedTelegramId[],
  now: Date,
): Promise<User> {
  const { identities } = stores;
  const identity = telegramIdentity(person.id);
  await identities.lock(identity);
  const allowed = allowedIds.find((one) => one.id === person.id);
  const namedCompany =
    allowed?.company && (await identities.hasCompany(allowed.company)) ? allowed.company : null;
  const telegram = { telegramId: person.id, telegramUsername: person.username };
  const known = await identities.find(identity);
  if (known) {
    refuseUnlessActive(await getAccountStatus(stores, known.id));
    if (hasWorkAccount(await identities.providersOf(known.id)))
      return identities.update(known.id, telegram, now);
    const { name, avatarUrl } = telegramProfile(person, known.name);
    const profile = {
      name,
      avatarUrl: avatarUrl ?? known.avatarUrl,
      companyKey: namedCompany ?? known.companyKey,
    };
    return identities.update(known.id, { ...profile, ...telegram }, now);
  }
  // A restored backup may contain this person's account; a second one must not be created.
  if (!allowed || (await identities.awaitsRestoreReview(identity))) throw restrictedAccess();
  const profile = { ...telegramProfile(person), companyKey: namedCompany };
  const user = await identities.insertUser(profile, now);
  await identities.addIdentity(user.id, identity, now);
  return identities.update(user.id, telegram, now);
}

export type LinkOutcome = 'linked' | 'alreadyLinked' | 'belongsToAnother' | 'hasAnother';

/**
 * Connects a Telegram person with an account; a Telegram person belongs to one account.
 * @param mayReplace true to replace the account's former Telegram: only on the request of the signed-in owner
 */
export async function linkTelegram(
  { identities }: Pick<SignInStores, 'identities'>,
  user: User,
  person: TelegramPerson,
  mayReplace: boolean,
  now: Date,
): Promise<LinkOutcome> {
  const identity = telegramIdentity(person.id);
  await identities.lock(identity);
  const owner = await identities.find(identity);
  if (owner) return owner.id === user.id ? 'alreadyLinked' : 'belongsToAnother';
  if (user.telegramId !== null && !mayReplace) return 'hasAnother';
  await identities.removeIdentities(user.id, 'telegram');
  await identities.addIdentity(user.id, identity, now);
  const telegram = { telegramId: person.id, telegramUsername: person.username };
  await identities.update(user.id, telegram, now);
  return 'linked';
}
