// Translation round: translates pending texts one by one; a failed text does not block others and is tried again later.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';

/** Failures of the model that affect every text. */
const modelFailures = new Set(['languageModelAway', 'languageModelBusy']);

/** True for a failure of the model, independent of the text. */
const isModelFailure = (error: unknown): boolean =>
  error instanceof DomainError && modelFailures.has(error.reason ?? '');

const databaseFailures = new Set(['databaseAway', 'databaseSlow']);

/** True for a failure of the database, independent of the text. */
const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof DomainError && databaseFailures.has(error.reason ?? '');

/** Delay in milliseconds after a number of failures: doubled each time, at most a day. */
export const retryDelay = (attempts: number): number =>
  Math.min(limits.translationRetry.firstMs * 2 ** (attempts - 1), limits.translationRetry.maxMs);

/** Time of the next round: the first retry, but never at once. */
const nextRoundAt = (firstTry: Date | null, now: Date): Date | null =>
  firstTry &&
  new Date(Math.max(firstTry.getTime(), now.getTime() + limits.translationRetry.firstMs));

interface TranslationRound {
  translated: number;
  failed: number;
  /** True when it ended because the model is unavailable. */
  isModelUnavailable: boolean;
  /** True when it reached its limit, so that more texts may be pending. */
  isCut: boolean;
}

/** Storage of failed attempts per text. */
export interface TranslationAttempts {
  /** Counts a failure of the current text. */
  failed(id: number, now: Date): Promise<void>;
  /** Removes the failures of a translated text. */
  succeeded(id: number): Promise<void>;
}

/** Dependencies of a round for any kind of text. */
export interface RoundOptions {
  attempts: TranslationAttempts;
  /** Converts a database error to a domain error; returns any other error unchanged. */
  toDomainError: (error: unknown) => unknown;
  clock: Clock;
  log: Log;
}

interface Options<Open extends { id: number }> extends RoundOptions {
  /** Due texts after an id, by ascending id. */
  pending(afterId: number, limit: number, now: Date): Promise<Open[]>;
  /** Translates one text; returns true if something was saved. */
  translate(open: Open): Promise<boolean>;
  signal: AbortSignal;
  /** Maximum number of texts per round. */
  most: number;
}

const batchSize = 20;
/** Consecutive model failures that end a round. */
const failuresInARow = 3;

/**
 * Translates pending texts up to the limit of a round.
 * @throws database errors, which do not count as failures of a text
 */
async function runRound<Open extends { id: number }>({
  pending,
  translate,
  attempts,
  toDomainError,
  clock,
  log,
  signal,
  most,
}: Options<Open>): Promise<TranslationRound> {
  const round: TranslationRound = {
    translated: 0,
    failed: 0,
    isModelUnavailable: false,
    isCut: false,
  };
  const begun = clock();
  let inARow = 0;
  let afterId = 0;
  let left = most;
  let batch: Open[];
  do {
    batch = await pending(afterId, batchSize, begun);
    for (const open of batch) {
      signal.throwIfAborted();
      if (left === 0) return { ...round, isModelUnavailable: inARow > 0, isCut: true };
      left -= 1;
      afterId = open.id;
      try {
        if (await translate(open)) round.translated += 1;
        await attempts.succeeded(open.id);
        inARow = 0;
      } catch (error) {
        if (isDatabaseFailure(toDomainError(error))) throw error;
        round.failed += 1;
        log.warn({ err: error, id: open.id }, 'The language model did not do a text');
        if (!isModelFailure(error)) {
          await attempts.failed(open.id, clock());
          inARow = 0;
          continue;
        }
        inARow += 1;
        if (inARow === failuresInARow) return { ...round, isModelUnavailable: true };
      }
    }
  } while (batch.length === batchSize);
  return { ...round, isModelUnavailable: inARow > 0 };
}

interface RoundsOptions<Open extends { id: number }, Model> extends RoundOptions {
  store: {
    pending: Options<Open>['pending'];
    /** Time of the first retry; null if no text waits for one. */
    firstTry(): Promise<Date | null>;
  };
  /** Null when no language model is configured. */
  model: Model | null;
  /** Translates one text; returns true if something was saved. */
  translate(open: Open, model: Model): Promise<boolean>;
  /** Maximum number of texts per round. */
  most: number;
}

/** Translation rounds for one kind of text; without a model all texts stay pending. */
export const createTranslationRounds = <Open extends { id: number }, Model>({
  store,
  model,
  translate,
  ...options
}: RoundsOptions<Open, Model>) => ({
  translatePending: async (signal: AbortSignal): Promise<TranslationRound> =>
    model
      ? runRound({
          ...options,
          pending: (afterId, limit, now) => store.pending(afterId, limit, now),
          translate: (open) => translate(open, model),
          signal,
        })
      : { translated: 0, failed: 0, isModelUnavailable: false, isCut: false },

  /** Time of the next round for failed texts; null if none waits, or without a model. */
  nextTryAt: async (): Promise<Date | null> =>
    model ? nextRoundAt(await store.firstTry(), options.clock()) : null,
});
