// What the bot hears and says, as the rooms know it.
import type { TelegramPerson } from './identityProviders.ts';

/** A button below a message of the bot; `data` comes back when it is pressed. */
export interface BotButton {
  text: string;
  data: string;
}

/** A message that the bot sends by itself, to a person who has written to it before. */
export interface BotMessage {
  /** The number of the Telegram person. */
  chatId: string;
  text: string;
  buttons: BotButton[];
}

/** What the bot says to somebody who has written or pressed. */
export interface BotAnswer {
  text: string;
  /** An address that belongs below the text; it holds a token. */
  link: string | null;
  buttons: BotButton[];
  /** The person's next words are an answer to this message. */
  wantsReply?: boolean;
}

/** Said above the chat to somebody who has pressed a button, in place of a message. */
export interface BotNotice {
  notice: string;
  /** It stays until it is read. */
  isRefusal: boolean;
}

/** Something that a person does in a private chat. */
export interface BotDeed {
  /** Telegram's number of the update: each is handled once. */
  updateId: number;
  /** Who; Telegram vouches for it. */
  person: TelegramPerson;
  languageCode: string | null;
}

/** A pressed button. */
export interface BotPress extends BotDeed {
  data: string;
}

/** Words in answer to a message of the bot. */
export interface BotReply extends BotDeed {
  text: string;
  /** The bot's message. */
  repliedTo: string;
}

/** What became of a message: `closed` where the chat is closed to the bot, `refused` for what the message says. */
export type BotReach = 'taken' | 'closed' | 'refused';

/** `/start`, with or without a link token behind it, in a private chat. */
export interface BotStart extends BotDeed {
  token: string | null;
}
