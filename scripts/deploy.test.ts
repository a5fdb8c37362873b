// Consistency of the deployment files with the product: paths, ports, settings, names.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { settings } from '../server/config/settings.ts';
import { freePort } from '../server/shared/freePort.ts';

const root = join(import.meta.dirname, '..');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const known = Object.keys(settings);

const isKnown = (name: string): boolean =>
  known.includes(name) || known.includes(name.replace(/_FILE$/, ''));

const can = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

test('image and unit start existing files with known settings', () => {
  const image = read('Dockerfile');
  const unit = read('deploy/loadout.service');
  expect(image).toContain('\nCMD ["node", "dist/server/main.js"]\n');
  expect(unit).toContain('\nExecStart=/opt/loadout/node_modules/.bin/node dist/server/main.js\n');
  expect(read('scripts/start.mjs')).toMatch(/^await import\('\.\.\/dist\/server\/main\.js'\);$/m);
  const named = [...image.matchAll(/^ENV (.+)$/gm), ...unit.matchAll(/^Environment=(.+)$/gm)]
    .flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')[0]))
    .filter((name) => !/^(?:NODE_ENV|NODE_COMPILE_CACHE)$/.test(name!));
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(known).toContain(name);
});

test('the image uses the Node of package.json and an unprivileged user', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: { node: string };
  };
  const [major] = dependencies.node.split('.');
  expect(read('Dockerfile').match(/^FROM node:\d+/gm)).toEqual([
    `FROM node:${major}`,
    `FROM node:${major}`,
  ]);
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});

test('every documented setting exists', () => {
  for (const file of ['README.md', 'docs/operations.md', 'docs/api.md', 'compose.yaml']) {
    const shown = [...read(file).matchAll(/^(?:([A-Z][A-Z_]+)=| +([A-Z][A-Z_]+): )/gm)].map(
      ([, name, other]) => name ?? other!,
    );
    for (const name of shown.filter((one) => !one.startsWith('POSTGRES_')))
      expect([file, isKnown(name) ? 'known' : name]).toEqual([file, 'known']);
  }
});

test('every documented command exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const program = read('server/cli/program.ts');
  const commands = spawnSync(process.execPath, ['server/cli/main.ts', '--help'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout;
  expect(program).toContain('registerBackup');
  for (const file of ['README.md', 'docs/operations.md', 'docs/api.md', 'docs/guarantees.md']) {
    for (const [, name] of read(file).matchAll(/npm run (?:--silent |-s )?([\w:]+)/g))
      expect([file, name, Object.keys(scripts).includes(name!)]).toEqual([file, name, true]);
    for (const [, name] of read(file).matchAll(/loadout -- ([a-z][\w-]*)/g))
      expect([file, name, commands.includes(`  ${name} `)]).toEqual([file, name, true]);
  }
});

test('the unit restarts without limit while the database is down', () => {
  const unit = read('deploy/loadout.service');
  const [, seconds] = /^RestartSec=(\d+)$/m.exec(unit)!;
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(Number(seconds)).toBeGreaterThanOrEqual(5);
});

const startWith = (settings: Record<string, string>) =>
  spawnSync(process.execPath, ['server/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], APP_ENV: 'test', LOG_LEVEL: 'silent', ...settings },
  });

/** The exit codes after which systemd does not restart the unit. */
const heldBack = () =>
  /^RestartPreventExitStatus=(.+)$/m.exec(read('deploy/loadout.service'))?.[1]?.split(' ') ?? [];

test('a start without its database ends with one sentence and is retried', () => {
  const { status, stderr } = startWith({
    DATABASE_URL: 'postgres://nobody:secret-canary@127.0.0.1:1/nowhere',
  });
  expect(status).toBe(1);
  expect(heldBack()).not.toContain(String(status));
  expect(stderr.trim()).toMatch(
    /^The database cannot be reached: [^\n]*ECONNREFUSED[^\n]*\(DATABASE_URL\)$/,
  );
  expect(stderr).not.toContain('secret-canary');
}, 30_000);

test('a start with wrong settings names them and is not retried', () => {
  const { status, stderr } = startWith({ PORT: 'none', DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  expect(stderr).toMatch(/^The settings have a problem:\n {2}PORT: /);
  expect(heldBack()).toEqual([String(status)]);
}, 30_000);

interface ComposeService {
  image?: string;
  build?: string;
  env_file?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  mem_limit?: string;
  pids_limit?: number;
}

test('every container is as strict as the unit: no new privileges, read-only, limited', () => {
  const { services } = parse(read('compose.yaml')) as { services: Record<string, ComposeService> };
  expect(read('deploy/loadout.service')).toMatch(/^NoNewPrivileges=yes\nCapabilityBoundingSet=$/m);
  for (const service of Object.values(services))
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
      tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp(?::|$)/)]) as string[],
      mem_limit: expect.stringMatching(/^\d+g$/) as string,
      pids_limit: expect.any(Number) as number,
    });
  expect(services['loadout']!.cap_add).toBeUndefined();
});

