// Telegram messages with buttons for the approvers of access requests.
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
  closedMessageText,
  accessMessageText,
  batchMessageText,
  parseAccessButton,
  parsePrompt,
  refusalNotice,
  statusNotice,
  promptText,
  type AccessMessageFacts,
  type ButtonAction,
  type PromptedAction,
} from './accessBotTexts.ts';
import type { AccessWorkflowStore } from './accessWorkflow.store.ts';
import { isInScope, requireDecider } from './accessApprovers.ts';
import type { AccessMessage, AccessBotMessagesStore } from './accessBotMessages.store.ts';

interface MessagingBot {
  /** Returns the id of the message; null when the chat is closed. */
  tell(message: BotMessage): Promise<number | null>;
  change(messageId: number, message: BotMessage): Promise<void>;
}

/** Lookup of accounts by Telegram id. */
export interface TelegramAccounts {
  /** Marks an update as handled; false when it was handled before. */
  isNew(updateId: number): Promise<boolean>;
  /** True when the sign-in provider must confirm the account again. */
  isUnconfirmed(telegramId: string): Promise<boolean>;
  /** The connected account; null unless it is active. */
  member(telegramId: string): Promise<Member | null>;
  /** The people among these whose account is active. */
  active(userIds: readonly number[]): Promise<Set<number>>;
}

interface BotTransaction {
  messages: AccessBotMessagesStore;
  store: AccessWorkflowStore;
  accounts: TelegramAccounts;
  decide(member: Member, requestId: number, given: DecisionInput): Promise<unknown>;
  /** Queues an update of all messages of a request. */
  queueUpdate(requestId: number): Promise<void>;
}

interface Options {
  messages: AccessBotMessagesStore;
  accounts: Pick<TelegramAccounts, 'active'>;
  inTransaction<Result>(work: (transaction: BotTransaction) => Promise<Result>): Promise<Result>;
  /** Page of a request, or of all waiting ones. */
  pageUrlOf(requestId: number | null): string;
  clock: Clock;
}

type BotResponse = BotAnswer | BotNotice | null;

const isRefused = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND');

export class AccessBotMessages {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** The answer to a pressed button; null for a repeated update or a foreign button. */
  press(press: BotPress): Promise<BotResponse> {
    const button = parseAccessButton(press.data);
    if (!button) return Promise.resolve(null);
    return this.deps.inTransaction(async (transaction) =>
      (await transaction.accounts.isNew(press.updateId))
        ? this.handleButton(transaction, press, button)
        : null,
    );
  }

  isButton(data: string): boolean {
    return parseAccessButton(data) !== null;
  }

  /** The answer to a reply; null for a repeated update or a reply to something else. */
  async reply(reply: BotReply): Promise<BotAnswer | null> {
    const prompt = parsePrompt(reply.repliedTo);
    if (prompt === null) return null;
    const response = await this.deps.inTransaction(async (transaction) =>
      (await transaction.accounts.isNew(reply.updateId))
        ? this.handleReply(transaction, reply, prompt)
        : null,
    );
    return response && 'notice' in response
      ? { text: response.notice, link: null, buttons: [] }
      : response;
  }

  /**
   * Sends a waiting request to its approvers, and updates earlier messages; former approvers see no details.
   * @throws the first failure, after trying all messages
   */
  async update(requestId: number, bot: MessagingBot): Promise<void> {
    const facts = await this.deps.messages.facts(requestId);
    if (!facts) return;
    await this.updateMessages(facts, bot);
    const { batchId } = facts.request;
    if (batchId === null || batchId === requestId) return;
    const first = await this.deps.messages.facts(batchId);
    if (first) await this.updateMessages(first, bot);
  }

