// Messages of the page, forwarded to the server's log (specification, sections 4, 7 and 8).
import { z } from 'zod';
import { DomainError } from '../../shared/domainError.ts';
import { parseInput, text } from '../../shared/input.ts';
import type { Viewer } from '../accounts/accounts.ts';

/** By severity: error 0, warn 1, info 2, debug 3, temp 4. */
export const clientLogLevels = ['error', 'warn', 'info', 'debug', 'temp'] as const;

/** One line of the log: never more than one, whatever the page sent. */
export interface ClientLogLine {
  level: (typeof clientLogLevels)[number];
  entry: string;
  source: string;
  /** When it happened, by the browser's clock. */
  at: string;
  metadata: unknown;
  userId: number | null;
  requestId: string;
}

/** Where lines go. */
export interface ClientLogWriter {
  write(line: ClientLogLine): void;
}

const longestLine = 16_384;

const entryInput = z.strictObject({
  entry: text(longestLine),
  level: z.enum(clientLogLevels),
  source: text(100),
  timestamp: z.date(),
  metadata: z.unknown().optional(),
});

/** What looks like a credential, wherever it stands. */
const secrets = [
  /([?&#](?:code|token|state|hash|id_token|access_token)=)[^&\s"'#]+/gi,
  /(Bearer )[A-Za-z0-9._~+/-]+/g,
  /("(?:code|token|password|secret|hash)"\s*:\s*")[^"]+/gi,
];

/** The same text without tokens and codes. */
export const withoutSecrets = (value: string): string =>
  secrets.reduce((rest, pattern) => rest.replace(pattern, '$1[hidden]'), value);

export const createClientLog = (writer: ClientLogWriter) => ({
  /**
   * Writes one line. Visitors may write too.
   * @throws DomainError INVALID for an entry with its metadata above 16 kB.
   */
  write(viewer: Viewer, input: unknown, requestId: string): void {
    const { entry, level, source, timestamp, metadata } = parseInput(entryInput, input);
    const facts = metadata === undefined || metadata === null ? null : JSON.stringify(metadata);
    if (Buffer.byteLength(entry) + Buffer.byteLength(facts ?? '') > longestLine) {
      throw new DomainError('INVALID', 'A log entry holds 16 kB at most', {
        errors: [{ path: 'entry', code: 'too_long', message: 'A log entry holds 16 kB at most' }],
      });
    }
    writer.write({
      level,
      entry: withoutSecrets(entry),
      source,
      at: timestamp.toISOString(),
      metadata: facts === null ? null : (JSON.parse(withoutSecrets(facts)) as unknown),
      userId: viewer.kind === 'member' ? viewer.user.id : null,
      requestId,
    });
  },
});

export type ClientLog = ReturnType<typeof createClientLog>;
