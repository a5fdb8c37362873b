// npm start: checks Node, builds what has changed, and runs the server.
import './checkNode.mjs';
import { join } from 'node:path';

// What was read and compiled at the last start is kept: the next one is a third faster. Where the folder cannot be written,
// nothing is kept.
const { enableCompileCache } = await import('node:module');
enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'));

const npm = process.ppid;
const followMs = 250;

// npm that is killed cannot pass anything on; the server closes in order then too, so that npm start works again.
if (process.env['npm_lifecycle_event'] === 'start' && process.platform !== 'win32') {
  const follow = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(follow);
    process.kill(process.pid, 'SIGTERM');
  }, followMs);
  follow.unref();
}

await import('./prepare.ts');
await import('../dist/server/main.js');
