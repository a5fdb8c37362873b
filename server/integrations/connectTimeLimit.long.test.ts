// R4: the connect time limit, not the total one, ends calls of every external service at an address that accepts no connection.
import { z } from 'zod';
import { limits } from '../config/limits.ts';
import { getCause, errorCode, errorMessage } from '../shared/errorCode.ts';
import { createLog } from '../shared/log.ts';
import { startDeafServer, type DeafServer } from '../testing/unresponsiveServer.ts';
import { createImageFetcher } from './imageFetcher/imageFetcher.ts';
import { createModelConnection } from './languageModel/connection.ts';
import { createLastCallHealth } from '../shared/healthProbe.ts';
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

/** Total limit: long enough for every retry, so that only the connect limit can end an attempt. */
const totalMs = 60_000;
const clock = () => new Date('2026-10-01T09:00:00Z');
const log = createLog({ level: 'silent' });
const signal = new AbortController().signal;

/** Messages of an error and its causes, the outermost first. */
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
    // The error tells only its kind, so the time shows which limit ended it.
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

test('gives up an unconnected service before the limit for its answer', async () => {
  const said: Record<string, string> = {};
  await Promise.all(
    Object.entries(services).map(async ([name, call]) => {
      said[name] = await call().then(() => 'answered', wordsOf);
    }),
  );
  const late = Object.entries(said).filter(([, words]) => !ofConnecting.test(words));
  expect(late).toEqual([]);
}, 70_000);
