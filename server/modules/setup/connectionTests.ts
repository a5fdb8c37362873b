// Port to the connection tests of the set-up page.
import type { SetupFault } from './setup.ts';

export interface ConnectionTestResult {
  /** Names that the other side has, such as collections. */
  found: string[];
  count: number | null;
}

/** Failure of a connection test with a known fault. */
export class ConnectionTestError extends Error {
  readonly fault: SetupFault;

  constructor(fault: SetupFault, cause?: unknown) {
    super(`The connection test failed: ${fault}`, { cause });
    this.name = 'ConnectionTestError';
    this.fault = fault;
  }
}

/**
 * One test for each part, null where it is not set up. A test opens its own connection, without breaker and cache.
 * @throws ConnectionTestError
 */
export interface ConnectionTests {
  signIn: (() => Promise<ConnectionTestResult>) | null;
  bookmarks: (() => Promise<ConnectionTestResult>) | null;
  mail: ((to: string) => Promise<ConnectionTestResult>) | null;
  model: (() => Promise<ConnectionTestResult>) | null;
  telegram: (() => Promise<ConnectionTestResult>) | null;
}
