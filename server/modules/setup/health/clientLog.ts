// Messages of the page, forwarded to the server's log (specification, sections 4, 7 and 8).
import { limits } from '../../../config/limits.ts';
import { z } from 'zod';
import { parseInput, storableText, text } from '../../../shared/validation.ts';
import { stripQueries, stripQueriesIn } from '../../../shared/stripQueries.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';

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
  entry: storableText(limits.request.bodyBytes),
  level: z.enum(clientLogLevels),
  source: text(100),
  timestamp: z.date(),
  metadata: z.unknown().optional(),
});

/** The beginning of a text, at most so many bytes; no character is cut in two. */
const cut = (given: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(given).subarray(0, bytes), { stream: true });

/** Metadata that is too long is kept as the beginning of its JSON. */
function cutMetadata(metadata: unknown): unknown {
  const json = JSON.stringify(metadata);
  if (Buffer.byteLength(json) <= limits.text.logMetadataBytes) return metadata;
  return cut(typeof metadata === 'string' ? metadata : json, limits.text.logMetadataBytes);
}

export const createClientLog = (writer: ClientLogWriter) => ({
  /** Writes one line, cut to length, its addresses without queries. Visitors may write too. */
  write(viewer: Viewer, input: unknown, requestId: string): void {
    const { entry, level, source, timestamp, metadata = null } = parseInput(entryInput, input);
    writer.write({
      level,
      entry: stripQueries(cut(entry, limits.text.logEntryBytes)),
      source: stripQueries(source),
      at: timestamp.toISOString(),
      metadata: stripQueriesIn(cutMetadata(metadata)),
      userId: viewer.kind === 'member' ? viewer.user.id : null,
      requestId,
    });
  },
});
