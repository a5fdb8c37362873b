// What a sign-in may touch, together in one transaction, and the two ways in: as Google's person, as Telegram's.
import type { DomainError } from '../../../shared/domainError.ts';
import type { AuditLog } from '../auditLog/auditLog.service.ts';
import type { User } from '../accounts/accounts.ts';
import type { ApiTokensStore } from '../tokens/apiTokens.store.ts';
import type { IdentitiesStore } from './identities.store.ts';
import type { GooglePerson, TelegramPerson } from './identityProviders.ts';
import type { SessionsStore } from '../sessions/sessions.store.ts';
import type { SignInStore } from './signIn.store.ts';
import type { BotMessage } from './botMessage.ts';
import type { TelegramLinksStore } from './telegramLinks.store.ts';
import {
  claimedDomains,
  googleProfile,
  managedAccountRequired,
  provenEmail,
  restrictedAccess,
  telegramIdentity,
  telegramProfile,
} from './signInRules.ts';
import { refuseUnlessActive, type AccountStatus } from '../accounts/accountStatus.ts';
import type { AccountStatusStore } from '../accounts/accountStatus.store.ts';
import { revokeAccess } from '../accounts/credentialRevocation.ts';

export interface SignInContext {
  people: IdentitiesStore;
  standing: AccountStatusStore;
  tokens: SignInStore;
  sessions: SessionsStore;
  apiTokens: Pick<ApiTokensStore, 'revokeAllOf'>;
  /** The secret address of the person's feeds leads nowhere from now on. */
  endFeeds(userId: number): Promise<void>;
  activity: Pick<AuditLog, 'record'>;
  links: TelegramLinksStore;
  /** Has the bot write to somebody of an account, after the transaction; tried again while Telegram is away, and dropped with the account. */
  sendTelegramMessage(message: BotMessage, userId: number): Promise<void>;
}

/** Runs work on rooms that share one transaction. */
export type InSignInTransaction = <Result>(
  work: (rooms: SignInContext) => Promise<Result>,
) => Promise<Result>;

/** A Telegram id that may open an account, with its company when one was named. */
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

/** Whether a person may be here; `outside` for nobody. */
export const getAccountStatus = async (
  { standing }: Pick<SignInContext, 'standing'>,
  userId: number,
): Promise<AccountStatus> => (await standing.of([userId])).get(userId) ?? 'outside';

/**
 * Gives a proven address to its owner: whoever had it before loses it with all that it opened, and an invitation as admin
 * is taken up.
 */
async function takeEmail(
  rooms: SignInContext,
  user: User,
  email: string,
  now: Date,
): Promise<User> {
  for (const loser of await rooms.people.releaseEmail(email, user.id, now)) {
    await revokeAccess(rooms, loser.id, now);
    if (loser.isAdmin) await rooms.activity.record(adminChange(loser, false));
  }
  if (!(await rooms.people.takeAdminInvitation(email)) || user.isAdmin) return user;
  await rooms.activity.record(adminChange(user, true));
  return rooms.people.update(user.id, { isAdmin: true }, now);
}

/**
 * Google says that somebody we know is of no company any more: what it vouches for now takes the place of what it did, so
 * that no other way in stays open.
 */
async function noteDeparture(
  rooms: SignInContext,
  user: User,
  person: GooglePerson,
  now: Date,
): Promise<void> {
  // Whoever was disabled keeps the address by which they are recognised when they come back.
  if ((await getAccountStatus(rooms, user.id)) === 'disabled') return;
  await rooms.people.update(user.id, { email: provenEmail(person) }, now);
  if ((await getAccountStatus(rooms, user.id)) === 'active') return;
  await revokeAccess(rooms, user.id, now);
  await rooms.activity.record({
    isAutomatic: true,
    action: 'person.left',
    subjectType: 'user',
    subjectId: String(user.id),
    before: null,
    after: null,
  });
}

