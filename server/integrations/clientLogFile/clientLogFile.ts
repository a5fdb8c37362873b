// The log of client messages: a file of its own, JSON lines, bounded by turning over to one older file.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientLogWriter } from '../../domain/system/clientLog.ts';
import type { Log } from '../../shared/log.ts';

const turnOverBytes = 10_000_000;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Writes to `<folder>/client.log`; at 10 MB that file becomes `client.log.1`. A disk that refuses costs the line, never the request. */
export function openClientLogFile(folder: string, log: Log): ClientLogWriter {
  const file = join(folder, 'client.log');
  let size: number | null = null;
  return {
    write(line) {
      const text = `${JSON.stringify(line)}\n`;
      try {
        if (size === null) {
          mkdirSync(folder, { recursive: true });
          size = sizeOf(file);
        }
        if (size + text.length > turnOverBytes) {
          renameSync(file, `${file}.1`);
          size = 0;
        }
        appendFileSync(file, text);
        size += Buffer.byteLength(text);
      } catch (error) {
        log.warn({ err: error }, 'A client message could not be written');
      }
    },
  };
}
