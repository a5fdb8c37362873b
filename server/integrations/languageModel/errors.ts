// Errors of the language model, mapped to refusals and health details.
import OpenAI from 'openai';
import { DomainError } from '../../shared/domainError.ts';

type FailureReason =
  'languageModelAway' | 'languageModelSlow' | 'languageModelBusy' | 'languageModelAnswer';

export interface Failure {
  reason: FailureReason;
  /** One English sentence without secrets. */
  detail: string;
  /** True when the same call may succeed at once. */
  isWorthRepeating: boolean;
}

export const schemaMismatch: Failure = {
  reason: 'languageModelAnswer',
  detail: 'The language model does not answer as it must.',
  isWorthRepeating: true,
};

/** True when the model is down for every question, rather than answering incorrectly. */
export const isDown = ({ reason }: Failure): boolean =>
  reason === 'languageModelAway' || reason === 'languageModelSlow';

const away = (detail: string, isWorthRepeating: boolean): Failure => ({
  reason: 'languageModelAway',
  detail,
  isWorthRepeating,
});

export const circuitOpen = away(
  'The language model failed repeatedly and is left alone for a moment.',
  false,
);

/** Classifies an error of the SDK. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) {
    return {
      reason: 'languageModelSlow',
      detail: 'The language model did not answer in time.',
      isWorthRepeating: false,
    };
  }
  if (error instanceof OpenAI.APIConnectionError)
    return away('The language model cannot be reached.', true);
  if (error instanceof OpenAI.APIError && typeof error.status === 'number') {
    if (error.status === 429) {
      return {
        reason: 'languageModelBusy',
        detail: 'The language model is busy.',
        isWorthRepeating: false,
      };
    }
    // The text is too long or unacceptable to the model: the next question may succeed.
    if (error.status === 400 || error.status === 413 || error.status === 422) {
      return {
        reason: 'languageModelAnswer',
        detail: `The language model refuses this text with ${error.status}.`,
        isWorthRepeating: false,
      };
    }
    if (error.status >= 500) return away(`The language model answers ${error.status}.`, true);
    return away(`The language model refuses our calls with ${error.status}.`, false);
  }
  return schemaMismatch;
}

const retryAfter: Record<FailureReason, number> = {
  languageModelAway: 30,
  languageModelSlow: 30,
  languageModelBusy: 20,
  languageModelAnswer: 5,
};

export const unavailable = ({ reason, detail }: Failure, cause?: unknown): DomainError =>
  new DomainError('UNAVAILABLE', detail, { reason, retryAfter: retryAfter[reason], cause });
