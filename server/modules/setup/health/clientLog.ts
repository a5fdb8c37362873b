// Client log: messages of the client in the server's log (specification, sections 4, 7 and 8).
import { limits } from '../../../config/limits.ts';
import { z } from 'zod';
import { parseInput, storableText, text } from '../../../shared/validation.ts';
import { stripQueries, stripQueriesIn } from '../../../shared/log.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';

/** By severity: error 0, warn 1, info 2, debug 3, temp 4. */
const clientLogLevels = ['error', 'warn', 'info', 'debug', 'temp'] as const;

interface ClientLogLine {
  level: (typeof clientLogLevels)[number];
  entry: string;
  source: string;
  /** Time of the event by the browser's clock. */
  at: string;
  metadata: unknown;
  userId: number | null;
  requestId: string;
}

export interface ClientLogWriter {
  write(line: ClientLogLine): void;
}

const entryInput = z.strictObject({
  // Allows control characters of coloured consoles, because log lines are JSON.
  entry: storableText(limits.request.bodyBytes),
  level: z.enum(clientLogLevels),
  source: text(100),
  timestamp: z.date(),
  metadata: z.unknown().optional(),
});

/** Truncates to a number of bytes without splitting a character. */
const truncate = (given: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(given).subarray(0, bytes), { stream: true });

/** Replaces too long metadata by the beginning of its JSON. */
function truncateMetadata(metadata: unknown): unknown {
  const json = JSON.stringify(metadata);
  if (Buffer.byteLength(json) <= limits.text.logMetadataBytes) return metadata;
  return truncate(typeof metadata === 'string' ? metadata : json, limits.text.logMetadataBytes);
}

export const createClientLog = (writer: ClientLogWriter) => ({
  /** Writes one truncated line, with addresses without queries; visitors may write too. */
  write(viewer: Viewer, input: unknown, requestId: string): void {
    const { entry, level, source, timestamp, metadata = null } = parseInput(entryInput, input);
    writer.write({
      level,
      entry: stripQueries(truncate(entry, limits.text.logEntryBytes)),
      source: stripQueries(source),
      at: timestamp.toISOString(),
      metadata: stripQueriesIn(truncateMetadata(metadata)),
      userId: viewer.kind === 'member' ? viewer.user.id : null,
      requestId,
    });
  },
});
