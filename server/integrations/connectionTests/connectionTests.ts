// Connection tests of the configured external services, each over its own connection and with a time limit.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type SetupFault,
  ConnectionTestError,
  type ConnectionTestResult,
  type ConnectionTests,
} from '../../modules/setup/setup.ts';
import type { BookmarkSource } from '../../modules/sync/bookmarkProvider.ts';
import { limits } from '../../config/limits.ts';
import type { Groups } from '../../config/settingGroups.ts';
import { systemClock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { errorCode } from '../../shared/errorCode.ts';
import type { Log } from '../../shared/log.ts';
import { EmbeddingError } from '../../modules/search/search.module.ts';
import { createEmbeddings } from '../embeddings/embeddings.ts';
import { createLanguageModel } from '../languageModel/languageModel.ts';
import { createMail } from '../mail/mail.ts';
import type { SignInProviderDefinition } from '../signIn/signInProviderDefinition.ts';
import { createOpenIdClient, type OpenIdClientSettings } from '../signIn/openIdClient.ts';
import { upstreamFetch } from '../upstreamFetch.ts';

function faultOfStatus(status: number): SetupFault {
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unreachable' : 'refused';
}

/** Reads a JSON response by its schema. @throws ConnectionTestError */
async function readJson<Schema extends z.ZodType>(
  address: string,
  init: RequestInit,
  schema: Schema,
  timeoutMs: number,
): Promise<z.output<Schema>> {
  const signal = AbortSignal.timeout(timeoutMs);
  let body: unknown;
  try {
    const response = await upstreamFetch(address, { ...init, signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ConnectionTestError(faultOfStatus(response.status));
    }
    const text = await response.text();
    try {
      body = JSON.parse(text);
    } catch {
      throw new ConnectionTestError('nonsense');
    }
  } catch (error) {
    if (error instanceof ConnectionTestError) throw error;
    throw new ConnectionTestError(signal.aborted ? 'tooLate' : 'unreachable', error);
  }
  const read = schema.safeParse(body);
  if (!read.success) throw new ConnectionTestError('nonsense');
  return read.data;
}

interface Limits {
  log: Log;
  timeoutMs: number;
}

type Client = Omit<OpenIdClientSettings<unknown>, 'toPerson'> & {
  name: string;
  label: string;
  redirectUri: string;
};

const metadata = z.object({ issuer: z.string(), token_endpoint: z.string() });

/** True when the provider refused our client: with an OAuth error, or with a 401. */
const isRefusal = (cause: unknown): boolean =>
  typeof cause === 'object' &&
  cause !== null &&
  ('error' in cause || ('status' in cause && cause.status === 401));

/** Reads the metadata, then lets the provider check our secret with an invalid code. */
async function testOpenId(client: Client, { log, timeoutMs }: Limits): Promise<string> {
  const until = performance.now() + timeoutMs;
  const address = `${client.issuer}/.well-known/openid-configuration`;
  const { issuer } = await readJson(address, {}, metadata, timeoutMs);
  if (issuer.replace(/(?<!\/)\/+$/, '') !== client.issuer)
    throw new ConnectionTestError('nonsense');
  const provider = createOpenIdClient({
    ...client,
    toPerson: () => null,
    clock: systemClock,
    log,
    // The library requires whole milliseconds.
    timeoutMs: Math.max(1, Math.floor(until - performance.now())),
  });
  const binding = {
    state: randomUUID(),
    nonce: randomUUID(),
    codeVerifier: randomUUID() + randomUUID(),
  };
  try {
    await provider.redeem(randomUUID(), binding);
  } catch (error) {
    // The provider accepts our secret and refuses the code.
    if (error instanceof DomainError && error.reason === 'signInFailed') return issuer;
    const cause = error instanceof DomainError ? error.cause : null;
    if (isRefusal(cause)) throw new ConnectionTestError('refused', error);
    const fault = performance.now() >= until ? 'tooLate' : 'unreachable';
    throw new ConnectionTestError(fault, error);
  }
  throw new ConnectionTestError('nonsense');
}

/**
 * Tests all configured sign-in providers.
 * @param testBot for a provider with the login widget
 * @throws ConnectionTestError of the first failure
 */
async function testSignIn(
  settings: Groups,
  definitions: readonly SignInProviderDefinition[],
  testBot: (() => Promise<ConnectionTestResult>) | null,
  limits: Limits,
): Promise<ConnectionTestResult> {
  const results = definitions.map(async (definition): Promise<string[]> => {
    const { name, label } = definition;
    const client = definition.openId(settings);
    const redirectUri = settings.http.publicUrl + definition.callbackPath(settings);
    if (client) return [await testOpenId({ ...client, name, label, redirectUri }, limits)];
    return testBot && definition.loginPage?.(settings) ? (await testBot()).found : [];
  });
  return { found: (await Promise.all(results)).flat(), count: null };
}

interface Options {
  signInProviders: readonly SignInProviderDefinition[];
  /** File that is synced in place of a bookmarks provider; null for none. */
  file: BookmarkSource | null;
  log: Log;
  timeoutMs?: number;
}

const firstNames = (names: readonly string[]): string[] => names.slice(0, limits.lists.testedNames);

const collections = z.object({ items: z.array(z.object({ _id: z.int(), title: z.string() })) });

async function testRaindrop(
  { url, token, collection }: NonNullable<Groups['raindrop']>,
  timeoutMs: number,
): Promise<ConnectionTestResult> {
  const headers = { Authorization: `Bearer ${token}` };
  const base = url.replace(/\/+$/, '');
  const lists = await Promise.all(
    ['/collections', '/collections/childrens'].map((path) =>
      readJson(base + path, { headers }, collections, timeoutMs),
    ),
  );
  const all = lists.flatMap(({ items }) => items);
  // 0 and -1 are not collections: all bookmarks, and unsorted ones.
  if (collection > 0 && !all.some(({ _id }) => _id === collection))
    throw new ConnectionTestError('collectionAbsent');
  return { found: firstNames(all.map(({ title }) => title)), count: all.length };
}

async function testFile(file: BookmarkSource, timeoutMs: number): Promise<ConnectionTestResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  let count = 0;
  try {
    for await (const page of file.pages(signal)) count += page.bookmarks.length;
  } catch (error) {
    if (signal.aborted) throw new ConnectionTestError('tooLate', error);
    const isNoBookmarks = error instanceof DomainError && error.code === 'INVALID';
    throw new ConnectionTestError(isNoBookmarks ? 'nonsense' : 'unreachable', error);
  }
  return { found: [], count };
}

const me = z.object({
  ok: z.literal(true),
  result: z.object({ username: z.string(), supports_inline_queries: z.boolean().default(false) }),
});

async function testTelegram(
  { botToken, botName, apiUrl }: NonNullable<Groups['telegram']>,
  timeoutMs: number,
): Promise<ConnectionTestResult> {
  const address = `${apiUrl.replace(/\/+$/, '')}/bot${botToken}/getMe`;
  const { result } = await readJson(address, {}, me, timeoutMs);
  if (result.username.toLowerCase() !== botName.toLowerCase())
    throw new ConnectionTestError('otherBot');
  const hint = result.supports_inline_queries ? null : 'inlineOff';
  return { found: [`@${result.username}`], count: null, hint };
}

function faultOfMail(error: unknown): SetupFault {
  const cause = error instanceof DomainError ? error.cause : error;
  if (error instanceof DomainError && error.reason === 'mailRefused') return 'recipientRefused';
  const code = errorCode(cause);
  if (code === 'EAUTH') return 'refused';
  if (code === 'ETIMEDOUT') return 'tooLate';
  return code === 'EPROTOCOL' ? 'nonsense' : 'unreachable';
}

async function testMail(
  settings: NonNullable<Groups['mail']>,
  to: string,
  { log, timeoutMs }: Required<Pick<Options, 'log' | 'timeoutMs'>>,
): Promise<ConnectionTestResult> {
  const { mailer } = createMail(settings, { clock: systemClock, log, timeoutMs });
  const text = 'Почта Loadout работает.\nLoadout can send mail.';
  try {
    const { refused } = await mailer.send({
      to: [to],
      replyTo: null,
      subject: 'Loadout: проверка почты / mail test',
      text,
      html: `<p>${text.replace('\n', '<br>')}</p>`,
      id: randomUUID(),
    });
    if (refused.length > 0) throw new ConnectionTestError('recipientRefused');
  } catch (error) {
    if (error instanceof ConnectionTestError) throw error;
    throw new ConnectionTestError(faultOfMail(error), error);
  }
  return { found: [to], count: null };
}

const modelFaults: Record<string, SetupFault> = {
  languageModelAway: 'unreachable',
  languageModelSlow: 'tooLate',
  languageModelBusy: 'busy',
  languageModelAnswer: 'nonsense',
};

const statusOf = (error: unknown): number | null =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number'
    ? error.status
    : null;

async function testModel(
  settings: NonNullable<Groups['languageModel']>,
  { log, timeoutMs }: Required<Pick<Options, 'log' | 'timeoutMs'>>,
): Promise<ConnectionTestResult> {
  const { model } = createLanguageModel(settings, { clock: systemClock, log, timeoutMs });
  try {
    const translation = await model.translate('Каталог готов к работе.', 'ru', 'en');
    return { found: [translation.slice(0, limits.text.search)], count: null };
  } catch (error) {
    const cause = error instanceof DomainError ? error.cause : null;
    const status = statusOf(cause);
    // The service answers but refuses our key, address or model.
    if (status !== null && status >= 400 && status < 500 && status !== 429)
      throw new ConnectionTestError('refused', error);
    const reason = error instanceof DomainError ? (error.reason ?? '') : '';
    throw new ConnectionTestError(modelFaults[reason] ?? 'unexpected', error);
  }
}

const embeddingFaults: Record<EmbeddingError['fault'], SetupFault> = {
  away: 'unreachable',
  slow: 'tooLate',
  busy: 'busy',
  refused: 'refused',
  text: 'refused',
  answer: 'nonsense',
};

/** Requests the embedding of one text; returns its length. */
async function testEmbeddings(
  settings: NonNullable<Groups['embeddings']>,
  timeoutMs: number,
): Promise<ConnectionTestResult> {
  const { model } = createEmbeddings(settings, { clock: systemClock, textsMs: timeoutMs });
  try {
    const [vector] = await model.texts.embed({
      texts: ['Каталог готов к работе. The catalogue is ready.'],
      model: model.name,
      dimension: null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { found: [], count: vector!.length };
  } catch (error) {
    const fault = error instanceof EmbeddingError ? embeddingFaults[error.fault] : 'unexpected';
    throw new ConnectionTestError(fault, error);
  }
}

/** Tests of the configured parts; null for the others. */
export function createConnectionTests(
  settings: Groups,
  { signInProviders, file, log, timeoutMs = limits.setup.testMs }: Options,
): ConnectionTests {
  const { raindrop, telegram, languageModel, embeddings, mail } = settings;
  const testBot = telegram && (() => testTelegram(telegram, timeoutMs));
  const bounds = { log, timeoutMs };
  const isSignInSetUp = signInProviders.some(
    (provider) => provider.openId(settings) ?? provider.loginPage?.(settings),
  );
  return {
    signIn: isSignInSetUp ? () => testSignIn(settings, signInProviders, testBot, bounds) : null,
    bookmarks: file
      ? () => testFile(file, timeoutMs)
      : raindrop && (() => testRaindrop(raindrop, timeoutMs)),
    mail: mail && ((to) => testMail(mail, to, bounds)),
    model: languageModel && (() => testModel(languageModel, bounds)),
    embeddings: embeddings && (() => testEmbeddings(embeddings, timeoutMs)),
    telegram: testBot,
  };
}
