// Starts one embedded PostgreSQL per test run, with one migrated database that every test file clones.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assertDatabase } from '../database/assertDatabase.ts';
import { openDatabase } from '../database/connection.ts';
import { openEmbeddedDatabase } from '../database/embedded/embedded.ts';
import { currentOwner } from '../database/embedded/dataDirLock.ts';
import { findPostmaster } from '../database/embedded/postmaster.ts';
import { prepareJobQueue } from '../database/jobQueue.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { minuteMs } from '../shared/durations.ts';
import { createLog } from '../shared/log.ts';
import type { Log } from '../shared/log.ts';
import globalTeardown from './globalTeardown.ts';
import { quickVerifier } from './fastScramPassword.ts';
import { addressVariable, rememberTestRun, templateName, withDatabase } from './testRun.ts';
import { throwawayFolder, throwawayFolders } from './throwawayFolder.ts';

const prefix = 'loadout-test-';
const oldEnoughMs = minuteMs;

/** Stops and removes the databases of killed test runs. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (!name.startsWith(prefix) || currentOwner(folder) !== null) continue;
    const { mtimeMs, uid } = statSync(folder);
    if (Date.now() - mtimeMs < oldEnoughMs || uid !== process.getuid?.()) continue;
    const postmaster = findPostmaster(join(folder, 'postgres'));
    if (postmaster !== null) process.kill(postmaster.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeTemplate(address: string, log: Log): Promise<void> {
  const { username, password } = new URL(address);
  const main = openDatabase(address, { poolMax: 1 });
  try {
    await main.raw(`alter role ?? password '${quickVerifier(decodeURIComponent(password))}'`, [
      username,
    ]);
    await main.raw(`create database ${templateName}`);
  } finally {
    await main.destroy();
  }
  const templateAddress = withDatabase(address, templateName);
  const template = openDatabase(templateAddress, { poolMax: 1 });
  try {
    await migrateToLatest(template, log);
    await prepareJobQueue(templateAddress, log);
    await assertDatabase(template);
  } finally {
    await template.destroy();
  }
}

export default async function globalSetup(): Promise<void> {
  throwawayFolders.filter(existsSync).forEach(removeLeftovers);
  const log = createLog({ level: 'warn' });
  const folder = mkdtempSync(join(throwawayFolder(), prefix));
  chmodSync(folder, 0o755);
  const searchPath = process.env['PATH'];
  const options = { dataDir: folder, log, forTests: true, searchPath };
  const embedded = await openEmbeddedDatabase(options);
  rememberTestRun({ embedded, folder });
  process.env[addressVariable] = embedded.url;
  try {
    await makeTemplate(embedded.url, log);
  } catch (error) {
    await globalTeardown();
    throw error;
  }
}
