// What the bot does for the person who writes to it: connects an account, or opens the door to a connected one.
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../config/limits.ts';
import type { Log } from '../../../shared/log.ts';
import { hashSecret, newSecret } from '../../../shared/secrets.ts';
import type { Language } from '../../../shared/language.ts';
import { personInBrowser, type User, type Viewer } from '../accounts/accounts.ts';
import type { TelegramPerson } from './identityProviders.ts';
import {
  enterWithTelegram,
  getAccountStatus,
  type AllowedTelegramId,
  type InSignInTransaction,
  type SignInContext,
} from './signInFlows.ts';
import { telegramFacts, telegramIdentity } from './signInRules.ts';
import type { BotAnswer, BotPress, BotStart } from './botMessage.ts';
import {
  beginLink,
  declineLink,
  linkQuestion,
  readLinkButton,
  settleLink,
} from './telegramLinkRules.ts';
import { languageOfTelegram, sayAsBot, type BotWord } from './telegramTexts.ts';

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

export function createTelegramBot(options: Options) {
  const { inTransaction, botName, allowedTelegramIds, publicUrl, clock } = options;
  const log = options.log.child({ part: 'telegramBot' });

  /** A link that signs a person in: once, within five minutes; a former one stops working. */
  const directAccess = async (
    { tokens }: SignInContext,
    user: User,
    now: Date,
  ): Promise<string> => {
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

  /** A link to the login screen that carries a token: whoever signs in with Google there is asked about this Telegram. */
  const travellingLink = async (
    { tokens }: SignInContext,
    person: TelegramPerson,
    language: Language,
    now: Date,
  ): Promise<string> => {
    await tokens.removeUnusedOf(person.id);
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + limits.session.telegramLinkMs);
    const facts = telegramFacts(person, language);
    await tokens.insertToken(
      hashSecret(token),
      { purpose: 'telegram_link', userId: null, facts },
      now,
      expiresAt,
    );
    return `${publicUrl}/login?telegramToken=${token}`;
  };

  const plain = (word: BotWord, language: Language): BotAnswer => ({
    text: sayAsBot(word, language),
    link: null,
    buttons: [],
  });

  const unconfirmed = (language: Language): BotAnswer => ({
    ...plain({ kind: 'unconfirmed' }, language),
    link: `${publicUrl}/login`,
  });

  /** What an invitation brings about: a question to the person here, and one in the page. */
  const redeemInvite = async (
    rooms: SignInContext,
    token: string,
    { person, language }: { person: TelegramPerson; language: Language },
    now: Date,
  ): Promise<BotAnswer> => {
    const invite = await rooms.tokens.takeToken(hashSecret(token), ['telegram_link'], now);
    const user = invite?.userId ? await rooms.people.user(invite.userId) : null;
    const standing = user && (await getAccountStatus(rooms, user.id));
    if (standing === 'unconfirmed') return unconfirmed(language);
    if (!user || standing !== 'active') return plain({ kind: 'invalidLink' }, language);
    const owner = await rooms.people.find(telegramIdentity(person.id));
    if (owner && owner.id !== user.id) return plain({ kind: 'belongsToAnother' }, language);
    if (owner) {
      const text = sayAsBot({ kind: 'alreadyLinked', name: user.name }, language);
      return { text, link: await directAccess(rooms, user, now), buttons: [] };
    }
    const link = await beginLink(rooms, user, person, language, now);
    log.info(
      { event: 'link', outcome: 'asked', userId: user.id, telegramId: person.id },
      'Telegram link',
    );
    return { ...linkQuestion(link, user), link: null };
  };

  /**
   * The account of somebody who wrote without a token: a connected one, or one that the allow-list opens. Null for a
   * stranger; a word in place of the account for somebody who may not be here any more.
   */
  const accountOf = async (
    rooms: SignInContext,
    person: TelegramPerson,
    now: Date,
  ): Promise<{ user: User } | { word: BotWord } | null> => {
    const isAllowed = allowedTelegramIds.some((one) => one.id === person.id);
    const known = await rooms.people.find(telegramIdentity(person.id));
    if (!known && !isAllowed) return null;
    const standing = known ? await getAccountStatus(rooms, known.id) : 'active';
    if (standing === 'unconfirmed') return { word: { kind: 'unconfirmed' } };
    if (standing !== 'active')
      return { word: { kind: standing === 'disabled' ? 'disabled' : 'closed' } };
    return { user: await enterWithTelegram(rooms, person, allowedTelegramIds, now) };
  };

  return {
    /** What to answer to `/start`; null for an update that was handled before. */
    start: ({ updateId, person, languageCode, token }: BotStart): Promise<BotAnswer | null> =>
      inTransaction(async (rooms) => {
        const now = clock();
        if (!(await rooms.tokens.markSeen('telegram_update', String(updateId), now))) return null;
        const language = languageOfTelegram(languageCode);
        const open = async (word: BotWord, user: User | null): Promise<BotAnswer> => ({
          ...plain(word, language),
          link: user && (await directAccess(rooms, user, now)),
        });
        if (token !== null) return redeemInvite(rooms, token, { person, language }, now);
        const found = await accountOf(rooms, person, now);
        const user = found && 'user' in found ? found.user : null;
        log.info(
          { event: 'start', telegramId: person.id, userId: user?.id ?? null },
          'Telegram start',
        );
        if (found && 'word' in found)
          return found.word.kind === 'unconfirmed'
            ? unconfirmed(language)
            : plain(found.word, language);
        if (user) return open({ kind: 'welcomeBack', name: user.name }, user);
        if (!options.canSignInWithGoogle) return open({ kind: 'closed' }, null);
        return {
          ...plain({ kind: 'stranger' }, language),
          link: await travellingLink(rooms, person, language, now),
        };
      }),

    /** What to answer to a pressed button; null for an update that was handled before. */
    press: ({ updateId, person, languageCode, data }: BotPress): Promise<BotAnswer | null> =>
      inTransaction(async (rooms) => {
        const now = clock();
        if (!(await rooms.tokens.markSeen('telegram_update', String(updateId), now))) return null;
        const language = languageOfTelegram(languageCode);
        const asked = readLinkButton(data);
        const link = asked && (await rooms.links.hold(asked.id, now));
        // A question belongs to the person to whom it was put, whoever else may name its number.
        if (!link || link.person.id !== person.id || link.outcome !== null)
          return plain({ kind: 'invalidLink' }, language);
        const facts = { userId: link.userId, telegramId: person.id };
        if (!asked.connect) {
          await declineLink(rooms, link, now);
          log.info({ event: 'link', outcome: 'declinedInBot', ...facts }, 'Telegram link');
          return plain({ kind: 'linkDeclined' }, language);
        }
        const standing = await getAccountStatus(rooms, link.userId);
        if (standing === 'unconfirmed') return unconfirmed(language);
        if (standing !== 'active') return plain({ kind: 'invalidLink' }, language);
        const agreed = link.hasBotAgreed
          ? link
          : await rooms.links.change(link.id, { botAgreedAt: now });
        const { link: settled, user } = await settleLink(rooms, agreed, now);
        log.info(
          { event: 'link', outcome: settled.outcome ?? 'agreedInBot', ...facts },
          'Telegram link',
        );
        if (settled.outcome === null)
          return plain({ kind: 'linkAgreed', name: user.name }, language);
        if (settled.outcome === 'declined') return plain({ kind: 'belongsToAnother' }, language);
        return {
          ...plain({ kind: 'linked', name: user.name }, language),
          link: await directAccess(rooms, user, now),
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
      const member = personInBrowser(viewer);
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
