// Custom scalars: DateTime in ISO 8601, in UTC, JSON of bounded depth, and Upload.
import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { limits } from '../../../config/limits.ts';

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function readMoment(value: unknown): Date {
  const moment = typeof value === 'string' && isoMoment.test(value) ? new Date(value) : null;
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new GraphQLError('A moment must be ISO 8601, for example 2026-10-01T09:30:00.000Z');
  }
  return moment;
}

const dateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in ISO 8601 with milliseconds, in UTC: `2026-10-01T09:30:00.000Z`.',
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
  parseValue: readMoment,
  parseLiteral: (node) => readMoment(node.kind === Kind.STRING ? node.value : null),
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

function readJson(value: unknown): unknown {
  if (depthOf(value) > limits.request.jsonDepth) {
    throw new GraphQLError(`A JSON value may be ${limits.request.jsonDepth} levels deep at most`);
  }
  return value;
}

const json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value, at most 10 levels deep.',
  serialize: (value) => value,
  parseValue: readJson,
  parseLiteral: (node, variables) => readJson(valueFromASTUntyped(node, variables)),
});

const noUpload = () => new GraphQLError('A file comes as a part of a multipart request');

const upload = new GraphQLScalarType<Uint8Array, never>({
  name: 'Upload',
  description: 'A file as a part of the body of a multipart request.',
  serialize: () => {
    throw noUpload();
  },
  parseValue: (value) => {
    if (value instanceof Uint8Array) return value;
    throw noUpload();
  },
  parseLiteral: () => {
    throw noUpload();
  },
});

export const scalars = { DateTime: dateTime, JSON: json, Upload: upload };

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

interface GivenFile {
  file?: Uint8Array | null | undefined;
  text?: string | null | undefined;
  base64?: string | null | undefined;
}

/** The given file, text or bytes; null unless exactly one is given and valid. */
export function textOrBytes({ file, text, base64 }: GivenFile): string | Uint8Array | null {
  const given = [file, text, base64].filter((one) => one !== null && one !== undefined);
  if (given.length !== 1) return null;
  if (file) return file;
  if (typeof text === 'string') return text;
  const letters = base64?.replaceAll(/\s+/g, '') ?? '';
  return base64Form.test(letters) ? Buffer.from(letters, 'base64') : null;
}
