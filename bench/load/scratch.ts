// Databases for measuring: filled once per size, copied for every run, so that what a run changes is gone with it.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../../server/database/connection.ts';
import { openEmbeddedDatabase } from '../../server/database/embedded/embedded.ts';
import { prepareJobQueue } from '../../server/database/jobQueue.ts';
import { migrateToLatest } from '../../server/database/migrate.ts';
import type { Log } from '../../server/shared/log.ts';
import { generateData, loadData } from './data.ts';
import { addPeerViews } from './peerViews.ts';

export interface Scratch {
  /** Address of a database of this run, a copy of the filled one. */
  copy(items: number, name: string): Promise<string>;
  /** The folder of the embedded database; null for a server of one's own. */
  embeddedDir: string | null;
  /** The version of the server. */
  version: string;
  /** Stops the embedded database, so that the product can open it by itself. */
  stop(): Promise<void>;
  /** Drops the copies, and everything when nothing is to be kept. */
  close(): Promise<void>;
}

interface Options {
  /** A server on this machine whose role may read files and make databases; null: an embedded one. */
  databaseUrl: string | null;
  /** A folder in which the filled databases stay for the next run; null: they go. */
  keepIn: string | null;
  log: Log;
}

const root = join(import.meta.dirname, '../..');

/** Changes with whatever shapes the filled databases. */
function shapeOfData(): string {
  const hash = createHash('sha256');
  const files = [
    ...readdirSync(join(root, 'migrations'))
      .sort()
      .map((name) => join('migrations', name)),
    'bench/data/generate.mjs',
    'bench/load/data.ts',
    'bench/load/peerViews.ts',
  ];
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 8);
}

const withDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Opens the database server. */
export async function openScratch({ databaseUrl, keepIn, log }: Options): Promise<Scratch> {
  const folder = keepIn ? resolve(keepIn) : mkdtempSync(join(tmpdir(), 'loadout-bench-load-'));
  // The database server reads the generated files, under a user of its own.
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'database');
  const open = () =>
    openEmbeddedDatabase({
      dataDir,
      log,
      loadsFiles: true,
      ...(process.env['PATH'] ? { searchPath: process.env['PATH'] } : {}),
    });
  const embedded = databaseUrl ? null : await open();
  const url = databaseUrl ?? embedded?.url ?? '';
  const copies = new Set<string>();

  const inMain = async <Result>(work: (db: Knex) => Promise<Result>): Promise<Result> => {
    const db = openDatabase(withDatabase(url, 'postgres'), { poolMax: 1, statementTimeoutMs: 0 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  };

  async function fill(name: string, items: number): Promise<void> {
    const files = join(folder, `data-${items}`);
    generateData(items, files);
    await inMain((main) => main.raw('create database ?? template template0', [`${name}_new`]));
    const db = openDatabase(withDatabase(url, `${name}_new`), { statementTimeoutMs: 0 });
    try {
      await migrateToLatest(db, log);
      await prepareJobQueue(withDatabase(url, `${name}_new`), log);
      await loadData(db, files);
      await addPeerViews(db, files);
      await db.raw('vacuum analyze');
    } finally {
      await db.destroy();
    }
    rmSync(files, { recursive: true });
    await inMain((main) => main.raw('alter database ?? rename to ??', [`${name}_new`, name]));
  }

  const drop = (name: string) =>
    inMain((main) => main.raw('drop database if exists ?? with (force)', [name]));

  const { rows } = await inMain((main) =>
    main.raw<{ rows: { version: string }[] }>(
      `select current_setting('server_version') as version`,
    ),
  );
  let isStopped = false;
  return {
    embeddedDir: embedded ? dataDir : null,
    version: rows[0]?.version ?? '',
    async copy(items, name) {
      const source = `bench_${items}_${shapeOfData()}`;
      const { rowCount } = await inMain((main) =>
        main.raw<{ rowCount: number }>('select from pg_database where datname = ?', [source]),
      );
      if (rowCount === 0) {
        await drop(`${source}_new`);
        await fill(source, items);
      }
      await drop(name);
      await inMain(async (main) => {
        await main.raw('create database ?? template ?? strategy file_copy', [name, source]);
        await main.raw('checkpoint');
      });
      copies.add(name);
      return withDatabase(url, name);
    },
    async stop() {
      isStopped = true;
      await embedded?.stop();
    },
    async close() {
      if (!isStopped) {
        for (const name of copies) await drop(name);
        await embedded?.stop();
      }
      if (!keepIn) rmSync(folder, { recursive: true, force: true });
    },
  };
}
