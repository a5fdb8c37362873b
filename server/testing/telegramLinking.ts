// Steps by which a person connects Telegram in a test: the invitation on the page, the bot, and the two confirmations.
import type { FakeTelegram } from '../../fakes/telegram.ts';
import type { TelegramUser } from '../../fakes/telegram/chats.ts';
import { runDueJobs } from './runJobs.ts';
import type { Caller, TestApp } from './testApp.ts';

export interface ShownLink {
  id: string;
  state: string;
  username: string | null;
  replaces: boolean;
  needsFreshSignIn: boolean;
}

const fields = 'id state username replaces needsFreshSignIn';

export function telegramLinking(app: TestApp, telegram: FakeTelegram) {
  const messages = (user: TelegramUser) =>
    telegram.chats.all().filter((message) => message.chatId === user.id);

  const linking = {
    /** The secret of a new invitation. */
    async invite(person: Caller): Promise<string> {
      const { body } = await person.call<{ link: string }>(
        'POST',
        '/api/v1/telegram/generate-invite',
      );
      return new URL(body.link).searchParams.get('start') ?? '';
    },

    /** The question or the news that the page shows now. */
    async asked(person: Caller): Promise<ShownLink | null> {
      const { body } = await person.graphql<{ me: { telegramLink: ShownLink | null } }>(
        `{ me { telegramLink { ${fields} } } }`,
      );
      return body.data.me.telegramLink;
    },

    /** Answers a question on the page, by default the one that it shows. */
    async answer(person: Caller, connect: boolean, id?: string) {
      const question = id ?? (await linking.asked(person))?.id ?? '1';
      const { body } = await person.graphql<{ answerTelegramLink: ShownLink | null } | null>(
        `mutation ($id: ID!, $connect: Boolean!) { answerTelegramLink(id: $id, connect: $connect) { ${fields} } }`,
        { id: question, connect },
      );
      await linking.deliver();
      return {
        link: body.data?.answerTelegramLink ?? null,
        refusal: body.errors?.[0]?.extensions ?? null,
      };
    },

    /** Lets the bot send its pending messages. */
    deliver: () => runDueJobs(app.database.url, app.services),

    /** Presses the first (yes) or the second (no) button of the newest message with buttons. */
    async press(user: TelegramUser, connect: boolean): Promise<void> {
      const question = messages(user).findLast(({ buttons }) => buttons.length > 0);
      const button = question?.buttons[connect ? 0 : 1];
      if (!button) throw new Error('The bot has asked nothing');
      await telegram.chats.press(user, button.data);
    },

    /** All steps, with yes on both sides. */
    async connect(person: Caller, user: TelegramUser): Promise<void> {
      await telegram.chats.write(user, `/start ${await linking.invite(person)}`);
      await linking.answer(person, true);
      await linking.press(user, true);
      // Dismisses the news.
      await linking.answer(person, true);
    },
  };
  return linking;
}
