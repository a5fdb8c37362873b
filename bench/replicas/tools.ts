// The programs that the bench runs and does not bring along: nginx, and PostgreSQL with its tools for replicas.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Tools {
  nginx: string;
  /** The folder of postgres, initdb and pg_basebackup. */
  postgres: string;
}

const debianVersions = '/usr/lib/postgresql';

function find(program: string, folders: string[]): string | null {
  return folders.find((folder) => existsSync(join(folder, program))) ?? null;
}

/** @throws Error that says what to install */
export function findTools(searchPath: string): Tools {
  const onPath = searchPath.split(delimiter).filter((folder) => folder !== '');
  const packaged = existsSync(debianVersions)
    ? readdirSync(debianVersions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(debianVersions, version, 'bin'))
    : [];
  const nginx = find('nginx', [...onPath, '/usr/sbin', '/usr/local/sbin']);
  // Not from the PATH first: Debian's wrapper there knows only clusters of its own.
  const postgres = find('pg_basebackup', [...packaged, ...onPath]);
  const missing = [...(nginx ? [] : ['nginx-light']), ...(postgres ? [] : ['postgresql'])];
  if (!nginx || !postgres) {
    throw new Error(
      `npm run bench:replicas needs ${missing.join(' and ')}: apt-get install -y ${missing.join(' ')}`,
    );
  }
  return { nginx: join(nginx, 'nginx'), postgres };
}
