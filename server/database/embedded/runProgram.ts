// Runs PostgreSQL programs as the right user, with a clean environment.
import { spawn } from 'node:child_process';
import { program } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import type { PostgresUser } from './location.ts';

export interface ProgramResult {
  code: number | null;
  /** Standard output and error together. */
  output: string;
}

export interface ProgramRunner {
  binaries: Binaries;
  /** Null for the current user. */
  runAs: PostgresUser | null;
  /** A folder that the user may enter. */
  cwd: string;
}

/** Runs a program to its end, with English messages in any locale. */
export function runProgram(
  { binaries, runAs, cwd }: ProgramRunner,
  name: 'initdb' | 'pg_ctl' | 'postgres',
  args: string[],
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(binaries.folder, name), args, {
      cwd,
      env: { LC_MESSAGES: 'C', TZ: 'UTC' },
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...runAs,
    });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    // Not `close`: a started server keeps the pipes open as long as it runs.
    child.once('exit', (code) => setImmediate(() => resolve({ code, output: said.trim() })));
  });
}
