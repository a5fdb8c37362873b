// Tool errors in plain words with a code.
import { randomUUID } from 'node:crypto';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import type { GraphQLFormattedError } from 'graphql';
import { refusalExtensions } from '../graphql/errors.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { FieldError } from '../../shared/fieldErrors.ts';
import type { Log } from '../../shared/log.ts';

type Said = Pick<GraphQLFormattedError, 'message' | 'extensions'>;

/** A refusal of the executor: the formatted GraphQL error. */
export class Refusal extends Error {
  readonly said: Said;
  constructor(said: Said) {
    super(said.message);
    this.name = 'Refusal';
    this.said = said;
  }

  /** The same with the tool's names: field errors refer to the parameters that the agent sent. */
  inNames(names: Record<string, string>): Refusal {
    const { message, extensions } = this.said;
    const errors = extensions?.['errors'] as readonly FieldError[] | undefined;
    if (!errors) return this;
    const renamed = (text: string): string =>
      text.replace(/^\w+/, (field) => (Object.hasOwn(names, field) ? names[field]! : field));
    return new Refusal({
      message: renamed(message),
      extensions: {
        ...extensions,
        errors: errors.map((one) => ({
          ...one,
          path: renamed(one.path),
          message: renamed(one.message),
        })),
      },
    });
  }
}

interface Told {
  code: string;
  message: string;
  errorId?: string;
}

/** The message for an agent; an unexpected error is logged and reported by its id only. */
function saidOf(error: unknown, log: Log): Told {
  if (error instanceof DomainError)
    return { code: error.code, message: error.message, ...refusalExtensions(error) };
  if (error instanceof Refusal)
    return { code: 'INTERNAL', message: error.message, ...error.said.extensions };
  const errorId = randomUUID();
  log.error({ err: error, errorId }, 'Unexpected error');
  return { code: 'INTERNAL', message: 'Something went wrong', errorId };
}

/** An error as the answer of a tool. */
export const refusedCall = (error: unknown, log: Log): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(saidOf(error, log)) }],
});

/** An error of the protocol, for requests without a tool. */
export function refusedRead(error: unknown, uri: string, log: Log): ProtocolError {
  const { code, message } = saidOf(error, log);
  if (code === 'NOT_FOUND') return new ResourceNotFoundError(uri);
  const isOurs = code === 'INTERNAL';
  return new ProtocolError(
    isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    `${message} (${code})`,
  );
}
