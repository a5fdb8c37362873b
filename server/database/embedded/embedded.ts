// Embedded PostgreSQL: created, started, recovered after a crash and stopped by this server.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import pg from 'pg';
import type { Log } from '../../shared/log.ts';
import { findBinaries } from './binaries.ts';
import { clusterMajor, createCluster, roleName } from './createCluster.ts';
import { currentOwner, lockDataDir, type OwnerRole } from './dataDirLock.ts';
import {
  isInside,
  makeAccessibleFolder,
  placeCluster,
  postgresUser,
  sharedFolder,
} from './location.ts';
import {
  watchPostmaster,
  findPostmaster,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts';
import type { ProgramRunner } from './runProgram.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { markConnectionError } from '../databaseErrors.ts';

export interface EmbeddedOptions {
  /** The folder of all data; created when it is missing. */
  dataDir: string;
  log: Log;
  /** PATH on which a PostgreSQL of the system is searched. */
  searchPath?: string;
  /** Trades safety after a power cut for speed. */
  forTests?: boolean;
  /** Lets the server's role load large tables from files, without their triggers: for benchmarks and tests. */
  loadsFiles?: boolean;
  /** False skips the PostgreSQL of npm; for tests only. */
  usePackage?: boolean;
}

export interface EmbeddedDatabase {
  /** A `postgres://` address with the password in it. */
  url: string;
  /** True when the server process was already running, left by a killed owner. */
  adopted: boolean;
  /** Stops the server process and releases the data directory. Idempotent. */
  stop(): Promise<void>;
}

/** Stored in DATA_DIR/embedded.json, readable by its owner only. */
interface ClusterRecord {
  /** The folder of the cluster; relative inside DATA_DIR, so that the folder may be moved. */
  cluster: string;
  /** Of both roles: the server's, and the one that created the cluster. */
  password: string;
  /** The server's role, which owns the database and has no further rights; older folders have the one that created them. */
  role?: string;
}

/** Role of the server's connections: no superuser, so that an SQL injection does not give access to the machine. */
const serverRole = 'loadout_server';

const databaseName = 'loadout';

function readRecord(dataDir: string): ClusterRecord | null {
  const path = join(dataDir, 'embedded.json');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ClusterRecord;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (errorCode(error) === 'EACCES') {
      throw new Error(
        `${path} belongs to another user. Run Loadout as that user, or give it another DATA_DIR.`,
        { cause: error },
      );
    }
    throw error;
  }
}

function readOrCreateRecord(dataDir: string, log: Log): ClusterRecord {
  const known = readRecord(dataDir);
  if (known !== null) return known;
  const { cluster, closedBy } = placeCluster(dataDir);
  if (closedBy !== null) {
    log.warn(
      { folder: cluster },
      `PostgreSQL does not run as root, and its user may not pass ${closedBy}: the data are kept in ${cluster}`,
    );
  }
  const memory: ClusterRecord = {
    cluster: isInside(dataDir, cluster) ? relative(dataDir, cluster) : cluster,
    password: randomBytes(24).toString('base64url'),
    role: serverRole,
  };
  const path = join(dataDir, 'embedded.json');
  writeFileSync(`${path}.new`, `${JSON.stringify(memory)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return memory;
}

const databaseUrl = (port: number, { role = roleName, password }: ClusterRecord): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`;

const wrongPassword = '28P01';

/** Creates the server's role, unless it exists or is the one that created the cluster. */
async function createRole(
  client: pg.Client,
  { role, password }: ClusterRecord,
  loadsFiles: boolean,
) {
  if (role === undefined) return;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) {
    await client.query(`create role ${role} login createdb password '${password}'`);
    if (!loadsFiles) return;
    await client.query(`grant pg_read_server_files, pg_checkpoint to ${role}`);
    await client.query(`grant set on parameter session_replication_role to ${role}`);
  }
}

async function createDatabase(
  port: number,
  memory: ClusterRecord,
  dataDir: string,
  loadsFiles: boolean,
): Promise<void> {
  const { role = roleName, password } = memory;
  const client = new pg.Client({
    connectionString: `postgres://${roleName}:${password}@127.0.0.1:${port}/postgres`,
  });
  try {
    await client.connect();
    await createRole(client, memory, loadsFiles);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`create database ${databaseName} owner ${role}`);
  } catch (error) {
    if (errorCode(error) !== wrongPassword) throw markConnectionError(error);
    throw new Error(
      `The password in ${join(dataDir, 'embedded.json')} is not that of the data beside it. ` +
        'Put the right file back, or move the whole folder away to begin anew.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

function clusterFolder(dataDir: string, { cluster }: ClusterRecord): string {
  return isAbsolute(cluster) ? cluster : resolve(dataDir, cluster);
}

/** Starts or adopts the server process of the data directory, which this process must have locked. */
async function startOrAdopt(options: EmbeddedOptions, dataDir: string): Promise<EmbeddedDatabase> {
  const { log, searchPath, forTests = false, loadsFiles = forTests, usePackage } = options;
  const memory = readOrCreateRecord(dataDir, log);
  const cluster = clusterFolder(dataDir, memory);
  makeAccessibleFolder(dirname(cluster));
  const runAs = postgresUser(cluster);
  const copyTo = join(isInside(sharedFolder, cluster) ? dirname(cluster) : dataDir, 'programs');
  const major = clusterMajor(cluster);
  const binaries = findBinaries({ runAs, log, searchPath, usePackage, copyTo, major });
  const runner: ProgramRunner = { binaries, runAs, cwd: dirname(cluster) };
  if (!existsSync(cluster)) {
    await createCluster(runner, cluster, memory.password, forTests, log);
  }
  const running = await waitUntilReady(cluster);
  const postmaster = running ?? (await startPostmaster(runner, cluster, forTests));
  const { port } = postmaster;
  if (running !== null) log.info({ process: running.pid }, 'the database was still running');
  try {
    await createDatabase(port, memory, dataDir, loadsFiles);
  } catch (error) {
    await stopPostmaster(runner, cluster);
    throw error;
  }
  const restart = () => startPostmaster(runner, cluster, forTests, port);
  const watch = watchPostmaster(postmaster, restart, log);
  return {
    url: databaseUrl(port, memory),
    adopted: running !== null,
    async stop() {
      await watch.end();
      await stopPostmaster(runner, cluster);
    },
  };
}

async function open(options: EmbeddedOptions, role: OwnerRole): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  makeAccessibleFolder(dataDir);
  const release = await lockDataDir(dataDir, role);
  try {
    const embedded = await startOrAdopt(options, dataDir);
    return {
      ...embedded,
      async stop() {
        await embedded.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens the embedded database for a server: creates it at the first start, adopts a server process that a killed owner left, and
 * recovers after a crash.
 *
 * @throws DataDirInUseError when another server owns the data directory
 * @throws NoBinariesError when no PostgreSQL runs on this machine
 */
export function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return open(options, 'server');
}

/** Connects a command to the embedded database of a running server, or to one that it starts; `stop` then stops it again. */
export async function connectEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  if (currentOwner(dataDir)?.role === 'server') {
    const memory = readRecord(dataDir);
    const postmaster = memory === null ? null : findPostmaster(clusterFolder(dataDir, memory));
    if (memory !== null && postmaster?.isReady) {
      return {
        url: databaseUrl(postmaster.port, memory),
        adopted: true,
        stop: async () => undefined,
      };
    }
  }
  return open(options, 'command');
}
