// Field errors of an input: a stable code, the accepted value, and a message.

/** Accepted type of a field, in terms of JSON Schema. */
export type FieldKind =
  | 'string'
  | 'integer'
  | 'string or integer'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'date-time';

/** The accepted value of a field, with the members that its code needs. */
export interface FieldRule {
  /** With `invalid_type`. */
  expected?: FieldKind;
  /** Accepted values of an enum. */
  values?: string[];
  /** With `too_long` (characters), `too_deep` (levels), `too_big` and `too_small`: the last accepted number. */
  limit?: number;
}

/** One error of the input: its path and a stable code. */
export interface FieldError extends FieldRule {
  /** Path of the field, joined by dots; empty for the body as a whole. */
  path: string;
  /** For example `too_long`, `required`, `unknown`. */
  code: string;
  /** One English sentence, without the sent value. */
  message: string;
}

/** Longer names come from the caller and are truncated. */
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

/** Creates the error of a field, with its sentence. */
export function fieldError(path: string, code: string, rule: FieldRule = {}): FieldError {
  const name = path.length > maxNameLength ? `${path.slice(0, maxNameLength - 1)}…` : path;
  const message = `${name || 'The body'} ${requirement(code, rule)}`;
  return { path: name, code, message, ...rule };
}
