// Validation at the edge: zod schemas for texts and lists, and one function that refuses with all problems at once.
import { z } from 'zod';
import { cleanLine, cleanText } from './cleanText.ts';
import { DomainError } from './domainError.ts';
import { hasControls, isStorable, showsNothing, withoutControls } from './invisibleCharacters.ts';
import { fieldError, type FieldError, type FieldKind } from './fieldErrors.ts';

const unstorable = {
  message: 'The text holds characters that cannot be stored',
  params: { code: 'unstorable' },
};

const required = { message: 'The text is empty', params: { code: 'required' } };

/** A text that PostgreSQL and JSON can carry, at most `max` UTF-16 units: for what other programs write. */
export const storableText = (max: number) => z.string().max(max).refine(isStorable, unstorable);

/** What a person writes: the same without controls, but for tabulators and line ends. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => isStorable(value) && !hasControls(value), unstorable);

/** The same, cleaned of what is not seen; one that shows nothing is empty. */
export const trimmedText = (max: number) =>
  text(max)
    .transform((value) => (showsNothing(value) ? '' : cleanText(value)))
    // A few letters are longer when they are composed.
    .pipe(z.string().max(max));

/** The same, and not empty. */
export const filledText = (max: number) =>
  trimmedText(max).refine((value) => value.length > 0, required);

/** The same in one line, as a name is: white space of any length is one space. */
export const filledLine = (max: number) => filledText(max).transform(cleanLine);

/** A name by which something stored is found, as it is stored: a title may be older than the cleaning. Not empty. */
export const filledName = (max: number) =>
  text(max)
    .transform((value) => (showsNothing(value) ? '' : value.trim()))
    .refine((value) => value.length > 0, required);

/** A tag. Where bookmarks are kept, in an export and in a field of the page a comma parts tags, so none may stand in one. */
export const tagLine = (max: number) =>
  filledLine(max).refine((value) => !value.includes(','), 'A tag holds no comma');

/** A text that may be left out: null where it is empty. */
export const optionalText = (max: number) =>
  trimmedText(max)
    .nullish()
    .transform((value) => value || null);

/** What somebody searches for; controls, as they come with what is pasted, part its words. */
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

/** What a rule of zod means, in our words: its own speak to programmers. */
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
 * @param name of the argument, where the value is one and not all that was sent
 * @throws DomainError INVALID that names every field that is wrong.
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
