// Telegram bot: answers to /start and to pressed buttons, sign-in links, and invitations to connect an account.
import { limits } from '../../../config/limits.ts';
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Language } from '../../../shared/language.ts';
import type { Log } from '../../../shared/log.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import type { AccountsStore } from '../accounts/accounts.store.ts';
import { type Member, personInBrowser, type User, type Viewer } from '../accounts/accounts.ts';
import type { BotAnswer, BotPress, BotStart } from './botMessage.ts';
import type { TelegramPerson } from './identityProviders.ts';
import {
  type AllowedTelegramId,
  getAccountStatus,
  type SignInStores,
  signInWithTelegram,
} from './signInFlows.ts';
import { telegramFacts, telegramIdentity } from './signInRules.ts';
import {
  beginLink,
  completeLink,
  declineLink,
  linkQuestion,
  readLinkButton,
} from './telegramLinks.service.ts';
import type { StoredLink } from './telegramLinks.store.ts';
import { type BotReplyText, botText, languageOfTelegram } from './telegramTexts.ts';

interface Options {
  inTransaction: RunInTransaction<SignInStores>;
  /** Null when Telegram is not set up. */
  botName: string | null;
  allowedTelegramIds: readonly AllowedTelegramId[];
  publicUrl: string;
  /** True when a provider of work accounts is set up. */
  canUseWorkAccount: boolean;
  clock: Clock;
  log: Log;
}

interface Writer {
  person: TelegramPerson;
  language: Language;
}

const textAnswer = (reply: BotReplyText, language: Language): BotAnswer => ({
  text: botText(reply, language),
  link: null,
  buttons: [],
});

export class TelegramBotService {
  private readonly options: Options;
  private readonly log: Log;

  constructor(options: Options) {
    this.options = options;
    this.log = options.log.child({ part: 'telegramBot' });
  }

  /** Answer to `/start`; null for a repeated update. */
  start({ updateId, person, languageCode, token }: BotStart): Promise<BotAnswer | null> {
    return this.handle(updateId, async (stores, now) => {
      const language = languageOfTelegram(languageCode);
      if (token !== null) return this.redeemInvite(stores, token, { person, language }, now);
      const found = await this.accountOf(stores, person, now);
      const user = found && 'user' in found ? found.user : null;
      const facts = { event: 'start', telegramId: person.id, userId: user?.id ?? null };
      this.log.info(facts, 'Telegram start');
      if (found && 'reply' in found)
        return found.reply.kind === 'unconfirmed'
          ? this.unconfirmed(language)
          : textAnswer(found.reply, language);
      if (user)
        return {
          ...textAnswer({ kind: 'welcomeBack', name: user.name }, language),
          link: await this.directAccess(stores, user, now),
        };
      if (!this.options.canUseWorkAccount) return textAnswer({ kind: 'closed' }, language);
      return {
        ...textAnswer({ kind: 'stranger' }, language),
        link: await this.linkToLogin(stores, person, language, now),
      };
    });
  }

  /** Answer to a pressed button; null for a repeated update. */
  press({ updateId, person, languageCode, data }: BotPress): Promise<BotAnswer | null> {
    return this.handle(updateId, async (stores, now) => {
      const language = languageOfTelegram(languageCode);
      const pressed = readLinkButton(data);
      const link = pressed && (await stores.telegramLinks.hold(pressed.id, now));
      // Only the person who was asked can answer the question, because ids can be guessed.
      if (!link || link.person.id !== person.id || link.outcome !== null)
        return textAnswer({ kind: 'invalidLink' }, language);
      if (pressed.connect) return this.agreeToLink(stores, link, language, now);
      await declineLink(stores, link, now);
      this.logLink('declinedInBot', link.userId, person);
      return textAnswer({ kind: 'linkDeclined' }, language);
    });
  }

