// Tries of what is set up, each over a connection of its own and within one time: what the other side truly says.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TryFailure, type Found, type Tries } from '../../modules/setup/connectionTests.ts';
import type { SetupFault } from '../../modules/setup/setup.ts';
import type { BookmarkSource } from '../../modules/sync/bookmarkProvider.ts';
import { limits } from '../../config/limits.ts';
import { systemClock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { errorCode } from '../../shared/errorCode.ts';
import type { Log } from '../../shared/log.ts';
import { createLanguageModel } from '../languageModel/languageModel.ts';
import { createMail } from '../mail/mail.ts';
import { readJson } from './readJson.ts';
import { trySignIn, type SignInSettings } from './signInTest.ts';

/** The settings that matter here; null for what is not set up. */
export interface TriedSettings extends SignInSettings {
  telegram: (NonNullable<SignInSettings['telegram']> & { botName: string; apiUrl: string }) | null;
  raindrop: { url: string; token: string; collection: number } | null;
  languageModel: { url: string; name: string; key: string | null } | null;
  mail: { smtpUrl: string; requireTls: boolean; from: string } | null;
}

interface Options {
  /** The file that is synced in place of a service; null: none. */
  file: BookmarkSource | null;
  log: Log;
  timeoutMs?: number;
}

const firstOf = (names: readonly string[]): string[] => names.slice(0, limits.lists.triedNames);

const collections = z.object({ items: z.array(z.object({ _id: z.int(), title: z.string() })) });

async function tryRaindrop(
  { url, token, collection }: NonNullable<TriedSettings['raindrop']>,
  timeoutMs: number,
): Promise<Found> {
  const headers = { Authorization: `Bearer ${token}` };
  const base = url.replace(/\/+$/, '');
  const lists = await Promise.all(
    ['/collections', '/collections/childrens'].map((path) =>
      readJson(base + path, { headers }, collections, timeoutMs),
    ),
  );
  const all = lists.flatMap(({ items }) => items);
  // 0 and -1 are no collections of one's own: all, and what is unsorted.
  if (collection > 0 && !all.some(({ _id }) => _id === collection))
    throw new TryFailure('collectionAbsent');
  return { found: firstOf(all.map(({ title }) => title)), count: all.length };
}

async function tryFile(file: BookmarkSource, timeoutMs: number): Promise<Found> {
  const signal = AbortSignal.timeout(timeoutMs);
  let count = 0;
  try {
    for await (const page of file.pages(signal)) count += page.bookmarks.length;
  } catch (error) {
    if (signal.aborted) throw new TryFailure('tooLate', error);
    const isNoBookmarks = error instanceof DomainError && error.code === 'INVALID';
    throw new TryFailure(isNoBookmarks ? 'nonsense' : 'unreachable', error);
  }
  return { found: [], count };
}

const me = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });

async function tryTelegram(
  { botToken, botName, apiUrl }: NonNullable<TriedSettings['telegram']>,
  timeoutMs: number,
): Promise<Found> {
  const address = `${apiUrl.replace(/\/+$/, '')}/bot${botToken}/getMe`;
  const { result } = await readJson(address, {}, me, timeoutMs);
  if (result.username.toLowerCase() !== botName.toLowerCase()) throw new TryFailure('otherBot');
  return { found: [`@${result.username}`], count: null };
}

/** The code by which the mail client says what went wrong. */
function faultOfMail(error: unknown): SetupFault {
  const cause = error instanceof DomainError ? error.cause : error;
  if (error instanceof DomainError && error.reason === 'mailRefused') return 'recipientRefused';
  const code = errorCode(cause);
  if (code === 'EAUTH') return 'refused';
  if (code === 'ETIMEDOUT') return 'tooLate';
  return code === 'EPROTOCOL' ? 'nonsense' : 'unreachable';
}

async function tryMail(
  settings: NonNullable<TriedSettings['mail']>,
  to: string,
  { log, timeoutMs }: Required<Pick<Options, 'log' | 'timeoutMs'>>,
): Promise<Found> {
  const { mailer } = createMail(settings, { clock: systemClock, log, timeoutMs });
  const text = 'Почта Loadout работает.\nThe mail of Loadout works.';
  try {
    const { refused } = await mailer.send({
      to: [to],
      replyTo: null,
      subject: 'Loadout: проверка почты / a test of the mail',
      text,
      html: `<p>${text.replace('\n', '<br>')}</p>`,
      id: randomUUID(),
    });
    if (refused.length > 0) throw new TryFailure('recipientRefused');
  } catch (error) {
    if (error instanceof TryFailure) throw error;
    throw new TryFailure(faultOfMail(error), error);
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

async function tryModel(
  settings: NonNullable<TriedSettings['languageModel']>,
  { log, timeoutMs }: Required<Pick<Options, 'log' | 'timeoutMs'>>,
): Promise<Found> {
  const { model } = createLanguageModel(settings, { clock: systemClock, log, timeoutMs });
  try {
    const said = await model.translate('Каталог готов к работе.', 'ru', 'en');
    return { found: [said.slice(0, limits.text.search)], count: null };
  } catch (error) {
    const cause = error instanceof DomainError ? error.cause : null;
    const status = statusOf(cause);
    // It is there, and does not take our key, address or model.
    if (status !== null && status >= 400 && status < 500 && status !== 429)
      throw new TryFailure('refused', error);
    const reason = error instanceof DomainError ? (error.reason ?? '') : '';
    throw new TryFailure(modelFaults[reason] ?? 'unexpected', error);
  }
}

/** The tries that the settings allow. */
export function createConnectionTests(
  settings: TriedSettings,
  { file, log, timeoutMs = limits.setup.tryMs }: Options,
): Tries {
  const { google, raindrop, telegram, languageModel, mail } = settings;
  const tryBot = telegram && (() => tryTelegram(telegram, timeoutMs));
  const around = { log, timeoutMs };
  const bookmarks = file
    ? () => tryFile(file, timeoutMs)
    : raindrop && (() => tryRaindrop(raindrop, timeoutMs));
  return {
    signIn: google || tryBot ? () => trySignIn(settings, tryBot, around) : null,
    bookmarks,
    mail: mail && ((to) => tryMail(mail, to, around)),
    model: languageModel && (() => tryModel(languageModel, around)),
    telegram: tryBot,
  };
}