  private async updateMessages(facts: AccessMessageFacts, bot: MessagingBot): Promise<void> {
    const at = this.deps.clock();
    const { id: requestId, status, version, batchId } = facts.request;
    const deciders = await this.deps.messages.deciders(requestId);
    const active = await this.deps.accounts.active(deciders.map(({ userId }) => userId));
    const people = deciders.filter(({ userId }) => active.has(userId));
    // Requests made together share one message, at the first of them.
    const hasMessage = batchId === null || batchId === requestId || version > 0;
    if (status === 'requested' && hasMessage)
      await this.deps.messages.add(
        { requestId, version },
        people.filter(({ isAsked }) => isAsked),
        { at, expiresAt: new Date(at.getTime() + limits.accessRequest.buttonsMs) },
      );
    const chats = new Map(people.map(({ userId, telegramId }) => [userId, telegramId]));
    const failures: unknown[] = [];
    for (const message of await this.deps.messages.ofRequest(requestId, at))
      await this.updateMessage(bot, message, {
        facts,
        isTheirs: chats.get(message.userId) === message.telegramId,
      }).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  deleteExpired(): Promise<void> {
    return this.deps.messages.deleteExpired(this.deps.clock());
  }

  /** Checks a button or a reply in order: message, owner, sign-in, rights, version; then calls `then`. */
  private async handle(
    transaction: BotTransaction,
    { messageId, person, languageCode }: BotAct & { messageId: number },
    then: (checked: {
      message: AccessMessage;
      facts: AccessMessageFacts;
      decide: (given: Omit<DecisionInput, 'expectedVersion'>) => Promise<BotNotice>;
    }) => Promise<BotAnswer | BotNotice>,
  ): Promise<BotAnswer | BotNotice> {
    const language = languageOfTelegram(languageCode);
    const message = await transaction.messages.lock(messageId, this.deps.clock());
    if (!message) return refusalNotice('over', language);
    // A button works only for its recipient, while the Telegram account is connected to the same account.
    if (message.telegramId !== person.id) return refusalNotice('foreign', language);
    if (await transaction.accounts.isUnconfirmed(person.id))
      return refusalNotice('unconfirmed', language);
    const member = await transaction.accounts.member(person.id);
    if (member?.user.id !== message.userId) return refusalNotice('notYours', language);
    const found = await transaction.store.lock(message.requestId);
    const decider = await requireDecider(transaction.store, member).catch((error: unknown) => {
      if (isRefused(error)) return null;
      throw error;
    });
    if (!found || !decider || !isInScope(decider.scope, found.companyKey))
      return refusalNotice('notYours', language);
    const facts = (await transaction.messages.facts(message.requestId))!;
    if (facts.request.version !== message.version) {
      await transaction.queueUpdate(message.requestId);
      return statusNotice(facts, { language, isLate: true });
    }
    const decide = async (given: Omit<DecisionInput, 'expectedVersion'>) => {
      await transaction.decide(member, message.requestId, {
        ...given,
        expectedVersion: message.version,
      });
      const after = (await transaction.messages.facts(message.requestId))!;
      return statusNotice(after, { language, isLate: false });
    };
    try {
      return await then({ message, facts, decide });
    } catch (error) {
      if (isRefused(error)) return refusalNotice('notYours', language);
      if (error instanceof DomainError && error.code === 'INVALID')
        return refusalNotice(error.reason === 'holdsKey' ? 'holdsKey' : 'tooLong', language);
      throw error;
    }
  }

  private handleButton(
    transaction: BotTransaction,
    update: BotAct,
    button: { act: ButtonAction; id: number },
  ): Promise<BotAnswer | BotNotice> {
    return this.handle(
      transaction,
      { ...update, messageId: button.id },
      async ({ message, facts, decide }) => {
        const { act } = button;
        if (act === 'approve') return decide({ decision: act });
        await transaction.messages.setAsked(message.id, act);
        const language = languageOfTelegram(update.languageCode);
        const text = promptText(message.id, act, { service: facts.request.service, language });
        return { text, link: null, buttons: [], wantsReply: true };
      },
    );
  }

  /** The prompt names the action, because another button may have been pressed since. */
  private handleReply(
    transaction: BotTransaction,
    { text, ...update }: BotReply,
    prompt: { id: number; act: PromptedAction },
  ): Promise<BotAnswer | BotNotice> {
    return this.handle(
      transaction,
      { ...update, messageId: prompt.id },
      async ({ message, decide }) => {
        if (message.asked === null)
          return refusalNotice('over', languageOfTelegram(update.languageCode));
        const notice = await decide({ decision: prompt.act, message: text });
        await transaction.messages.setAsked(message.id, null);
        return notice;
      },
    );
  }

  private async updateMessage(
    bot: MessagingBot,
    message: AccessMessage,
    { facts, isTheirs }: { facts: AccessMessageFacts; isTheirs: boolean },
  ): Promise<void> {
    const { id, status } = facts.request;
    const isOfBatch = facts.batch.length > 1 && message.version === 0;
    const version = isOfBatch
      ? facts.batch.reduce((sum, one) => sum + one.version, 0)
      : facts.request.version;
    const isAsked = isTheirs && status === 'requested' && message.version === version;
    const text = isOfBatch
      ? batchMessageText(facts, this.deps.pageUrlOf(null))
      : accessMessageText(facts, this.deps.pageUrlOf(id));
    const content: BotMessage = {
      chatId: message.telegramId,
      text: isTheirs ? text : closedMessageText(),
      buttons: isAsked && !isOfBatch ? accessButtons(message.id) : [],
    };
    if (message.shownVersion === null) {
      if (!isAsked) return;
      await this.deps.messages.markShown(message.id, await bot.tell(content), version);
    } else if (message.messageId !== null && message.shownVersion < version) {
      await bot.change(message.messageId, content);
      await this.deps.messages.markShown(message.id, message.messageId, version);
    }
  }
}
