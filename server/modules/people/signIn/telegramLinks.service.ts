// Connection of a Telegram account: questions and answers in the page.
import { limits } from '../../../config/limits.ts';
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Language } from '../../../shared/language.ts';
import type { Log } from '../../../shared/log.ts';
import {
  type Member,
  personInBrowser,
  requireMember,
  type User,
  type Viewer,
} from '../accounts/accounts.ts';
import type { TelegramPerson } from './identityProviders.ts';
import { linkTelegram, type SignInStores } from './signInFlows.ts';
import type { StoredLink, TelegramLinksStore } from './telegramLinks.store.ts';
import { bilingualBotText, botText } from './telegramTexts.ts';

/** Starts a question to both sides; it replaces the account's former question. */
export const beginLink = (
  { telegramLinks }: Pick<SignInStores, 'telegramLinks'>,
  user: User,
  person: TelegramPerson,
  language: Language,
  now: Date,
): Promise<StoredLink> =>
  telegramLinks.begin(
    user.id,
    person,
    language,
    now,
    new Date(now.getTime() + limits.session.telegramLinkMs),
  );

const accountName = ({ name, email }: User): string => (email ? `${name} (${email})` : name);

/** The bot's question; it names the account, so that the person notices a wrong one. */
export const linkQuestion = (link: StoredLink, user: User) => ({
  text: botText({ kind: 'linkQuestion', name: accountName(user) }, link.language),
  buttons: (['linkYes', 'linkNo'] as const).map((kind) => ({
    text: botText({ kind }, link.language),
    data: `${kind} ${link.id}`,
  })),
});

/** Question and answer of a pressed button; null for any other button. */
export function readLinkButton(data: string): { id: number; connect: boolean } | null {
  const [, answer, id] = /^link(Yes|No) ([1-9]\d{0,9})$/.exec(data) ?? [];
  return id && Number(id) <= 2_147_483_647 ? { id: Number(id), connect: answer === 'Yes' } : null;
}

/** Ends a question that one side has declined, or that cannot be carried out. */
export const declineLink = (
  { telegramLinks }: Pick<SignInStores, 'telegramLinks'>,
  link: StoredLink,
  now: Date,
) =>
  telegramLinks.change(link.id, {
    outcome: 'declined',
    expiresAt: new Date(now.getTime() + limits.session.telegramNoticeMs),
  });

/**
 * Connects the two once both have agreed, and notifies the replaced Telegram account; `outcome` stays null while an
 * answer is pending.
 */
export async function completeLink(
  stores: SignInStores,
  link: StoredLink,
  now: Date,
): Promise<{ link: StoredLink; user: User }> {
  const user = (await stores.identities.user(link.userId))!;
  if (!link.hasPageAgreed || !link.hasBotAgreed) return { link, user };
  const outcome = await linkTelegram(stores, user, link.person, link.mayReplace, now);
  if (outcome !== 'linked' && outcome !== 'alreadyLinked')
    return { link: await declineLink(stores, link, now), user };
  if (outcome === 'linked' && user.telegramId !== null) {
    const text = bilingualBotText({ kind: 'replaced', name: accountName(user) });
    await stores.queueBotMessage({ chatId: user.telegramId, text, buttons: [] }, user.id);
  }
  const expiresAt = new Date(now.getTime() + limits.session.telegramNoticeMs);
  const changed = await stores.telegramLinks.change(link.id, { outcome: 'connected', expiresAt });
  return { link: changed, user };
}

interface Options {
  links: TelegramLinksStore;
  inTransaction: RunInTransaction<SignInStores>;
  clock: Clock;
  log: Log;
}

/** A Telegram account to be connected, as the owner of the account sees it. */
interface TelegramLink {
  id: number;
  /**
   * asked: the answer in the page is pending; waiting: that in the bot; connected, declined: a notice until the person
   * closes it.
   */
  state: 'asked' | 'waiting' | 'connected' | 'declined';
  name: string | null;
  username: string | null;
  /** True when the account's present Telegram account would be disconnected. */
  replaces: boolean;
  /** True when agreeing needs a recent sign-in first. */
  needsFreshSignIn: boolean;
}

