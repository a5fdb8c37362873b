// A program of Debian's, run in the foreground as a process of ours that ends with us.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Program {
  stop(): Promise<void>;
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** Starts it and waits until it listens. @throws Error when it ends instead; why, it has printed itself */
export async function startProgram(
  file: string,
  args: string[],
  port: number,
  runAs: { uid: number; gid: number } | null = null,
): Promise<Program> {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'], ...runAs });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null) throw new Error(`${file} did not start`);
    await pause(20);
  }
  return {
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Replaces the one place of a sample. @throws Error when the sample has no such place */
export function replaceIn(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`The sample has no ${pattern.source}`);
  return text.replace(pattern, () => by);
}
