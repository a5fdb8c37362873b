// Validation of input: zod schemas for texts and lists, and one function that reports all errors at once.
import { z } from 'zod';
import {
  cleanLine,
  cleanText,
  hasControls,
  isStorable,
  showsNothing,
  withoutControls,
} from './cleanText.ts';
import { DomainError } from './domainError.ts';
import { fieldError, type FieldError, type FieldKind } from './fieldErrors.ts';

const unstorable = {
  message: 'The text holds characters that cannot be stored',
  params: { code: 'unstorable' },
};

const required = { message: 'The text is empty', params: { code: 'required' } };

/** A text that PostgreSQL and JSON can store, at most `max` UTF-16 units: for input of programs. */
export const storableText = (max: number) => z.string().max(max).refine(isStorable, unstorable);

/** A text of a person: storable, without controls except tabs and line ends. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => isStorable(value) && !hasControls(value), unstorable);

/** A cleaned text; one without visible characters becomes empty. */
export const trimmedText = (max: number) =>
  text(max)
    .transform((value) => (showsNothing(value) ? '' : cleanText(value)))
    // A few letters become longer when they are composed.
    .pipe(z.string().max(max));

/** A cleaned text that is not empty. */
export const filledText = (max: number) =>
  trimmedText(max).refine((value) => value.length > 0, required);

/** A cleaned text in one line, such as a name: each run of white space becomes one space. */
export const filledLine = (max: number) => filledText(max).transform(cleanLine);

/** A name that identifies something stored, uncleaned since a title may be older than the cleaning. Not empty. */
export const filledName = (max: number) =>
  text(max)
    .transform((value) => (showsNothing(value) ? '' : value.trim()))
    .refine((value) => value.length > 0, required);

/** A tag. It must not contain commas, which separate tags in bookmarks, exports and input fields. */
export const tagLine = (max: number) =>
  filledLine(max).refine((value) => !value.includes(','), 'A tag holds no comma');

/** An optional text: null when it is empty. */
export const optionalText = (max: number) =>
  trimmedText(max)
    .nullish()
    .transform((value) => value || null);

/** A search text; controls, which come with pasted text, separate words. */
export const searchText = (max: number) =>
  storableText(max).transform((value) =>
    showsNothing(value) ? '' : withoutControls(value).trim(),
  );

const kinds: Record<string, FieldKind> = {
  string: 'string',
  int: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  date: 'date-time',
};

/** Our error for an issue of zod, whose messages are for programmers. */
function faultOf(issue: z.core.$ZodIssue): FieldError {
  const path = issue.path.join('.');
  switch (issue.code) {
    case 'custom':
      return {
        path,
        code: String(issue.params?.['code'] ?? 'invalid'),
        message: issue.message,
      };
    case 'too_big':
      return fieldError(path, issue.origin === 'string' ? 'too_long' : 'too_big', {
        limit: Number(issue.maximum),
      });
    case 'too_small':
      return fieldError(path, 'too_small', { limit: Number(issue.minimum) });
    case 'invalid_value':
      return fieldError(path, issue.code, { values: issue.values.map(String) });
    case 'invalid_type': {
      const expected = kinds[issue.expected];
      return fieldError(path, issue.code, expected ? { expected } : {});
    }
    case 'unrecognized_keys':
      return fieldError([...issue.path, issue.keys[0]].join('.'), 'unknown');
    default:
      return fieldError(path, issue.code);
  }
}

/**
 * Checks a value against its schema.
 * @param name of the argument, when the value is a single argument
 * @throws DomainError INVALID with every wrong field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name?: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) =>
    name ? { ...issue, path: [name, ...issue.path] } : issue,
  );
  const errors = issues.map(faultOf);
  const [issue] = issues;
  const [first] = errors;
  if (!first) throw new DomainError('INVALID', 'Invalid');
  const message =
    issue?.code === 'custom' ? `${first.path || 'input'}: ${first.message}` : first.message;
  throw new DomainError('INVALID', message, { errors });
}
