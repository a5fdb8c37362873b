// npm run dev: server and client in watch mode, with types regenerated when the schema changes.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';

const root = join(import.meta.dirname, '..');
const pageAddress = 'http://localhost:5173';

function prepare(...options: string[]): boolean {
  const { status } = spawnSync(process.execPath, ['scripts/prepare.ts', ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

if (!prepare()) process.exit(1);

/** Changes come in bursts; types are generated once per burst. */
const burstMs = 200;
let waiting: NodeJS.Timeout | undefined;
for (const folder of ['schema', 'client', 'server/transports/rest/operations']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.graphql')) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => prepare('--codegen-only'), burstMs);
  });
}

// Vite serves the page, so writes from its origin must be accepted.
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { PUBLIC_URL: pageAddress, ...process.env },
  }),
  spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', '--config', 'client/vite.config.ts', '--strictPort'],
    { cwd: root, stdio: 'inherit' },
  ),
];

let running = children.length;
function endAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) {
  child.once('exit', () => {
    running -= 1;
    if (running === 0) process.exit(0);
    endAll();
  });
}
process.on('SIGTERM', endAll);
process.on('SIGINT', endAll);