/** The company of Google's person, and the one whose managed account it is. */
async function companyOfPerson(
  { people }: Pick<SignInContext, 'people'>,
  person: GooglePerson,
): Promise<{ companyKey: string | null; managedBy: string | null; wantsManaged: boolean }> {
  const { address, hosted } = claimedDomains(person);
  const domains = [address, hosted].filter((domain) => domain !== null);
  const companies = await people.companiesOfDomains(domains);
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

/** From the first managed account on a company admits no other kind, unless an admin has decided otherwise. */
async function noteManagedAccount(
  rooms: SignInContext,
  companyKey: string,
  now: Date,
): Promise<void> {
  if (!(await rooms.people.requireManagedAccounts(companyKey, now))) return;
  await rooms.activity.record({
    isAutomatic: true,
    action: 'company.changed',
    subjectType: 'company',
    subjectId: companyKey,
    before: { managedAccountsOnly: null },
    after: { managedAccountsOnly: true },
  });
}

/**
 * The account of Google's person: the known one refreshed, or a new one; a refusal when neither the proven address nor `hd` is
 * a company's. Then the transaction must be committed, since a departure may stand in it, and the person refused.
 * The company is looked up at every sign-in, so whoever leaves the partner companies is refused.
 * @throws DomainError FORBIDDEN (reason `accountDisabled`)
 */
export async function enterWithGoogle(
  rooms: SignInContext,
  person: GooglePerson,
  now: Date,
): Promise<{ user: User } | { refusal: DomainError }> {
  const identity = { provider: 'google', issuer: person.issuer, subject: person.subject } as const;
  await rooms.people.lock(identity);
  const { companyKey, managedBy, wantsManaged } = await companyOfPerson(rooms, person);
  const known = await rooms.people.find(identity);
  const hostedDomain = person.hostedDomain?.toLowerCase() ?? null;
  if (known) await rooms.people.setVouched(identity, hostedDomain, now);
  if (!companyKey) {
    if (known) await noteDeparture(rooms, known, person, now);
    return { refusal: wantsManaged ? managedAccountRequired() : restrictedAccess() };
  }
  const profile = { ...googleProfile(person, known?.name), companyKey };
  const user = known
    ? await rooms.people.update(known.id, profile, now)
    : await rooms.people.insertUser(profile, now);
  if (!known) {
    await rooms.people.addIdentity(user.id, identity, now);
    await rooms.people.setVouched(identity, hostedDomain, now);
  }
  refuseUnlessActive(await getAccountStatus(rooms, user.id));
  if (managedBy) await noteManagedAccount(rooms, managedBy, now);
  return { user: profile.email ? await takeEmail(rooms, user, profile.email, now) : user };
}

/**
 * The account of Telegram's person: the one it was linked to, or a new one for an id on the allow-list.
 * An account that Google vouches for too keeps Google's name and picture. Whoever was known before must still be vouched for.
 * @throws DomainError FORBIDDEN (reason `restrictedAccess`) for anybody else, `accountDisabled` for a closed account;
 * UNAUTHENTICATED (`reauthenticationRequired`)
 */
export async function enterWithTelegram(
  rooms: SignInContext,
  person: TelegramPerson,
  allowedIds: readonly AllowedTelegramId[],
  now: Date,
): Promise<User> {
  const identity = telegramIdentity(person.id);
  await rooms.people.lock(identity);
  const allowed = allowedIds.find((one) => one.id === person.id);
  const named =
    allowed?.company && (await rooms.people.hasCompany(allowed.company)) ? allowed.company : null;
  const telegram = { telegramId: person.id, telegramUsername: person.username };
  const known = await rooms.people.find(identity);
  if (known) {
    refuseUnlessActive(await getAccountStatus(rooms, known.id));
    const isGoogles = (await rooms.people.providersOf(known.id)).includes('google');
    const { name, avatarUrl } = telegramProfile(person, known.name);
    const own = {
      name,
      avatarUrl: avatarUrl ?? known.avatarUrl,
      companyKey: named ?? known.companyKey,
    };
    return rooms.people.update(known.id, { ...(isGoogles ? {} : own), ...telegram }, now);
  }
  // It would open a second account for somebody who has one.
  if (!allowed || (await rooms.people.isHeld(identity))) throw restrictedAccess();
  const user = await rooms.people.insertUser(
    { ...telegramProfile(person), companyKey: named },
    now,
  );
  await rooms.people.addIdentity(user.id, identity, now);
  return rooms.people.update(user.id, telegram, now);
}

/** What became of the wish to connect a Telegram person with an account. */
export type LinkOutcome = 'linked' | 'alreadyLinked' | 'belongsToAnother' | 'hasAnother';

/**
 * Connects Telegram with an account. A Telegram person belongs to one account.
 * @param mayReplace whether the account's former Telegram gives way: only when its signed-in owner asked for it
 */
export async function linkTelegram(
  rooms: SignInContext,
  user: User,
  person: TelegramPerson,
  mayReplace: boolean,
  now: Date,
): Promise<LinkOutcome> {
  const identity = telegramIdentity(person.id);
  await rooms.people.lock(identity);
  const owner = await rooms.people.find(identity);
  if (owner) return owner.id === user.id ? 'alreadyLinked' : 'belongsToAnother';
  if (user.telegramId !== null && !mayReplace) return 'hasAnother';
  await rooms.people.removeIdentities(user.id, 'telegram');
  await rooms.people.addIdentity(user.id, identity, now);
  await rooms.people.update(
    user.id,
    { telegramId: person.id, telegramUsername: person.username },
    now,
  );
  return 'linked';
}
