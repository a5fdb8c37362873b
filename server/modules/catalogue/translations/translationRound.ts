// Goes through what is open, one text after another: a text that fails waits on its own and holds up no other.
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import {
  isDatabaseFailure,
  isModelFailure,
  nextRoundAt,
  type TranslationRound,
  type TranslationAttempts,
} from './translationAttempts.ts';

/** What a round needs, whatever is translated. */
export interface RoundOptions {
  attempts: TranslationAttempts;
  /** A failure of the database as a refusal; any other error unchanged. */
  toDomainError: (error: unknown) => unknown;
  clock: Clock;
  log: Log;
}

interface Options<Open extends { id: number }> extends RoundOptions {
  /** What is open and due after an id, in the order of the ids. */
  pending(afterId: number, limit: number, now: Date): Promise<Open[]>;
  /** Translates one; answers whether something was stored. */
  translate(open: Open): Promise<boolean>;
  signal: AbortSignal;
  /** Texts of one round at most. */
  most: number;
}

const batchSize = 20;
/** After so many failures of the model in a row the rest is left for the next round. */
const failuresInARow = 3;

/**
 * Translates what is open and due, as much as one round does.
 * @throws what the database throws while it is away or slow: that says nothing about the text, which is open as before
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
    /** The first try of those that have failed and are open; null when none waits. */
    firstTry(): Promise<Date | null>;
  };
  /** Null when no language model is configured. */
  model: Model | null;
  /** Translates one; answers whether something was stored. */
  translate(open: Open, model: Model): Promise<boolean>;
  /** Texts of one round at most. */
  most: number;
}

/** The rounds of one kind of text. Without a model nothing happens: everything stays open. */
export const createTranslationRounds = <Open extends { id: number }, Model>({
  store,
  model,
  translate,
  ...options
}: RoundsOptions<Open, Model>) => ({
  /** Translates what is open and due, one text after another, as much as one round does; a text that fails waits on its own. */
  translatePending: async (signal: AbortSignal): Promise<TranslationRound> =>
    model
      ? runRound({
          ...options,
          pending: (afterId, limit, now) => store.pending(afterId, limit, now),
          translate: (open) => translate(open, model),
          signal,
        })
      : { translated: 0, failed: 0, isModelUnavailable: false, isCut: false },

  /** When the next text that failed and is still open is to be tried; null when none waits, or without a model. */
  nextTryAt: async (): Promise<Date | null> =>
    model ? nextRoundAt(await store.firstTry(), options.clock()) : null,
});
