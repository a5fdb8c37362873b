// Messages from and to the Telegram bot, independent of its library.
import type { Language } from '../../../shared/language.ts';
import type { TelegramPerson } from './identityProviders.ts';

/** A button below a message; `data` is returned when it is pressed. */
export interface BotButton {
  text: string;
  data: string;
}

/** A message that the bot sends on its own to a person who has written to it before. */
export interface BotMessage {
  /** Telegram id of the person. */
  chatId: string;
  text: string;
  buttons: BotButton[];
}

export interface BotAnswer {
  text: string;
  /** An address with a token, shown below the text. */
  link: string | null;
  buttons: BotButton[];
  /** True when the person's next message should be a reply to this one. */
  wantsReply?: boolean;
}

/** Notice above the chat for a pressed button, instead of a message. */
export interface BotNotice {
  notice: string;
  /** True for a notice that stays until the person closes it. */
  isRefusal: boolean;
}

/** An action of a person in a private chat. */
export interface BotAct {
  /** Telegram's number of the update; each is handled once. */
  updateId: number;
  person: TelegramPerson;
  languageCode: string | null;
}

export interface BotPress extends BotAct {
  data: string;
}

/** A text in reply to a message of the bot. */
export interface BotReply extends BotAct {
  text: string;
  /** Text of that message. */
  repliedTo: string;
}

/** Result of a delivery: `closed` when the person has blocked the bot, `refused` when Telegram refuses the content. */
export type BotDelivery = 'delivered' | 'closed' | 'refused';

/** `/start` in a private chat, with or without a link token. */
export interface BotStart extends BotAct {
  token: string | null;
}

/** A question about services in a private chat; `text` follows the command. */
export interface BotQuestion extends BotAct {
  command: 'can' | 'find' | 'help';
  text: string;
}

/** Inline query: text typed after the name of the bot in any chat. */
export interface BotInlineQuery extends BotAct {
  text: string;
  /** `nextOffset` of the previous answer; empty at first. */
  offset: string;
}

/** A message that the person can send to the chat; plain text. */
export interface BotArticle {
  id: string;
  title: string;
  description: string;
  text: string;
}

export interface BotInlineAnswer {
  articles: BotArticle[];
  /** Empty on the last page. */
  nextOffset: string;
  /** Button above the articles; it opens the chat with the bot and sends `/start` with the payload. */
  button: { text: string; payload: 'connect' | 'help' } | null;
}

/** Answers to questions about services; null for a repeated update, and for a person who was already told to wait. */
export interface BotQuestions {
  commands: Record<Language, { command: string; description: string }[]>;
  ask(question: BotQuestion): Promise<BotAnswer | null>;
  inline(query: BotInlineQuery): Promise<BotInlineAnswer | null>;
}
