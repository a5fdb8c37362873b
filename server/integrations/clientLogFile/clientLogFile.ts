// Log file of client messages: JSON lines, rotated once.
import { limits } from '../../config/limits.ts';
import { appendFileSync, chmodSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientLogWriter } from '../../modules/setup/health/clientLog.ts';
import type { Log } from '../../shared/log.ts';
import { makeFolder } from '../../shared/makeFolder.ts';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Only the server's user may read messages of people's browsers. */
function restrictPermissions(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && (stats.mode & 0o077) !== 0) chmodSync(path, stats.isDirectory() ? 0o700 : 0o600);
}

/** Writes to `<folder>/client.log`; at 10 MB that file becomes `client.log.1`. A failed write loses the line, never the request. */
export function openClientLogFile(folder: string, log: Log): ClientLogWriter {
  const file = join(folder, 'client.log');
  let size: number | null = null;
  return {
    write(line) {
      const text = `${JSON.stringify(line)}\n`;
      try {
        if (size === null) {
          makeFolder(folder, { mode: 0o700 });
          // Earlier versions left these files readable.
          for (const path of [folder, file, `${file}.1`]) restrictPermissions(path);
          size = sizeOf(file);
        }
        if (size + text.length > limits.clientLogFileBytes) {
          renameSync(file, `${file}.1`);
          size = 0;
        }
        appendFileSync(file, text, { mode: 0o600 });
        size += Buffer.byteLength(text);
      } catch (error) {
        log.warn({ err: error }, 'A client message could not be written');
      }
    },
  };
}
