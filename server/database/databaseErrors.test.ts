import { DomainError } from '../shared/domainError.ts';
import { asDomainError, isDatabaseUnavailable, ofConnection } from './databaseErrors.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  withCode('57P01'),
  withCode('57P03'),
  withCode('08006'),
  withCode('08P01'),
  withCode('53300'),
  withCode('25P03'),
  ofConnection(withCode('ECONNREFUSED')),
  ofConnection(new AggregateError([withCode('ECONNREFUSED')])),
  new Error('Connection terminated unexpectedly'),
  new Error('Knex: Timeout acquiring a connection. The pool is probably full.'),
  new Error('outer', { cause: withCode('57P02') }),
])('%s means that the database is away', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(asDomainError(error)).toMatchObject({ code: 'UNAVAILABLE', cause: error });
});

test.each([
  withCode('23505', 'duplicate key, timeout expired'),
  withCode('42P01'),
  withCode('22P02'),
  withCode('ECONNABORTED', 'request aborted'),
  withCode('ECONNREFUSED'),
  new Error('our own fault'),
  new DomainError('NOT_FOUND', 'no such item'),
  'a text',
  null,
])('%s does not', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(asDomainError(error)).toBe(error);
});
