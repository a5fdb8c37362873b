// nginx in front of the processes, with the file that deploy/ ships: only names, ports and certificates are replaced.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { replaceIn } from './program.ts';
import { isReady } from '../../server/testing/isReady.ts';

const sample = join(import.meta.dirname, '../../deploy/nginx.conf');

export interface Balancer {
  /** Where all processes are behind. */
  url: string;
  stop(): Promise<void>;
}

/** The shipped file for these processes, on a port without TLS. */
function siteOf(port: number, processes: number[]): string {
  const [, settings = ''] =
    /server 127\.0\.0\.1:\d+ ([^;]*);/.exec(readFileSync(sample, 'utf8')) ?? [];
  const servers = processes.map((one) => `  server 127.0.0.1:${one} ${settings};\n`).join('');
  let text = readFileSync(sample, 'utf8');
  text = replaceIn(text, /(?: *server 127\.0\.0\.1:\d+ [^;]*;\n)+/, servers);
  text = replaceIn(
    text,
    /listen 443 ssl default_server;/,
    `listen 127.0.0.1:${port} default_server;`,
  );
  text = replaceIn(text, /listen 443 ssl;/, `listen 127.0.0.1:${port};`);
  text = replaceIn(text, /server_name loadout\.example\.com;/, 'server_name 127.0.0.1;');
  text = replaceIn(text, / *ssl_reject_handshake on;\n/, '');
  // The readers of the bench share an address.
  text = replaceIn(text, /(?: *limit_req zone=[^;]*;\n)+/, '');
  text = replaceIn(text, /log_format loadout [^;]*;\n/, '');
  text = replaceIn(text, / *access_log [^;]*;\n/, '');
  text = replaceIn(text, / *ssl_certificate(?:_key)? [^;]*;\n/, '');
  text = replaceIn(text, / *ssl_certificate_key [^;]*;\n/, '');
  return text;
}

interface BalancerOptions {
  nginx: string;
  folder: string;
  port: number;
  /** The ports of the processes. */
  processes: number[];
}

/** Starts nginx as a process of ours, which ends with us. */
export async function startBalancer(options: BalancerOptions): Promise<Balancer> {
  const { nginx, folder, port, processes } = options;
  const home = join(folder, 'nginx');
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(home, name)};`)
    .join('\n');
  const file = join(home, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
worker_processes 1;
pid ${join(home, 'nginx.pid')};
error_log ${join(home, 'error.log')} warn;
events { worker_connections 1024; }
http {
  access_log off;
${temporary}
${siteOf(port, processes)}
}
`,
  );
  const child = spawn(nginx, ['-p', home, '-c', file, '-e', join(home, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(home, 'error.log'), 'utf8')}`);
    if (await isReady(`${url}/livez`)) break;
    await pause(20);
  }
  return {
    url,
    async stop() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    },
  };
}
