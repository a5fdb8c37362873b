import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Started {
  child: ChildProcess;
  /** Every loopback port in the printed lines. */
  ports: Set<string>;
}

async function start(): Promise<Started> {
  const child = spawn(process.execPath, [join(root, 'scripts/fakes.ts'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout) {
    printed += String(text);
    if (printed.includes('Ctrl+C')) break;
  }
  return {
    child,
    ports: new Set([...printed.matchAll(/(?:127\.0\.0\.1|localhost):(\d+)/g)].map(([, p]) => p!)),
  };
}

test('runs two sets of fakes on free ports', async () => {
  const sets = await Promise.all([start(), start()]);
  const ports = sets.flatMap((set) => [...set.ports]);
  expect(sets.map((set) => set.ports.size)).toEqual([7, 7]);
  expect(new Set(ports).size).toBe(14);
  for (const { child } of sets) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
});

test('refuses a first port without six free successors', async () => {
  const child = spawn(process.execPath, [join(root, 'scripts/fakes.ts'), '--port', '65501'], {
    stdio: 'ignore',
  });
  expect(await once(child, 'exit')).toEqual([2, null]);
});
