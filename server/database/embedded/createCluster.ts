// Creation of the embedded database cluster with a locale that knows Cyrillic letters.
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../shared/log.ts';
import type { PostgresUser } from './location.ts';
import { runProgram } from './runProgram.ts';
import type { ProgramRunner } from './runProgram.ts';
import { errorCode } from '../../shared/errorCode.ts';

/** Owner of everything in the embedded database. */
export const roleName = 'loadout';

/** C.UTF-8 exists on every Linux, en_US.UTF-8 on every macOS; null takes the machine's own. */
const ctypes = ['C.UTF-8', 'en_US.UTF-8', null];

function localeArguments(major: number, ctype: string | null): string[] {
  const provider = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  return [
    ...provider,
    '--lc-collate=C',
    '--lc-messages=C',
    ...(ctype ? [`--lc-ctype=${ctype}`] : []),
  ];
}

function changeOwner(path: string, runAs: PostgresUser | null): void {
  if (runAs !== null) chownSync(path, runAs.uid, runAs.gid);
}

const draftName = (cluster: string) => `${basename(cluster)}.draft-`;

/** Removes what a killed creation left. */
function removeDrafts(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(draftName(cluster))) {
      rmSync(join(dirname(cluster), name), { recursive: true, force: true });
    }
  }
}

/**
 * Creates a cluster beside its place and moves it there when it is complete, so that a half-made one is never opened.
 *
 * @param cluster its final folder
 * @param password of the role `loadout`, the only one that may sign in
 * @param isThrowaway skips flushing to disk, for tests
 */
export async function createCluster(
  runner: ProgramRunner,
  cluster: string,
  password: string,
  isThrowaway: boolean,
  log: Log,
): Promise<void> {
  const startedAt = performance.now();
  removeDrafts(cluster);
  const draft = mkdtempSync(join(dirname(cluster), draftName(cluster)));
  changeOwner(draft, runner.runAs);
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  changeOwner(passwordFile, runner.runAs);
  const reasons: string[] = [];
  try {
    for (const ctype of ctypes) {
      const folder = join(draft, 'cluster');
      mkdirSync(folder, { mode: 0o700 });
      changeOwner(folder, runner.runAs);
      const { code, output: said } = await runProgram({ ...runner, cwd: draft }, 'initdb', [
        `--pgdata=${folder}`,
        `--username=${roleName}`,
        '--encoding=UTF8',
        ...localeArguments(runner.binaries.major, ctype),
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        ...(isThrowaway ? ['--no-sync'] : []),
      ]);
      if (code === 0) {
        renameSync(folder, cluster);
        const ms = Math.round(performance.now() - startedAt);
        log.info(
          { folder: cluster, version: runner.binaries.version, ms },
          'the database was created',
        );
        return;
      }
      reasons.push(said);
      rmSync(folder, { recursive: true, force: true });
    }
    throw new Error(`The embedded database could not be created.\n${reasons.join('\n')}`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The major version that created a cluster; null without a cluster. */
export function clusterMajor(cluster: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
