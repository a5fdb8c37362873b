// Composition of companies: a change, its effect on people and its audit log entry are one transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { accountStatusOn } from '../accounts/accounts.module.ts';
import type { EntryRules } from '../accounts/accountStatus.store.ts';
import { auditLogOn } from '../auditLog/auditLog.module.ts';
import { CompaniesService } from './companies.service.ts';
import { CompaniesStore } from './companies.store.ts';
export type { BadgeTone } from './companies.ts';

interface Options {
  db: Knex;
  clock: Clock;
  entryRules: EntryRules;
}

export const createCompaniesModule = ({ db, clock, entryRules }: Options) =>
  new CompaniesService({
    store: new CompaniesStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          companies: new CompaniesStore(trx),
          auditLog: auditLogOn(trx, clock),
          accountStatusOf: accountStatusOn(trx, entryRules, clock),
        }),
      ),
    clock,
  });
