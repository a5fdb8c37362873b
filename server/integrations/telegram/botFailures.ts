// What grammY's errors mean, and what of them may be said.
import { GrammyError, HttpError } from 'grammy/web';
import { getCause, errorCode } from '../../shared/errorCode.ts';

/** Failures that may pass: the network, Telegram's own, and too many messages at once. */
export const mayPass = (error: unknown): boolean =>
  error instanceof HttpError ||
  (error instanceof GrammyError && (error.error_code >= 500 || error.error_code === 429));

export class LeftAloneError extends Error {}

export const isTelegrams = (error: unknown): boolean =>
  error instanceof GrammyError || error instanceof HttpError || error instanceof LeftAloneError;

/** The code alone, for example `ECONNREFUSED`: the message holds the address, and with it the token. */
const networkProblemOf = ({ name, error }: HttpError): string => {
  const code = errorCode(getCause(error)) || errorCode(error);
  return code ? `${name} (${code})` : name;
};

/** What an error says. The errors of grammY carry the message and the bot's token, so they are never logged whole. */
export const problemOf = (error: unknown): string => {
  if (error instanceof GrammyError)
    return `${error.method}: ${error.error_code} ${error.description}`;
  if (error instanceof LeftAloneError) return error.message;
  if (error instanceof HttpError) return networkProblemOf(error);
  return error instanceof Error ? error.name : 'unknown';
};