  /**
   * Link that opens the bot and connects the signed-in person's Telegram account: valid for ten minutes, once, and only
   * the newest. A token of a tool gets none, because the tool could sign in to its maker's account.
   * @returns `success: false` with an error message where Telegram is not set up
   */
  async invite(
    viewer: Viewer,
  ): Promise<{ success: boolean; link: string | null; error: string | null }> {
    const { user } = personInBrowser(viewer);
    const { botName, clock } = this.options;
    if (botName === null)
      return { success: false, link: null, error: 'Telegram is not set up on this server' };
    const token = await this.options.inTransaction(async (stores) => {
      await stores.oneTimeTokens.removeUnused(user.id, 'telegram_link');
      const owner = { userId: user.id, facts: {} };
      return this.newToken(stores, 'telegram_link', owner, limits.session.telegramLinkMs, clock());
    });
    return { success: true, link: `https://t.me/${botName}?start=${token}`, error: null };
  }

  private handle(
    updateId: number,
    work: (stores: SignInStores, now: Date) => Promise<BotAnswer>,
  ): Promise<BotAnswer | null> {
    return this.options.inTransaction(async (stores) => {
      const now = this.options.clock();
      const isNew = await stores.oneTimeTokens.markSeen('telegram_update', String(updateId), now);
      return isNew ? work(stores, now) : null;
    });
  }

  private async agreeToLink(
    stores: SignInStores,
    link: StoredLink,
    language: Language,
    now: Date,
  ): Promise<BotAnswer> {
    const status = await getAccountStatus(stores, link.userId);
    if (status === 'unconfirmed') return this.unconfirmed(language);
    if (status !== 'active') return textAnswer({ kind: 'invalidLink' }, language);
    const agreed = link.hasBotAgreed
      ? link
      : await stores.telegramLinks.change(link.id, { botAgreedAt: now });
    const { link: completed, user } = await completeLink(stores, agreed, now);
    this.logLink(completed.outcome ?? 'agreedInBot', user.id, link.person);
    if (completed.outcome === null)
      return textAnswer({ kind: 'linkAgreed', name: user.name }, language);
    if (completed.outcome === 'declined') return textAnswer({ kind: 'belongsToAnother' }, language);
    return {
      ...textAnswer({ kind: 'linked', name: user.name }, language),
      link: await this.directAccess(stores, user, now),
    };
  }

  /** Redeems an invitation: both bot and page then ask the person. */
  private async redeemInvite(
    stores: SignInStores,
    token: string,
    { person, language }: Writer,
    now: Date,
  ): Promise<BotAnswer> {
    const tokenHash = hashSecret(token);
    const invite = await stores.oneTimeTokens.takeToken(tokenHash, ['telegram_link'], now);
    const user = invite?.userId ? await stores.identities.user(invite.userId) : null;
    const status = user && (await getAccountStatus(stores, user.id));
    if (status === 'unconfirmed') return this.unconfirmed(language);
    if (!user || status !== 'active') return textAnswer({ kind: 'invalidLink' }, language);
    const owner = await stores.identities.find(telegramIdentity(person.id));
    if (owner && owner.id !== user.id) return textAnswer({ kind: 'belongsToAnother' }, language);
    if (owner)
      return {
        ...textAnswer({ kind: 'alreadyLinked', name: user.name }, language),
        link: await this.directAccess(stores, user, now),
      };
    const link = await beginLink(stores, user, person, language, now);
    this.logLink('asked', user.id, person);
    return { ...linkQuestion(link, user), link: null };
  }

  /**
   * The connected account, or a new one for an allowed id; a reply for an account without access; null for an unknown
   * person.
   */
  private async accountOf(
    stores: SignInStores,
    person: TelegramPerson,
    now: Date,
  ): Promise<{ user: User } | { reply: BotReplyText } | null> {
    const { allowedTelegramIds } = this.options;
    const known = await stores.identities.find(telegramIdentity(person.id));
    if (!known && !allowedTelegramIds.some(({ id }) => id === person.id)) return null;
    const status = known ? await getAccountStatus(stores, known.id) : 'active';
    if (status === 'outside') return { reply: { kind: 'closed' } };
    if (status !== 'active') return { reply: { kind: status } };
    return { user: await signInWithTelegram(stores, person, allowedTelegramIds, now) };
  }

