// The programs that the bench runs and does not bring along: Debian's PostgreSQL, nginx, HAProxy and PgBouncer.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Tools {
  nginx: string;
  haproxy: string;
  pgbouncer: string;
  /** The folder of postgres, initdb, pg_ctl and pg_basebackup. */
  postgres: string;
}

const debianVersions = '/usr/lib/postgresql';

function find(program: string, folders: string[]): string | null {
  return folders.find((folder) => existsSync(join(folder, program))) ?? null;
}

/** @throws Error that says what to install */
export function findTools(searchPath: string): Tools {
  const onPath = searchPath.split(delimiter).filter((folder) => folder !== '');
  const daemons = [...onPath, '/usr/sbin', '/usr/local/sbin'];
  const packaged = existsSync(debianVersions)
    ? readdirSync(debianVersions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(debianVersions, version, 'bin'))
    : [];
  const nginx = find('nginx', daemons);
  const haproxy = find('haproxy', daemons);
  const pgbouncer = find('pgbouncer', daemons);
  // Not from the PATH first: Debian's wrapper there knows only clusters of its own.
  const postgres = find('pg_basebackup', [...packaged, ...onPath]);
  if (!nginx || !haproxy || !pgbouncer || !postgres) {
    const missing = Object.entries({
      postgresql: postgres,
      haproxy,
      pgbouncer,
      'nginx-light': nginx,
    })
      .filter(([, folder]) => folder === null)
      .map(([name]) => name);
    throw new Error(
      `npm run bench:operations lacks ${missing.join(', ')}: apt-get install -y ${missing.join(' ')}`,
    );
  }
  return {
    nginx: join(nginx, 'nginx'),
    haproxy: join(haproxy, 'haproxy'),
    pgbouncer: join(pgbouncer, 'pgbouncer'),
    postgres,
  };
}
