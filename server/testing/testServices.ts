// Services of all modules on a test database, with given settings.
import type { Knex } from 'knex';
import { readConfig, type Config, type Environment } from '../config/config.ts';
import { createServices, type ServiceOptions, type Services } from '../composition.ts';
import { createLog, type Log } from '../shared/log.ts';
import type { Clock } from '../shared/clock.ts';
import { refuseSecondConnection } from './refuseSecondConnection.ts';

/** Encrypts in every test, so that none creates a key file. */
export const testKey = '0123456789abcdef'.repeat(4);

export interface TestServices {
  services: Services;
  config: Config;
  log: Log;
}

interface Options {
  env?: Environment;
  /** As `limits.ts` says by default. */
  rates?: ServiceOptions['rates'];
  clock?: Clock;
  /** Where log lines go; nowhere by default. */
  log?: Log;
}

/** Services of all modules, whose transactions ask nothing of the pool while they hold a connection of it. */
export function createGuardedServices(options: ServiceOptions): Services {
  return createServices({ ...options, db: refuseSecondConnection(options.db) });
}

/** Creates the services. Without settings nothing outside is configured: no model, no mail, no bookmarks service. */
export function createTestServices(
  db: Knex,
  { env = {}, rates, clock, log }: Options = {},
): TestServices {
  const config = readConfig({ APP_ENV: 'test', SECRETS_KEY: testKey, ...env });
  const ownLog = log ?? createLog({ level: 'silent' });
  const services = createGuardedServices({
    db,
    config,
    log: ownLog,
    version: '0.0.0-test',
    build: 'test',
    ...(clock ? { clock } : {}),
    ...(rates === undefined ? {} : { rates }),
  });
  return { services, config, log: ownLog };
}
