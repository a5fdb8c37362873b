// Validation at the edge: zod schemas for texts and lists, and one function that refuses with all problems at once.
import { z } from 'zod';
import { DomainError } from './domainError.ts';

/** A text that PostgreSQL and JSON can carry: well-formed UTF-16 without NUL, at most `max` UTF-16 units. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      message: 'The text holds characters that cannot be stored',
      params: { code: 'unstorable' },
    });

/** The same, and not blank; surrounding white space is dropped. */
export const filledText = (max: number) =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, {
      message: 'The text is empty',
      params: { code: 'required' },
    });

const fieldCode = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid');
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'too_big';
  return issue.code;
};

/**
 * Checks a value against its schema.
 * @throws DomainError INVALID that names every field that is wrong.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    code: fieldCode(issue),
    message: issue.message,
  }));
  const [first] = errors;
  throw new DomainError(
    'INVALID',
    first ? `${first.path || 'input'}: ${first.message}` : 'Invalid',
    {
      errors,
    },
  );
}
