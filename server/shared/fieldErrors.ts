// Field errors of an input: a stable code, the accepted value, and a message.

/** What a field takes, in the words of JSON Schema. */
export type FieldKind =
  | 'string'
  | 'integer'
  | 'string or integer'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'date-time';

/** What a field takes, as far as its code needs it. */
export interface FieldRule {
  /** With `invalid_type`. */
  expected?: FieldKind;
  /** The values of which it takes one. */
  values?: string[];
  /** With `too_long` (characters), `too_deep` (levels), `too_big` and `too_small`: the last number that is taken. */
  limit?: number;
}

/** One thing that is wrong with the input: where, and a stable word for what. */
export interface FieldError extends FieldRule {
  /** Path of the field, joined by dots; empty for the body as a whole. */
  path: string;
  /** For example `too_long`, `required`, `unknown`. */
  code: string;
  /** One English sentence. Never what was sent. */
  message: string;
}

/** Names longer than any of ours are the caller's own, and are not repeated in full. */
const maxNameLength = 60;

const kinds: Record<FieldKind, string> = {
  string: 'a text',
  integer: 'a whole number',
  'string or integer': 'a text or a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  'date-time': 'a moment such as 2026-10-01T09:30:00.000Z',
};

function requirement(code: string, { expected, values, limit = 0 }: FieldRule): string {
  const most = limit.toLocaleString('en');
  if (values) return `must be one of ${values.join(', ')}`;
  switch (code) {
    case 'required':
      return 'is missing';
    case 'unknown':
      return 'is not known here';
    case 'repeated':
      return 'must stand once';
    case 'invalid_json':
      return 'must be JSON';
    case 'too_long':
      return `may hold at most ${most} characters`;
    case 'too_deep':
      return `may be at most ${most} levels deep`;
    case 'too_big':
      return `allows at most ${most}`;
    case 'too_small':
      return `allows at least ${most}`;
    default:
      return expected ? `must be ${kinds[expected]}` : 'is not valid';
  }
}

/** An error of one field, with its sentence. */
export function fieldError(path: string, code: string, rule: FieldRule = {}): FieldError {
  const name = path.length > maxNameLength ? `${path.slice(0, maxNameLength - 1)}…` : path;
  const message = `${name || 'The body'} ${requirement(code, rule)}`;
  return { path: name, code, message, ...rule };
}
