// Answers to inline queries in the form of the Bot API.
import type { InlineQueryResultArticle } from 'grammy/types';
import type { BotArticle, BotInlineAnswer } from '../../modules/people/signIn/botMessage.ts';

/** Payloads of the button above inline answers, sent behind `/start`; our tokens are longer. */
export const startPayloads = { connect: 'connect', help: 'help' } as const;

/** Plain text, without a parse mode: no title brings markup of its own. */
export const toArticle = ({
  id,
  title,
  description,
  text,
}: BotArticle): InlineQueryResultArticle => ({
  type: 'article',
  id,
  title,
  description,
  input_message_content: { message_text: text, link_preview_options: { is_disabled: true } },
});

export const inlineOptions = ({ nextOffset, button }: BotInlineAnswer) => ({
  // Telegram would repeat a stored yes after an incident has begun, or to somebody whose account has ended.
  cache_time: 0,
  is_personal: true,
  next_offset: nextOffset,
  ...(button ? { button: { text: button.text, start_parameter: button.payload } } : {}),
});
