// Retry schedule of failed translations, and classification of failures.
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';

/** Failures of the model that affect every text. */
const modelFailures = new Set(['languageModelAway', 'languageModelBusy']);

/** True for a failure of the model, independent of the text. */
export const isModelFailure = (error: unknown): boolean =>
  error instanceof DomainError && modelFailures.has(error.reason ?? '');

const databaseFailures = new Set(['databaseAway', 'databaseSlow']);

/** True for a failure of the database, independent of the text. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof DomainError && databaseFailures.has(error.reason ?? '');

/** Delay in milliseconds after a number of failures: doubled each time, at most a day. */
export const retryDelay = (attempts: number): number =>
  Math.min(limits.translationRetry.firstMs * 2 ** (attempts - 1), limits.translationRetry.maxMs);

/** Time of the next round: the first retry, but never at once. */
export const nextRoundAt = (firstTry: Date | null, now: Date): Date | null =>
  firstTry &&
  new Date(Math.max(firstTry.getTime(), now.getTime() + limits.translationRetry.firstMs));

export interface TranslationRound {
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
