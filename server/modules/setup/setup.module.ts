// Composition of the set-up page.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { HealthPart } from '../../shared/healthProbe.ts';
import { setupQueries } from './setup.queries.ts';
import { SetupService } from './setup.service.ts';
import type { SetupSettings, ConnectionTests } from './setup.ts';

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  settings: SetupSettings;
  tests: ConnectionTests;
  health(): Promise<readonly HealthPart[]>;
  countAdmins(): Promise<number>;
}

export const createSetupModule = ({ db, ...rest }: Options) =>
  new SetupService({ queries: setupQueries(db), ...rest });
