// What the bot writes by itself, as the rooms know it.

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
