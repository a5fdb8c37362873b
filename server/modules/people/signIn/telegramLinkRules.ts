// Connection of a Telegram account with an account: the person in the page and the person in the bot must both agree.
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import type { User } from '../accounts/accounts.ts';
import type { TelegramPerson } from './identityProviders.ts';
import { linkTelegram, type SignInStores } from './signInFlows.ts';
import type { StoredLink } from './telegramLinks.store.ts';
import { botText, bilingualBotText } from './telegramTexts.ts';

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
