// Connecting a Telegram with an account: the person in the page and the one in the bot are asked, and both must say yes.
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import type { User } from '../accounts/accounts.ts';
import type { TelegramPerson } from './identityProviders.ts';
import { linkTelegram, type SignInContext } from './signInFlows.ts';
import type { StoredLink } from './telegramLinks.store.ts';
import { sayAsBot, sayInBoth } from './telegramTexts.ts';

/** Begins to ask whether the two belong together; a former question of the account is dropped. */
export const beginLink = (
  { links }: Pick<SignInContext, 'links'>,
  user: User,
  person: TelegramPerson,
  language: Language,
  now: Date,
): Promise<StoredLink> =>
  links.begin(
    user.id,
    person,
    language,
    now,
    new Date(now.getTime() + limits.session.telegramLinkMs),
  );

const nameOf = ({ name, email }: User): string => (email ? `${name} (${email})` : name);

/** The question for the person in the bot; it names the account, so that a foreign one is known as such. */
export const linkQuestion = (link: StoredLink, user: User) => ({
  text: sayAsBot({ kind: 'linkQuestion', name: nameOf(user) }, link.language),
  buttons: (['linkYes', 'linkNo'] as const).map((kind) => ({
    text: sayAsBot({ kind }, link.language),
    data: `${kind} ${link.id}`,
  })),
});

/** The number of the question and the answer behind a pressed button; null for any other button. */
export function readLinkButton(data: string): { id: number; connect: boolean } | null {
  const [, answer, id] = /^link(Yes|No) ([1-9]\d{0,9})$/.exec(data) ?? [];
  return id && Number(id) <= 2_147_483_647 ? { id: Number(id), connect: answer === 'Yes' } : null;
}

/** Ends a question that was answered by one side with no, or that cannot be carried out. */
export const declineLink = ({ links }: Pick<SignInContext, 'links'>, link: StoredLink, now: Date) =>
  links.change(link.id, {
    outcome: 'declined',
    expiresAt: new Date(now.getTime() + limits.session.telegramNoticeMs),
  });

/**
 * Connects the two after both have said yes, and tells the Telegram that had to give way; does nothing while one is still
 * asked. What became of it stands in the answer's `outcome`.
 */
export async function settleLink(
  rooms: SignInContext,
  link: StoredLink,
  now: Date,
): Promise<{ link: StoredLink; user: User }> {
  const user = (await rooms.people.user(link.userId))!;
  if (!link.hasPageAgreed || !link.hasBotAgreed) return { link, user };
  const outcome = await linkTelegram(rooms, user, link.person, link.mayReplace, now);
  if (outcome !== 'linked' && outcome !== 'alreadyLinked')
    return { link: await declineLink(rooms, link, now), user };
  if (outcome === 'linked' && user.telegramId !== null)
    await rooms.sendTelegramMessage(
      {
        chatId: user.telegramId,
        text: sayInBoth({ kind: 'replaced', name: nameOf(user) }),
        buttons: [],
      },
      user.id,
    );
  const expiresAt = new Date(now.getTime() + limits.session.telegramNoticeMs);
  return { link: await rooms.links.change(link.id, { outcome: 'connected', expiresAt }), user };
}
