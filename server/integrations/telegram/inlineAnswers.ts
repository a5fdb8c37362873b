// Answers to inline queries in the form of the Bot API.
import type { InlineQueryResultArticle } from 'grammy/types';
import type { BotArticle, BotInlineAnswer } from '../../modules/people/signIn/botMessage.ts';

/** Payloads of the button above inline answers, sent after `/start`; tokens of Loadout are longer. */
export const startPayloads = { connect: 'connect', help: 'help' } as const;

/** Plain text, without a parse mode, so that titles cannot add markup. */
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
  // Telegram would repeat a cached yes after an incident, or to a person without access.
  cache_time: 0,
  is_personal: true,
  next_offset: nextOffset,
  ...(button ? { button: { text: button.text, start_parameter: button.payload } } : {}),
});
