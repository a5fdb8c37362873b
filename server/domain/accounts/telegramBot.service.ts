// What the bot does for the person who writes to it: connects an account, or opens the door to a connected one.
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { limits } from '../../limits.ts';
import type { Log } from '../../shared/log.ts';
import { hashSecret, newSecret } from '../../shared/secrets.ts';
import { memberOf, type User, type Viewer } from './accounts.ts';
import type { TelegramPerson } from './identityProviders.ts';
import {
  enterWithTelegram,
  linkTelegram,
  type AllowedTelegramId,
  type InSignInTransaction,
  type SignInRooms,
} from './signInRooms.ts';
import { telegramFacts, telegramIdentity } from './signInRules.ts';
import { languageOfTelegram, sayAsBot, type BotWord } from './telegramWords.ts';

interface Options {
  inTransaction: InSignInTransaction;
  /** Null: Telegram is not configured. */
  botName: string | null;
  allowedTelegramIds: readonly AllowedTelegramId[];
  /** An origin. */
  publicUrl: string;
  /** Whether a stranger can be sent to Google. */
  canSignInWithGoogle: boolean;
  clock: Clock;
  log: Log;
}

/** `/start`, with or without a link token behind it, in a private chat. */
export interface BotStart {
  /** Telegram's number of the update: each is handled once. */
  updateId: number;
  person: TelegramPerson;
  languageCode: string | null;
  token: string | null;
}

export interface BotAnswer {
  text: string;
  /** An address that belongs below the text; it holds a token. */
  link: string | null;
}

export function createTelegramBot(options: Options) {
  const { inTransaction, botName, allowedTelegramIds, publicUrl, clock } = options;
  const log = options.log.child({ part: 'telegramBot' });

  /** A link that signs a person in: once, within five minutes; a former one stops working. */
  const directAccess = async ({ tokens }: SignInRooms, user: User, now: Date): Promise<string> => {
    await tokens.removeUnused(user.id, 'direct_access');
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + limits.session.directAccessMs);
    await tokens.insertToken(
      hashSecret(token),
      { purpose: 'direct_access', userId: user.id, facts: {} },
      now,
      expiresAt,
    );
    return `${publicUrl}/auth/direct-access?token=${token}`;
  };

  /** A link to the login screen that carries a token: whoever signs in with Google there is connected. */
  const travellingLink = async (
    { tokens }: SignInRooms,
    person: TelegramPerson,
    now: Date,
  ): Promise<string> => {
    await tokens.removeUnusedOf(person.id);
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + limits.session.telegramLinkMs);
    const facts = telegramFacts(person);
    await tokens.insertToken(
      hashSecret(token),
      { purpose: 'telegram_link', userId: null, facts },
      now,
      expiresAt,
    );
    return `${publicUrl}/login?telegramToken=${token}`;
  };

  /** What an invitation brings about: the word to say, and the account to open. */
  const redeemInvite = async (
    rooms: SignInRooms,
    token: string,
    person: TelegramPerson,
    now: Date,
  ): Promise<{ word: BotWord; user: User | null }> => {
    const invite = await rooms.tokens.takeToken(hashSecret(token), ['telegram_link'], now);
    const user = invite?.userId ? await rooms.people.user(invite.userId) : null;
    if (!user) return { word: { kind: 'invalidLink' }, user: null };
    const outcome = await linkTelegram(rooms, user, person, true, now);
    log.info({ event: 'link', outcome, userId: user.id, telegramId: person.id }, 'Telegram link');
    if (outcome === 'linked' || outcome === 'alreadyLinked')
      return { word: { kind: outcome, name: user.name }, user };
    return { word: { kind: 'belongsToAnother' }, user: null };
  };

  /** The account of somebody who wrote without a token: a connected one, or one that the allow-list opens. */
  const accountOf = async (
    rooms: SignInRooms,
    person: TelegramPerson,
    now: Date,
  ): Promise<User | null> => {
    const isAllowed = allowedTelegramIds.some((one) => one.id === person.id);
    const isKnown = (await rooms.people.find(telegramIdentity(person.id))) !== null;
    return isKnown || isAllowed ? enterWithTelegram(rooms, person, allowedTelegramIds, now) : null;
  };

  return {
    /** What to answer to `/start`; null for an update that was handled before. */
    start: ({ updateId, person, languageCode, token }: BotStart): Promise<BotAnswer | null> =>
      inTransaction(async (rooms) => {
        const now = clock();
        if (!(await rooms.tokens.markSeen('telegram_update', String(updateId), now))) return null;
        const language = languageOfTelegram(languageCode);
        const open = async (word: BotWord, user: User | null): Promise<BotAnswer> => ({
          text: sayAsBot(word, language),
          link: user && (await directAccess(rooms, user, now)),
        });
        if (token !== null) {
          const { word, user } = await redeemInvite(rooms, token, person, now);
          return open(word, user);
        }
        const user = await accountOf(rooms, person, now);
        log.info(
          { event: 'start', telegramId: person.id, userId: user?.id ?? null },
          'Telegram start',
        );
        if (user) return open({ kind: 'welcomeBack', name: user.name }, user);
        if (!options.canSignInWithGoogle) return open({ kind: 'closed' }, null);
        return {
          text: sayAsBot({ kind: 'stranger' }, language),
          link: await travellingLink(rooms, person, now),
        };
      }),

    /**
     * A link that opens the bot and connects the signed-in person's Telegram; ten minutes, single use, the newest only.
     * A token of another tool gets none: it must not be able to open the door to its maker's account.
     * @returns `success: false` with the error to show where Telegram is not set up
     */
    async invite(
      viewer: Viewer,
    ): Promise<{ success: boolean; link: string | null; error: string | null }> {
      const member = memberOf(viewer);
      if (member.via !== 'session') {
        throw new DomainError('FORBIDDEN', 'Only a person in a browser can connect Telegram', {
          reason: 'sessionOnly',
        });
      }
      if (botName === null)
        return { success: false, link: null, error: 'Telegram is not set up here' };
      const token = newSecret();
      await inTransaction(async ({ tokens }) => {
        const now = clock();
        await tokens.removeUnused(member.user.id, 'telegram_link');
        await tokens.insertToken(
          hashSecret(token),
          { purpose: 'telegram_link', userId: member.user.id, facts: {} },
          now,
          new Date(now.getTime() + limits.session.telegramLinkMs),
        );
      });
      return { success: true, link: `https://t.me/${botName}?start=${token}`, error: null };
    },
  };
}

export type TelegramBot = ReturnType<typeof createTelegramBot>;
