// Fake Telegram Bot API with people who write to the bot.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Chats, type TelegramUser } from './telegram/chats.ts';
import { createBotApi } from './telegram/botApi.ts';
import { chatPage } from './telegram/chatPage.ts';
import { signLogin } from '../server/integrations/signIn/telegramLoginWidget.ts';

interface Options {
  /** Any free one by default. */
  port?: number;
  /** Made up by default. */
  botToken?: string;
  botName?: string;
}

export interface FakeTelegram {
  /** For `TELEGRAM_API_URL`. */
  url: string;
  botToken: string;
  botName: string;
  /** What people write, and what the bot has written to them. */
  chats: Chats;
  /** The data that the login widget hands over for a person, signed for this bot. */
  login(user: TelegramUser, now?: Date): Record<string, string>;
  /** Switches inline mode on or off, as at @BotFather; on at first. */
  setInline(isOn: boolean): void;
  /** Answers every call with this status from now on, and says why; null: as it should. */
  fail(status: number | null, description?: string): void;
  /** The lines of `.env` that make Loadout use it. */
  settings: Record<'TELEGRAM_API_URL' | 'TELEGRAM_BOT_TOKEN' | 'TELEGRAM_BOT_NAME', string>;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  if (request.headers['content-type']?.includes('form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}

/** A person writes to the bot by hand, on the fake's own page. */
async function writeByHand(
  request: IncomingMessage,
  response: ServerResponse,
  chats: Chats,
): Promise<void> {
  const { id, name, username, language, text, press } = (await readBody(request)) as Record<
    string,
    string
  >;
  const user = {
    id: Number(id) || 1001,
    first_name: name || 'Somebody',
    ...(username ? { username } : {}),
    language_code: language || 'ru',
  };
  if (press) await chats.press(user, press);
  else await chats.write(user, text || '/start');
  response.statusCode = 303;
  response.setHeader('Location', '/');
  response.end();
}

/** Starts it on the loopback address; what it holds is gone when it ends. */
export async function startFakeTelegram(options: Options = {}): Promise<FakeTelegram> {
  const {
    port = 0,
    botToken = '7000000001:stand-in-bot-token',
    botName = 'loadout_stand_in_bot',
  } = options;
  const chats = new Chats();
  let hasInline = true;
  const botApi = createBotApi({ botToken, botName, chats, hasInline: () => hasInline });
  let failure: number | null = null;
  let reason = '';

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(pathname) ?? [];
    if (token !== undefined && method !== undefined) {
      if (failure !== null) {
        answerJson(response, failure, {
          ok: false,
          error_code: failure,
          description: reason,
        });
        return;
      }
      const result = await botApi.call(token, method, await readBody(request));
      answerJson(response, result.ok ? 200 : result.error_code, result);
    } else if (pathname === '/' && request.method === 'POST') {
      await writeByHand(request, response, chats);
    } else {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(chatPage(botName, chats.all()));
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const description = error instanceof Error ? error.message : 'Bad request';
      answerJson(response, 400, { ok: false, error_code: 400, description });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    botToken,
    botName,
    chats,
    login(user, now = new Date()) {
      const fields = {
        id: String(user.id),
        first_name: user.first_name,
        ...(user.last_name ? { last_name: user.last_name } : {}),
        ...(user.username ? { username: user.username } : {}),
        auth_date: String(Math.floor(now.getTime() / 1000)),
      };
      return { ...fields, hash: signLogin(fields, botToken) };
    },
    setInline(isOn) {
      hasInline = isOn;
    },
    fail(status, description = 'The stand-in fails') {
      failure = status;
      reason = description;
    },
    settings: { TELEGRAM_API_URL: url, TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_BOT_NAME: botName },
    close: () =>
      new Promise<void>((resolve) => {
        chats.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