test('the image contains the listed files that it needs at run time', () => {
  const [all, ...others] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(all).toBe('*');
  const named = others.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const path of named) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  for (const folder of ['bench', 'e2e', 'fakes', 'docs', '.env', '.git'])
    expect(named.filter((path) => path.split('/')[0] === folder)).toEqual([]);
  expect(others).toEqual(expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', '**/testing']));
  const [, last = ''] = read('Dockerfile').split(/^FROM .*\n(?=ENV)/m);
  expect(last).not.toMatch(/^COPY .* \/app \/app$/m);
});

test('the compose file refers to existing files and is valid for docker', () => {
  const { services, volumes } = parse(read('compose.yaml')) as {
    services: Record<string, ComposeService>;
    volumes: Record<string, null>;
  };
  const { loadout, database } = services;
  expect(existsSync(join(root, loadout!.build!, 'Dockerfile'))).toBe(true);
  for (const name of Object.keys(loadout!.environment!))
    expect([name, known.includes(name)]).toEqual([name, true]);
  // The container's port is the one of the image, published to this machine only.
  const [, port] = /^EXPOSE (\d+)$/m.exec(read('Dockerfile'))!;
  expect(loadout!.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  for (const [name, { condition }] of Object.entries(loadout!.depends_on!)) {
    expect(Object.keys(services)).toContain(name);
    if (condition === 'service_healthy') expect(services[name]!.healthcheck?.test).toBeDefined();
  }
  const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
  expect(mounted.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  // The data folder is the volume of the image, and the database address is that of the database container.
  expect(loadout!.volumes!.map((volume) => volume.split(':')[1])).toEqual([
    loadout!.environment!['DATA_DIR'],
  ]);
  const { POSTGRES_USER: user, POSTGRES_DB: name } = database!.environment!;
  expect(loadout!.environment!['DATABASE_URL']).toBe(
    `postgres://${user}:\${POSTGRES_PASSWORD}@database:5432/${name}`,
  );
  if (can('docker', 'compose', 'version')) dockerTakesTheComposeFile();
});

function dockerTakesTheComposeFile(): void {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-compose-'));
  copyFileSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'));
  writeFileSync(join(folder, '.env'), 'POSTGRES_PASSWORD=secret\n');
  const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
}

describe('nginx with the shipped file', () => {
  const sample = read('deploy/nginx.conf');

  test('answers its own host only', () => {
    const [closed = ''] = /server \{[^{}]*default_server[^{}]*\}/.exec(sample) ?? [];
    expect(closed).toContain('ssl_reject_handshake on;');
    expect(closed).toContain('return 444;');
  });

  (can('nginx', '-v') ? test : test.skip)(
    'closes for other hosts, passes on nothing forged, and refuses a flood',
    async () => {
      const seen: IncomingHttpHeaders[] = [];
      const upstream = createServer((request, response) => {
        seen.push(request.headers);
        response.end('ok');
      });
      await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
      const home = mkdtempSync(join(tmpdir(), 'loadout-nginx-'));
      const port = await freePort();
      const site = sample
        .replace(/ *server 127\.0\.0\.1:5177[^\n]*\n/, '')
        .replace('127.0.0.1:5176', `127.0.0.1:${(upstream.address() as AddressInfo).port}`)
        .replace('listen 443 ssl default_server', `listen 127.0.0.1:${port} default_server`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/ *(?:ssl_|access_log|log_format)[^;]*;\n/g, '');
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(home, name)};`)
        .join('\n');
      writeFileSync(
        join(home, 'nginx.conf'),
        `daemon off; pid ${join(home, 'pid')}; error_log ${join(home, 'error.log')} crit;
        events { worker_connections 4096; } http { access_log off; ${folders}\n${site}\n}`,
      );
      const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')];
      const nginx = spawn('nginx', args, { stdio: 'ignore' });
      const ended = once(nginx, 'exit');
      const get = async (host: string, headers: Record<string, string> = {}) =>
        new Promise<IncomingMessage>((resolve, reject) => {
          request({ port, host: '127.0.0.1', headers: { host, ...headers } }, (answer) => {
            answer.resume();
            resolve(answer);
          })
            .on('error', reject)
            .end();
        });
      const own = 'loadout.example.com';
      try {
        while ((await get(own).catch(() => null)) === null)
          await new Promise((resolve) => setTimeout(resolve, 20));
        await expect(get('evil.example')).rejects.toThrow('socket hang up');
        await get(own, {
          'X-Forwarded-For': '203.0.113.1',
          'X-Forwarded-Host': 'evil.example',
          'X-Real-IP': '203.0.113.1',
          Forwarded: 'host=evil.example',
        });
        const headers = seen.at(-1)!;
        expect(headers).toMatchObject({ host: own, 'x-forwarded-for': '127.0.0.1' });
        expect(JSON.stringify(headers)).not.toMatch(/evil|203\.0\.113/);
        const answers = await Promise.all(Array.from({ length: 400 }, () => get(own)));
        const refused = answers.filter(({ statusCode }) => statusCode === 429);
        expect(refused.length).toBeGreaterThan(0);
        expect(refused[0]!.headers['retry-after']).toBe('10');
        const member = await get(own, { cookie: 'sid=x' });
        expect(member.statusCode).toBe(200);
      } finally {
        nginx.kill('SIGTERM');
        await ended;
        upstream.close();
        rmSync(home, { recursive: true });
      }
    },
    30_000,
  );
});

test('R11: locks exact versions by hash, and allows or refuses every install script by name', () => {
  type Named = Record<string, string>;
  interface Locked {
    version?: string;
    resolved?: string;
    integrity?: string;
    link?: boolean;
    hasInstallScript?: boolean;
  }
  const { dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(
    read('package.json'),
  ) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Named> & {
    allowScripts: Record<string, boolean>;
  };
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Locked>;
  };
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(asked.length).toBeGreaterThan(50);
  expect(
    asked.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
  ).toEqual([]);
  const locked = Object.entries(packages).filter(([place, { link }]) => place !== '' && !link);
  const registry = 'https://registry.npmjs.org/';
  const isHeld = ({ integrity, resolved = registry }: Locked) =>
    integrity?.startsWith('sha512-') && resolved.startsWith(registry);
  expect(locked.filter(([, one]) => !isHeld(one)).map(([place]) => place)).toEqual([]);
  const scripted = locked
    .filter(([, one]) => one.hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ''));
  expect(scripted.filter((name) => typeof allowScripts[name] !== 'boolean')).toEqual([]);
  // A name without a package would allow whoever registers it next.
  expect(
    Object.keys(allowScripts).filter((name) => allowScripts[name] && !scripted.includes(name)),
  ).toEqual([]);
});

test('refuses an old Node with instructions', () => {
  for (const [version, expected] of [
    ['22.18.0', 0],
    ['22.17.9', 1],
  ] as const) {
    const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' });
    await import(${JSON.stringify(join(import.meta.dirname, 'checkNode.mjs'))});`;
    const args = ['--input-type=module', '-e', code];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ version, status, isTold: /this is Node.*npm ci/s.test(stderr) }).toEqual({
      version,
      status: expected,
      isTold: expected === 1,
    });
  }
});
