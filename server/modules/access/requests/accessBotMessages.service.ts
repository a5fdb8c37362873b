// Requests for access in Telegram: each of those who decide gets a message with buttons, and it says how the request stands.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import {
  type Member,
  type BotAnswer,
  type BotAct,
  type BotMessage,
  type BotNotice,
  type BotPress,
  type BotReply,
  languageOfTelegram,
} from '../../people/accounts/accounts.module.ts';
import type { DecisionInput } from './accessRequests.ts';
import {
  accessButtons,
  accessMessageOver,
  accessMessageText,
  readAccessButton,
  readWordQuestion,
  sayRefusal,
  sayState,
  wordQuestion,
  type AccessMessageFacts,
  type ButtonAct,
  type WordAct,
} from './accessBotTexts.ts';
import type { AccessWorkflowStore } from './accessWorkflow.store.ts';
import { isWithin, requireDecider } from './accessApprovers.ts';
import type { AccessMessage, AccessBotMessagesStore } from './accessBotMessages.store.ts';

/** The bot, as far as these messages need it. */
interface MessagingBot {
  /** Answers the number of the message; null where the chat is closed. */
  tell(message: BotMessage): Promise<number | null>;
  change(messageId: number, message: BotMessage): Promise<void>;
}

/** Who stands behind a Telegram. */
export interface TelegramAccounts {
  /** Whether an update is a new one; it never is again. */
  isNew(updateId: number): Promise<boolean>;
  /** Whether the provider must vouch anew for whoever is connected now. */
  isUnconfirmed(telegramId: string): Promise<boolean>;
  /** The account that is connected now, unless its person may not be here. */
  member(telegramId: string): Promise<Member | null>;
  /** Of these people those who may be here. */
  active(userIds: readonly number[]): Promise<Set<number>>;
}

/** The rooms of a press, on its transaction. */
interface PressRooms {
  messages: AccessBotMessagesStore;
  cases: AccessWorkflowStore;
  door: TelegramAccounts;
  decide(member: Member, requestId: number, given: DecisionInput): Promise<unknown>;
  /** Has every message of a request say how it stands. */
  showMessages(requestId: number): Promise<void>;
}

interface Options {
  messages: AccessBotMessagesStore;
  door: Pick<TelegramAccounts, 'active'>;
  inTransaction<Result>(work: (rooms: PressRooms) => Promise<Result>): Promise<Result>;
  pageUrlOf(requestId: number): string;
  clock: Clock;
}

type Says = BotAnswer | BotNotice | null;

const isRefused = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND');

