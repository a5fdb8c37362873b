// Messages of the page, forwarded to the server's log (specification, sections 4, 7 and 8).
import { limits } from '../../limits.ts';
import { z } from 'zod';
import { DomainError } from '../../shared/domainError.ts';
import { parseInput, storableText, text } from '../../shared/input.ts';
import { redact, redactText } from '../../shared/redact.ts';
import type { Viewer } from '../accounts/accounts.ts';

/** By severity: error 0, warn 1, info 2, debug 3, temp 4. */
const clientLogLevels = ['error', 'warn', 'info', 'debug', 'temp'] as const;

/** One line of the log: never more than one, whatever the page sent. */
interface ClientLogLine {
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

const entryInput = z.strictObject({
  // Consoles write colours by controls; a line of the log is JSON, in which they are letters.
  entry: storableText(limits.text.logEntryBytes),
  level: z.enum(clientLogLevels),
  source: text(100),
  timestamp: z.date(),
  metadata: z.unknown().optional(),
});

export const createClientLog = (writer: ClientLogWriter) => ({
  /**
   * Writes one line. Visitors may write too.
   * @throws DomainError INVALID for an entry with its metadata above 16 kB.
   */
  write(viewer: Viewer, input: unknown, requestId: string): void {
    const { entry, level, source, timestamp, metadata } = parseInput(entryInput, input);
    const facts = metadata === undefined || metadata === null ? null : JSON.stringify(metadata);
    if (Buffer.byteLength(entry) + Buffer.byteLength(facts ?? '') > limits.text.logEntryBytes) {
      throw new DomainError('INVALID', 'A log entry holds 16 kB at most', {
        errors: [{ path: 'entry', code: 'too_long', message: 'A log entry holds 16 kB at most' }],
      });
    }
    writer.write({
      level,
      entry: redactText(entry),
      source: redactText(source),
      at: timestamp.toISOString(),
      metadata: facts === null ? null : redact(JSON.parse(facts)),
      userId: viewer.kind === 'member' ? viewer.user.id : null,
      requestId,
    });
  },
});
