// Partial errors: as over GraphQL, the readable part is returned, and `errors` lists the missing ones.
import type { GraphQLFormattedError } from 'graphql';
import type { Language } from '../../shared/language.ts';
import type { Envelope, JsonSchema } from './envelopes.ts';
import { problemOf } from './problems.ts';
import { inRussian } from './russianProblem.ts';

/** A part of an answer that could not be read, which is null in the answer. */
export interface PartialError {
  /** Its path in the answer: names and indexes (from 0), joined by dots, for example `data.0.experts`. */
  path: string;
  /** As in a problem. */
  code: string;
  message: string;
}

/** Lists the missing parts from the errors beside the data of a GraphQL answer. */
export const partialErrors = (
  errors: readonly GraphQLFormattedError[],
  envelope: Envelope,
  language: Language,
): PartialError[] =>
  errors.map((error) => {
    const problem = problemOf(error, '');
    return {
      path: [...envelope.place, ...(error.path ?? []).slice(1)].join('.'),
      code: problem.code,
      message: (language === 'ru' ? inRussian(problem) : problem).error,
    };
  });

/** Adds the member for missing parts to the schema of an answer. */
export const withPartialErrors = (answer: JsonSchema): JsonSchema => ({
  ...answer,
  properties: {
    ...(answer['properties'] as JsonSchema),
    errors: {
      type: 'array',
      description:
        'Only when a part of the answer could not be read: it stands as null, and the rest is as it is.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: {
            type: 'string',
            description: 'Names and positions, joined by dots, for example `data.0.experts`.',
          },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
});
