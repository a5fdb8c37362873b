// Messages from and to the Telegram bot, independent of its library.
import type { Language } from '../../../shared/language.ts';
import type { TelegramPerson } from './identityProviders.ts';

/** A button below a message; `data` comes back when it is pressed. */
export interface BotButton {
  text: string;
  data: string;
}

/** A message that the bot sends on its own to a person who has written to it before. */
export interface BotMessage {
  /** The number of the Telegram person. */
  chatId: string;
  text: string;
  buttons: BotButton[];
}

/** Answer of the bot to a message or a pressed button. */
export interface BotAnswer {
  text: string;
  /** An address with a token, shown below the text. */
  link: string | null;
  buttons: BotButton[];
  /** The person's next message shall answer this one. */
  wantsReply?: boolean;
}

/** Notice above the chat for a pressed button, in place of a message. */
export interface BotNotice {
  notice: string;
  /** It stays until the person closes it. */
  isRefusal: boolean;
}

/** An act of a person in a private chat. */
export interface BotAct {
  /** Telegram's number of the update: each is handled once. */
  updateId: number;
  person: TelegramPerson;
  languageCode: string | null;
}

/** A pressed button. */
export interface BotPress extends BotAct {
  data: string;
}

/** A text in answer to a message of the bot. */
export interface BotReply extends BotAct {
  text: string;
  /** Text of the bot's message. */
  repliedTo: string;
}

/** Delivery of a message: `closed` when the person has blocked the bot, `refused` when Telegram refuses its content. */
export type BotDelivery = 'delivered' | 'closed' | 'refused';

/** `/start`, with or without a link token behind it, in a private chat. */
export interface BotStart extends BotAct {
  token: string | null;
}

/** A question about services in a private chat; `text` stands behind the command. */
export interface BotQuestion extends BotAct {
  command: 'can' | 'find' | 'help';
  text: string;
}

/** Inline query: text typed behind the name of the bot in any chat. */
export interface BotInlineQuery extends BotAct {
  text: string;
  /** `nextOffset` of the answer before; empty at first. */
  offset: string;
}

/** A message that the person may send to the chat; plain text. */
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
  /** Above the articles; it opens the chat with the bot and sends `/start` with the payload. */
  button: { text: string; payload: 'connect' | 'help' } | null;
}

/** Answers to questions about services; null for an update that was handled before, and for somebody who has been told to wait. */
export interface BotQuestions {
  /** As the menu of the bot lists them. */
  commands: Record<Language, { command: string; description: string }[]>;
  ask(question: BotQuestion): Promise<BotAnswer | null>;
  inline(query: BotInlineQuery): Promise<BotInlineAnswer | null>;
}
