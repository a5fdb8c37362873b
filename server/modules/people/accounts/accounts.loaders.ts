// Batched loaders of users and companies, for one request.
import type { Knex } from 'knex';
import { loadOne } from '../../../shared/loaders.ts';
import { accountsStore } from './accounts.store.ts';
import type { Company } from './accounts.ts';

export function accountsLoaders(db: Knex) {
  const store = accountsStore(db);
  let all: Promise<Company[]> | null = null;
  /** All companies: there are few, so one statement serves a whole request. */
  const companies = (): Promise<Company[]> => (all ??= store.companies());
  return {
    companies,
    companyByKey: loadOne<string, Company>(companies, (company) => company.key),
    userById: loadOne(
      (ids: readonly number[]) => store.users(ids),
      (user) => user.id,
    ),
  };
}