type Owner = Pick<Member, 'user' | 'signedInAt'>;

const replacesPresent = ({ user }: Owner, link: StoredLink): boolean =>
  link.outcome === null && user.telegramId !== null && user.telegramId !== link.person.id;

const isFresh = ({ signedInAt }: Owner, now: Date): boolean =>
  signedInAt !== null && now.getTime() - signedInAt.getTime() <= limits.session.freshMs;

function toTelegramLink(owner: Owner, link: StoredLink, now: Date): TelegramLink {
  const replaces = replacesPresent(owner, link);
  return {
    id: link.id,
    state: link.outcome ?? (link.hasPageAgreed ? 'waiting' : 'asked'),
    name: link.person.name,
    username: link.person.username,
    replaces,
    needsFreshSignIn: replaces && !isFresh(owner, now),
  };
}

export class TelegramLinksService {
  private readonly options: Options;
  private readonly log: Log;

  constructor(options: Options) {
    this.options = options;
    this.log = options.log.child({ part: 'telegramLinks' });
  }

  /** Link of an account that has just signed in. */
  async ofSignIn(user: User): Promise<TelegramLink | null> {
    const now = this.options.clock();
    const link = await this.options.links.ofUser(user.id, now);
    return link && toTelegramLink({ user, signedInAt: now }, link, now);
  }

  /** The viewer's own link; null for none, and always for a token. */
  async own(viewer: Viewer): Promise<TelegramLink | null> {
    const member = requireMember(viewer);
    if (member.via !== 'session') return null;
    const now = this.options.clock();
    const link = await this.options.links.ofUser(member.user.id, now);
    return link && toTelegramLink(member, link, now);
  }

  /**
   * Handles the answer of the signed-in person. A yes connects once the person in the bot has agreed too, else the bot
   * asks. A no ends the question. For a finished link either answer closes the notice.
   * @throws DomainError NOT_FOUND for an unknown or expired question, FORBIDDEN (`sessionOnly`; `signInAgain` when the
   * present Telegram account would be replaced and the sign-in is not recent)
   */
  answer(viewer: Viewer, id: string | number, connect: boolean): Promise<TelegramLink | null> {
    return this.options.inTransaction(async (stores) => {
      const member = personInBrowser(viewer);
      const now = this.options.clock();
      const link = await stores.telegramLinks.ofUser(member.user.id, now, true);
      if (!link || link.id !== parseId(id))
        throw new DomainError(
          'NOT_FOUND',
          'This question about Telegram has expired. Start the connection again',
        );
      if (link.outcome === null && connect) return this.agree(stores, member, link, now);
      await stores.telegramLinks.remove(link.id);
      if (link.outcome === null) this.logLink('declinedInPage', link);
      return null;
    });
  }

  removeStale(): Promise<void> {
    return this.options.links.removeStale(this.options.clock());
  }

  private async agree(
    stores: SignInStores,
    member: Member,
    link: StoredLink,
    now: Date,
  ): Promise<TelegramLink> {
    const mayReplace = replacesPresent(member, link);
    if (mayReplace && !isFresh(member, now))
      throw new DomainError('FORBIDDEN', 'Sign in again before you replace your Telegram', {
        reason: 'signInAgain',
      });
    if (link.hasPageAgreed) return toTelegramLink(member, link, now);
    const agreed = await stores.telegramLinks.change(link.id, { pageAgreedAt: now, mayReplace });
    const { link: completed, user } = await completeLink(stores, agreed, now);
    this.logLink(completed.outcome ?? 'agreedInPage', link);
    const reply =
      completed.outcome === 'connected'
        ? ({ kind: 'nowConnected', name: user.name } as const)
        : ({ kind: 'belongsToAnother' } as const);
    const message =
      completed.outcome === null
        ? linkQuestion(completed, user)
        : { text: botText(reply, link.language), buttons: [] };
    await stores.queueBotMessage({ chatId: link.person.id, ...message }, user.id);
    return toTelegramLink(member, completed, now);
  }

  private logLink(outcome: string, { userId, person }: StoredLink): void {
    this.log.info({ event: 'link', outcome, userId, telegramId: person.id }, 'Telegram link');
  }
}