  /** Link that signs a person in, once and within five minutes; it invalidates the former link. */
  private async directAccess(stores: SignInStores, user: User, now: Date): Promise<string> {
    await stores.oneTimeTokens.removeUnused(user.id, 'direct_access');
    const owner = { userId: user.id, facts: {} };
    const { directAccessMs } = limits.session;
    const token = await this.newToken(stores, 'direct_access', owner, directAccessMs, now);
    return `${this.options.publicUrl}/auth/direct-access?token=${token}`;
  }

  /**
   * Link to the sign-in page with a token; after a sign-in with a work account the page asks about this Telegram
   * account.
   */
  private async linkToLogin(
    stores: SignInStores,
    person: TelegramPerson,
    language: Language,
    now: Date,
  ): Promise<string> {
    await stores.oneTimeTokens.removeUnusedOf(person.id);
    const owner = { userId: null, facts: telegramFacts(person, language) };
    const { telegramLinkMs } = limits.session;
    const token = await this.newToken(stores, 'telegram_link', owner, telegramLinkMs, now);
    return `${this.options.publicUrl}/login?telegramToken=${token}`;
  }

  private async newToken(
    { oneTimeTokens }: SignInStores,
    purpose: 'direct_access' | 'telegram_link',
    owner: { userId: number | null; facts: Record<string, string | null> },
    lifeMs: number,
    now: Date,
  ): Promise<string> {
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + lifeMs);
    await oneTimeTokens.insertToken(hashSecret(token), { purpose, ...owner }, now, expiresAt);
    return token;
  }

  private unconfirmed(language: Language): BotAnswer {
    const link = `${this.options.publicUrl}/login`;
    return { ...textAnswer({ kind: 'unconfirmed' }, language), link };
  }

  private logLink(outcome: string, userId: number, { id: telegramId }: TelegramPerson): void {
    this.log.info({ event: 'link', outcome, userId, telegramId }, 'Telegram link');
  }
}

export const telegramAccounts = (stores: SignInStores, accounts: AccountsStore, clock: Clock) => ({
  /** Marks an update as handled; false when it was handled before. */
  isNew: (updateId: number): Promise<boolean> =>
    stores.oneTimeTokens.markSeen('telegram_update', String(updateId), clock()),

  /** True when the connected person must sign in with their provider again first. */
  async isUnconfirmed(telegramId: string): Promise<boolean> {
    const user = await stores.identities.find(telegramIdentity(telegramId));
    return user !== null && (await getAccountStatus(stores, user.id)) === 'unconfirmed';
  },

  /** The connected account as a viewer; null without an active one. */
  async member(telegramId: string): Promise<Member | null> {
    const user = await stores.identities.find(telegramIdentity(telegramId));
    if (!user || (await getAccountStatus(stores, user.id)) !== 'active') return null;
    const companies = await accounts.companies();
    return {
      kind: 'member',
      user,
      company: companies.find(({ key }) => key === user.companyKey) ?? null,
      // Telegram confirms the person, like a browser session.
      via: 'session',
      signedInAt: null,
      sessionId: null,
      token: null,
    };
  },

  /** Addresses for messages to a person; null for an account without access. */
  async addressesOf(
    userId: number,
  ): Promise<{ telegramId: string | null; email: string | null } | null> {
    const user = await stores.identities.user(userId);
    if (!user) return null;
    const status = await getAccountStatus(stores, userId);
    // A company closes the mailbox of a person who leaves, but not the Telegram account.
    if (status === 'unconfirmed') return { telegramId: null, email: user.email };
    return status === 'active' ? { telegramId: user.telegramId, email: user.email } : null;
  },

  /** The people among these with an active account. */
  async active(userIds: readonly number[]): Promise<Set<number>> {
    const statuses = await stores.accountStatus.of(userIds);
    return new Set(userIds.filter((id) => statuses.get(id) === 'active'));
  },
});
