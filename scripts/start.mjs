// npm start: checks Node, builds what has changed, and runs the server.
import './checkNode.mjs';
import { join } from 'node:path';

// Keeps the compile cache, which makes the next start a third faster; without write access there is no cache.
const { enableCompileCache } = await import('node:module');
enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'));

const npm = process.ppid;
const followMs = 250;

// A killed npm cannot pass on a signal; the server then stops by itself, so that npm start works again.
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
