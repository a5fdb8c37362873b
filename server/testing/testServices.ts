// All services on a test database, configured by environment variables.
import type { Knex } from 'knex';
import { readConfig, type Config, type Environment } from '../config/config.ts';
import { createServices, type ServiceOptions, type Services } from '../composition.ts';
import { createLog, type Log } from '../shared/log.ts';
import type { Clock } from '../shared/clock.ts';
import { refuseSecondConnection } from './refuseSecondConnection.ts';

/** Encryption key of all tests, so that none creates a key file. */
export const testKey = '0123456789abcdef'.repeat(4);

export interface TestServices {
  services: Services;
  config: Config;
  log: Log;
}

interface Options {
  env?: Environment;
  /** The limits of `limits.ts` by default. */
  rates?: ServiceOptions['rates'];
  clock?: Clock;
  /** Receives log lines; none by default. */
  log?: Log;
}

/** Services whose transactions fail when they take a second connection from the pool. */
export function createGuardedServices(options: ServiceOptions): Services {
  return createServices({ ...options, db: refuseSecondConnection(options.db) });
}

/** Creates the services. By default no external service is configured: no model, no mail, no bookmarks provider. */
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
