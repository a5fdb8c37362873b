// What the signed-in person is asked in the page about a Telegram that wants to be connected, and what became of it.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import { limits } from '../../../config/limits.ts';
import type { Log } from '../../../shared/log.ts';
import {
  personInBrowser,
  requireMember,
  type Member,
  type User,
  type Viewer,
} from '../accounts/accounts.ts';
import type { InSignInTransaction } from './signInFlows.ts';
import { linkQuestion, settleLink } from './telegramLinkRules.ts';
import type { StoredLink, TelegramLinksStore } from './telegramLinks.store.ts';
import { sayAsBot } from './telegramTexts.ts';

interface Options {
  links: TelegramLinksStore;
  inTransaction: InSignInTransaction;
  clock: Clock;
  log: Log;
}

/** A Telegram that wants to be connected, as its account's owner sees it. */
export interface TelegramLink {
  id: number;
  /** asked: the page's yes is wanted; waiting: the bot's; connected, declined: news to be put away. */
  state: 'asked' | 'waiting' | 'connected' | 'declined';
  name: string | null;
  username: string | null;
  /** Whether the account's present Telegram would give way. */
  replaces: boolean;
  /** Whether a yes wants a fresh sign-in first. */
  needsFreshSignIn: boolean;
}

type Asked = Pick<Member, 'user' | 'signedInAt'>;

export function createTelegramLinks({ links, inTransaction, clock, log: parent }: Options) {
  const log = parent.child({ part: 'telegramLinks' });

  const replacesOf = ({ user }: Asked, link: StoredLink): boolean =>
    link.outcome === null && user.telegramId !== null && user.telegramId !== link.person.id;

  const isFresh = ({ signedInAt }: Asked, now: Date): boolean =>
    signedInAt !== null && now.getTime() - signedInAt.getTime() <= limits.session.freshMs;

  const shown = (member: Asked, link: StoredLink, now: Date): TelegramLink => {
    const replaces = replacesOf(member, link);
    return {
      id: link.id,
      state: link.outcome ?? (link.hasPageAgreed ? 'waiting' : 'asked'),
      name: link.person.name,
      username: link.person.username,
      replaces,
      needsFreshSignIn: replaces && !isFresh(member, now),
    };
  };

  return {
    /** The same for somebody who has signed in a moment ago. */
    async ofSignIn(user: User): Promise<TelegramLink | null> {
      const now = clock();
      const link = await links.ofUser(user.id, now);
      return link && shown({ user, signedInAt: now }, link, now);
    },

    /** What the person is asked, or told, about a Telegram now; null for nothing, and for a token always. */
    async own(viewer: Viewer): Promise<TelegramLink | null> {
      const member = requireMember(viewer);
      if (member.via !== 'session') return null;
      const now = clock();
      const link = await links.ofUser(member.user.id, now);
      return link && shown(member, link, now);
    },

    /**
     * The answer of the signed-in person. A yes connects when the person in the bot has said yes too, else the bot asks; a no
     * ends the question; either puts news away that was read. A question that is answered already stays as it is.
     * @throws DomainError NOT_FOUND for a question of somebody else or one that has expired, FORBIDDEN (`sessionOnly`;
     * `signInAgain` when the account's present Telegram would give way and the sign-in is not fresh)
     */
    answer: (viewer: Viewer, id: string | number, connect: boolean): Promise<TelegramLink | null> =>
      inTransaction(async (rooms) => {
        const member = personInBrowser(viewer);
        const now = clock();
        const link = await rooms.links.ofUser(member.user.id, now, true);
        if (!link || link.id !== parseId(id))
          throw new DomainError('NOT_FOUND', 'There is no such question');
        if (link.outcome !== null) {
          await rooms.links.remove(link.id);
          return null;
        }
        const facts = { userId: member.user.id, telegramId: link.person.id };
        if (!connect) {
          await rooms.links.remove(link.id);
          log.info({ event: 'link', outcome: 'declinedInPage', ...facts }, 'Telegram link');
          return null;
        }
        const replaces = replacesOf(member, link);
        if (replaces && !isFresh(member, now))
          throw new DomainError('FORBIDDEN', 'Sign in again before Telegram is replaced', {
            reason: 'signInAgain',
          });
        if (link.hasPageAgreed) return shown(member, link, now);
        const agreed = await rooms.links.change(link.id, {
          pageAgreedAt: now,
          mayReplace: replaces,
        });
        const { link: settled, user } = await settleLink(rooms, agreed, now);
        log.info(
          { event: 'link', outcome: settled.outcome ?? 'agreedInPage', ...facts },
          'Telegram link',
        );
        if (settled.outcome === null)
          await rooms.sendTelegramMessage(
            { chatId: link.person.id, ...linkQuestion(settled, user) },
            user.id,
          );
        else
          await rooms.sendTelegramMessage(
            {
              chatId: link.person.id,
              text: sayAsBot(
                settled.outcome === 'connected'
                  ? { kind: 'nowConnected', name: user.name }
                  : { kind: 'belongsToAnother' },
                link.language,
              ),
              buttons: [],
            },
            user.id,
          );
        return shown(member, settled, now);
      }),

    removeStale: (): Promise<void> => links.removeStale(clock()),
  };
}
