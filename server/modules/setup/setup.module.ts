// The set-up, composed.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { HealthPart } from '../../shared/healthProbe.ts';
import { setupQueries } from './setup.queries.ts';
import { createSetup } from './setup.service.ts';
import type { SetupSettings } from './setup.ts';
import type { Tries } from './connectionTests.ts';

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  settings: SetupSettings;
  tries: Tries;
  health(): Promise<readonly HealthPart[]>;
  countAdmins(): Promise<number>;
}

export const createSetupModule = ({ db, ...rest }: Options) =>
  createSetup({ search: setupQueries(db), ...rest });
