// Scalars of ours: a moment in ISO 8601, in UTC.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

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

export const scalars = { DateTime: dateTime };
