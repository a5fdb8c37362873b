// Errors of grammY: which may pass, and what may be logged of them.
import { GrammyError, HttpError } from 'grammy/web';
import { getCause, errorCode } from '../../shared/errorCode.ts';

/** Failures that may pass: of the network, of Telegram, and too many messages at once. */
export const isTransient = (error: unknown): boolean =>
  error instanceof HttpError ||
  (error instanceof GrammyError && (error.error_code >= 500 || error.error_code === 429));

/** The circuit breaker is open. */
export class BreakerOpenError extends Error {}

export const isTelegramError = (error: unknown): boolean =>
  error instanceof GrammyError || error instanceof HttpError || error instanceof BreakerOpenError;

/** Code only, for example `ECONNREFUSED`: the message holds the address with the token. */
const networkProblemOf = ({ name, error }: HttpError): string => {
  const code = errorCode(getCause(error)) || errorCode(error);
  return code ? `${name} (${code})` : name;
};

/** Description of an error. Errors of grammY hold the message and the bot's token, so they are never logged whole. */
export const problemOf = (error: unknown): string => {
  if (error instanceof GrammyError)
    return `${error.method}: ${error.error_code} ${error.description}`;
  if (error instanceof BreakerOpenError) return error.message;
  if (error instanceof HttpError) return networkProblemOf(error);
  return error instanceof Error ? error.name : 'unknown';
};
