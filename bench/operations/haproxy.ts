// HAProxy in front of the pair, with the file that deploy/ ships: only addresses are replaced.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../server/shared/freePort.ts';
import type { Ground } from './ground.ts';
import { replaceIn, startProgram, type Program } from './program.ts';
import { until } from './until.ts';

const sample = join(import.meta.dirname, '../../deploy/haproxy.cfg');

export interface Front extends Program {
  /** The address of the database through it. */
  url: string;
}

async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    );
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function startHaproxy({
  tools,
  folder,
  primaryUrl,
  standbyUrl,
}: Ground): Promise<Front> {
  const port = await freePort();
  const of = (url: string) => `127.0.0.1:${new URL(url).port}`;
  let text = readFileSync(sample, 'utf8');
  text = replaceIn(text, /127\.0\.0\.1:5000/, `127.0.0.1:${port}`);
  text = replaceIn(text, /10\.0\.0\.1:5432/, of(primaryUrl));
  text = replaceIn(text, /10\.0\.0\.2:5432/, of(standbyUrl));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const program = await startProgram(tools.haproxy, ['-q', '-db', '-f', file], port);
  const url = new URL(primaryUrl);
  url.port = String(port);
  // Until its first checks HAProxy takes every server for a good one.
  let inARow = 0;
  await until('HAProxy leads to the primary only', async () => {
    inARow = (await isPrimary(url.href)) ? inARow + 1 : 0;
    return inARow === 20;
  });
  return { url: url.href, stop: program.stop };
}
