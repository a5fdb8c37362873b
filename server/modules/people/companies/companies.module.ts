// Companies, composed: a change of one, what becomes of its people and the record of it are one transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { accountStatusOn } from '../accounts/accounts.module.ts';
import type { EntryRules } from '../accounts/accountStatus.ts';
import { auditLogOn } from '../auditLog/auditLog.module.ts';
import { createCompanies } from './companies.service.ts';
import { companiesStore } from './companies.store.ts';
export type { BadgeTone } from './companies.ts';

interface Options {
  db: Knex;
  clock: Clock;
  entryRules: EntryRules;
}

export const createCompaniesModule = ({ db, clock, entryRules }: Options) =>
  createCompanies({
    store: companiesStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          companies: companiesStore(trx),
          activity: auditLogOn(trx, clock),
          standingOf: accountStatusOn(trx, entryRules, clock),
        }),
      ),
    clock,
  });