export const createAccessBotMessages = ({
  messages,
  door,
  inTransaction,
  pageUrlOf,
  clock,
}: Options) => {
  /** What a press or a word comes to, after all that may stand in its way. */
  const handle = async (
    rooms: PressRooms,
    { messageId, person, languageCode }: BotAct & { messageId: number },
    then: (held: {
      message: AccessMessage;
      facts: AccessMessageFacts;
      decide: (given: Omit<DecisionInput, 'expectedVersion'>) => Promise<BotNotice>;
    }) => Promise<BotAnswer | BotNotice>,
  ): Promise<BotAnswer | BotNotice> => {
    const language = languageOfTelegram(languageCode);
    const message = await rooms.messages.hold(messageId, clock());
    if (!message) return sayRefusal('over', language);
    // A button belongs to the person to whom it was sent, while that Telegram is still theirs.
    if (message.telegramId !== person.id) return sayRefusal('foreign', language);
    if (await rooms.door.isUnconfirmed(person.id)) return sayRefusal('unconfirmed', language);
    const member = await rooms.door.member(person.id);
    if (member?.user.id !== message.userId) return sayRefusal('notYours', language);
    const found = await rooms.cases.lock(message.requestId);
    const decider = await requireDecider(rooms.cases, member).catch((error: unknown) => {
      if (isRefused(error)) return null;
      throw error;
    });
    if (!found || !decider || !isWithin(decider.scope, found.companyKey))
      return sayRefusal('notYours', language);
    const facts = (await rooms.messages.facts(message.requestId))!;
    if (facts.request.version !== message.version) {
      await rooms.showMessages(message.requestId);
      return sayState(facts, { language, isLate: true });
    }
    const decide = async (given: Omit<DecisionInput, 'expectedVersion'>) => {
      await rooms.decide(member, message.requestId, { ...given, expectedVersion: message.version });
      const after = (await rooms.messages.facts(message.requestId))!;
      return sayState(after, { language, isLate: false });
    };
    try {
      return await then({ message, facts, decide });
    } catch (error) {
      if (isRefused(error)) return sayRefusal('notYours', language);
      if (error instanceof DomainError && error.code === 'INVALID')
        return sayRefusal(error.reason === 'holdsKey' ? 'holdsKey' : 'tooLong', language);
      throw error;
    }
  };

  const pressed = (rooms: PressRooms, deed: BotAct, button: { act: ButtonAct; id: number }) =>
    handle(rooms, { ...deed, messageId: button.id }, async ({ message, facts, decide }) => {
      const { act } = button;
      if (act === 'approve') return decide({ decision: act });
      await rooms.messages.setAsked(message.id, act);
      const language = languageOfTelegram(deed.languageCode);
      const text = wordQuestion(message.id, act, { service: facts.request.service, language });
      return { text, link: null, buttons: [], wantsReply: true };
    });

  // What is done is what the question said, whichever button was pressed last.
  const replied = (
    rooms: PressRooms,
    { text, ...deed }: BotReply,
    question: { id: number; act: WordAct },
  ) =>
    handle(rooms, { ...deed, messageId: question.id }, async ({ message, decide }) => {
      if (message.asked === null) return sayRefusal('over', languageOfTelegram(deed.languageCode));
      const says = await decide({ decision: question.act, message: text });
      await rooms.messages.setAsked(message.id, null);
      return says;
    });

  const showOne = async (
    bot: MessagingBot,
    message: AccessMessage,
    { facts, isTheirs }: { facts: AccessMessageFacts; isTheirs: boolean },
  ): Promise<void> => {
    const { status, version } = facts.request;
    const isAsked = isTheirs && status === 'requested' && message.version === version;
    const content: BotMessage = {
      chatId: message.telegramId,
      text: isTheirs ? accessMessageText(facts, pageUrlOf(facts.request.id)) : accessMessageOver(),
      buttons: isAsked ? accessButtons(message.id) : [],
    };
    if (message.shownVersion === null) {
      if (!isAsked) return;
      await messages.markShown(message.id, await bot.tell(content), version);
    } else if (message.messageId !== null && message.shownVersion < version) {
      await bot.change(message.messageId, content);
      await messages.markShown(message.id, message.messageId, version);
    }
  };

  return {
    /** What to answer to a pressed button; null for an update that was handled before, and for a button of another part. */
    press: (press: BotPress): Promise<Says> => {
      const button = readAccessButton(press.data);
      if (!button) return Promise.resolve(null);
      return inTransaction(async (rooms) =>
        (await rooms.door.isNew(press.updateId)) ? pressed(rooms, press, button) : null,
      );
    },

    isButton: (data: string): boolean => readAccessButton(data) !== null,

    /** What to answer to words; null for an update that was handled before, and for words about something else. */
    async reply(reply: BotReply): Promise<BotAnswer | null> {
      const question = readWordQuestion(reply.repliedTo);
      if (question === null) return null;
      const says = await inTransaction(async (rooms) =>
        (await rooms.door.isNew(reply.updateId)) ? replied(rooms, reply, question) : null,
      );
      return says && 'notice' in says ? { text: says.notice, link: null, buttons: [] } : says;
    },

    /**
     * Writes to those who decide while a request waits, and has each former message say how it stands now: to those who still
     * decide, at the Telegram that is still theirs. To others it says nothing more of the request.
     * @throws the first failure, after everybody else was tried
     */
    async show(requestId: number, bot: MessagingBot): Promise<void> {
      const at = clock();
      const facts = await messages.facts(requestId);
      if (!facts) return;
      const { status, version } = facts.request;
      const known = await messages.deciders(requestId);
      const active = await door.active(known.map(({ userId }) => userId));
      const people = known.filter(({ userId }) => active.has(userId));
      if (status === 'requested')
        await messages.add(
          { requestId, version },
          people.filter(({ isAsked }) => isAsked),
          { at, expiresAt: new Date(at.getTime() + limits.accessRequest.buttonsMs) },
        );
      const chats = new Map(people.map(({ userId, telegramId }) => [userId, telegramId]));
      const failures: unknown[] = [];
      for (const message of await messages.ofRequest(requestId, at))
        await showOne(bot, message, {
          facts,
          isTheirs: chats.get(message.userId) === message.telegramId,
        }).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },

    removeStale: (): Promise<void> => messages.removeStale(clock()),
  };
};
