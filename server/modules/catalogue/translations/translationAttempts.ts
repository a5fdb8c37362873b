// When a text that could not be translated is tried again, and what a failure says about the model. Pure.
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';

/** The model cannot be reached, takes no more or refuses us: the next text would fare no better. */
const modelFailures = new Set(['languageModelAway', 'languageModelBusy']);

/** Whether a failure is the model's, whatever the text. */
export const isModelFailure = (error: unknown): boolean =>
  error instanceof DomainError && modelFailures.has(error.reason ?? '');

/** The database cannot be reached or does not answer in time. */
const databaseFailures = new Set(['databaseAway', 'databaseSlow']);

/** Whether a failure is the database's, whatever the text. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof DomainError && databaseFailures.has(error.reason ?? '');

/** The wait after so many failures of one text, in milliseconds: twice as long each time, a day at most. */
export const retryDelay = (attempts: number): number =>
  Math.min(limits.translationRetry.firstMs * 2 ** (attempts - 1), limits.translationRetry.maxMs);

/** When the next round comes for the first try of what waits: never at once, also when that has become due meanwhile. */
export const nextRoundAt = (firstTry: Date | null, now: Date): Date | null =>
  firstTry &&
  new Date(Math.max(firstTry.getTime(), now.getTime() + limits.translationRetry.firstMs));

/** What a round of translations has done. */
export interface TranslationRound {
  translated: number;
  failed: number;
  /** Whether it ended because the model is away. */
  isModelUnavailable: boolean;
  /** Whether it ended because it has done as much as one round does: there may be more. */
  isCut: boolean;
}

/** What remembers the failures of each text. */
export interface TranslationAttempts {
  /** Counts a failure of the text that stands there now. */
  failed(id: number, now: Date): Promise<void>;
  /** Forgets the failures of a text that is translated. */
  succeeded(id: number): Promise<void>;
}
