// Connect timeout of every external service: an address that takes no connection ends the call early.
import { z } from 'zod';
import { limits } from '../config/limits.ts';
import { getCause, errorCode, errorMessage } from '../shared/errorCode.ts';
import { createLog } from '../shared/log.ts';
import { startDeafServer, type DeafServer } from '../testing/unresponsiveServer.ts';
import { createImageFetcher } from './imageFetcher/imageFetcher.ts';
import { createModelConnection } from './languageModel/connection.ts';
import { createLastCallHealth } from './lastCallHealth.ts';
import { createLinkChecker } from './linkChecker/linkChecker.ts';
import { createMail } from './mail/mail.ts';
import { createOpenIdClient } from './signIn/openIdClient.ts';
import { RaindropConnection } from './raindrop/connection.ts';
import { createBotConnection } from './telegram/botConnection.ts';

let deaf: DeafServer;
beforeAll(async () => {
  deaf = await startDeafServer();
});
afterAll(() => deaf.close());

/** For answers: long enough for every repeat, so that only the limit for connecting can end a try. */
const totalMs = 60_000;
const clock = () => new Date('2026-10-01T09:00:00Z');
const log = createLog({ level: 'silent' });
const signal = new AbortController().signal;

/** What an error and its causes say, the outermost first. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let one = error; one; one = getCause(one)) words.push(errorCode(one), errorMessage(one));
  return words.join(' ');
}

const services: Record<string, () => Promise<unknown>> = {
  bookmarks: () =>
    new RaindropConnection({
      url: deaf.url,
      token: 'token',
      now: clock,
      wait: async () => undefined,
      log,
      timeoutMs: totalMs,
    }).get('/raindrops/0', {}, signal),

  'language model': () =>
    createModelConnection({
      url: `${deaf.url}/v1`,
      name: 'model',
      key: null,
      clock,
      log,
      outcome: createLastCallHealth(),
      timeoutMs: totalMs,
    }).ask({ task: 'translation', instruction: '', data: {}, schema: z.object({}) }),

  'sign-in provider': () =>
    createOpenIdClient({
      name: 'google',
      label: 'Google',
      issuer: deaf.url,
      clientId: 'client',
      clientSecret: 'secret',
      authentication: 'post',
      redirectUri: 'http://localhost/oauth/google/callback',
      scope: 'openid',
      toPerson: (claims) => claims.sub,
      clock,
      log,
      timeoutMs: totalMs,
    }).check(),

  Telegram: async () => {
    const bot = createBotConnection({
      botToken: '1:token',
      botName: 'bot',
      apiUrl: deaf.url,
      webhookSecret: null,
      webhookUrl: null,
      answer: async () => null,
      press: async () => null,
      reply: async () => null,
      clock,
      log,
    });
    const began = performance.now();
    // The error tells no more than the kind, so the time says which limit it was.
    await bot.check().catch((error: unknown) => {
      const isEarly = performance.now() - began < limits.upstream.telegramMs;
      throw new Error(isEarly ? 'no connection' : 'no answer', { cause: error });
    });
  },

  mail: () =>
    createMail(
      {
        requireTls: false,
        smtpUrl: `smtp://${deaf.host}:${deaf.port}`,
        from: 'loadout@example.com',
      },
      { clock, log, timeoutMs: totalMs },
    ).mailer.send({
      to: ['it@example.com'],
      replyTo: null,
      subject: '',
      text: '',
      html: '',
      id: '1',
    }),

  pictures: () =>
    createImageFetcher({
      limits: { ...limits.imageProxy, totalMs, ports: [deaf.port] },
      allow: [deaf],
    }).fetch(`${deaf.url}/picture.png`),

  'links of services': async () => {
    const checker = createLinkChecker({ allow: [deaf], answerMs: totalMs, totalMs });
    const { kind, status } = await checker.check(`${deaf.url}/`, signal);
    throw new Error(`${kind}: ${status}`);
  },
};

const ofConnecting = /Connect Timeout|no connection|Connection timeout/i;

test('who takes no connection is given up before an answer would be', async () => {
  const said: Record<string, string> = {};
  await Promise.all(
    Object.entries(services).map(async ([name, call]) => {
      said[name] = await call().then(() => 'answered', wordsOf);
    }),
  );
  const late = Object.entries(said).filter(([, words]) => !ofConnecting.test(words));
  expect(late).toEqual([]);
}, 70_000);
