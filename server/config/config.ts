// Configuration: reads, validates and groups the environment variables.
import { existsSync, readFileSync, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { resolve, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import {
  LegalFilesError,
  readLegalTexts,
  type LegalTexts,
} from '../integrations/legalFiles/legalFiles.ts';
import { bookmarkFileProblem } from '../integrations/bookmarkFile/bookmarkFile.ts';
import { limits } from './limits.ts';
import { groupsOf, type Groups } from './settingGroups.ts';
import { removedSettings, settings, type SettingName, type Settings } from './settings.ts';
import { errorCode } from '../shared/errorCode.ts';

/** The folder or its nearest existing parent; null when a file or a broken link is in its place. */
function existingFolder(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) return found.isDirectory() ? path : null;
  const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isLink || path === dirname(path) ? null : existingFolder(dirname(path));
}

/** Tests by creating a folder, because permission bits show neither a read-only disk nor the rights of root. */
function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.loadout-')));
    return true;
  } catch (error) {
    // A full disk is not a permission problem; `loadout doctor` reports it.
    return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
  }
}

/** Problem with the folder of the embedded database, or null. */
function dataFolderReason(path: string): string | null {
  const none = 'is not a folder, or cannot be reached; choose another folder';
  let folder: string | null;
  try {
    folder = existingFolder(path);
  } catch {
    return none;
  }
  if (folder === null) return none;
  if (isWritable(folder)) return null;
  return 'cannot be created or written by this user; change its permissions or choose another folder';
}

export type Environment = Record<string, string | undefined>;

/** A group that is `null` is not set up: features that need it are off. */
export type Config = Groups & {
  limits: typeof limits;
  searchPath: string;
  /** The company's own legal texts, or those of Loadout. */
  legalTexts: LegalTexts;
};

/** A problem of one setting. It names no value except the path of an unreadable file. */
export interface ConfigProblem {
  name: string;
  reason: string;
  /** Null when no example would help. */
  example: string | null;
}

/** All problems of the settings in one message. */
export class ConfigError extends Error {
  readonly problems: ConfigProblem[];

  constructor(problems: ConfigProblem[]) {
    const lines = problems.map(
      ({ name, reason, example }) =>
        `  ${name}: ${reason}${example === null ? '' : `, for example ${name}=${example}`}`,
    );
    super(
      [
        `The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:`,
        ...lines,
        'Settings come from the environment or from the file .env; .env.example describes them all.',
      ].join('\n'),
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Variables of the process, supplemented by the file `.env` in the folder. `process.env` is not changed. */
export function readEnvironment(folder = process.cwd()): Environment {
  const file = resolve(folder, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}

const settingNames = Object.keys(settings) as SettingName[];

/** Value of a setting. A secret may also come from the file that `NAME_FILE` names. */
function textOf(env: Environment, name: SettingName): string | undefined {
  const own = env[name]?.trim();
  const fileName = settings[name].secret ? env[`${name}_FILE`]?.trim() : undefined;
  if (!fileName) return own === '' ? undefined : own;
  if (own) throw new Error(`is set twice, here and in ${name}_FILE`);
  let content: string;
  try {
    content = readFileSync(fileName, 'utf8').trim();
  } catch (error) {
    const code = errorCode(error);
    throw new Error(`the file named by ${name}_FILE cannot be read (${code})`, { cause: error });
  }
  if (content === '') throw new Error(`the file named by ${name}_FILE is empty`);
  return content;
}

function parse(env: Environment, problems: ConfigProblem[]): Partial<Record<SettingName, unknown>> {
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const name of settingNames) {
    const { schema, example } = settings[name];
    try {
      const result = schema.safeParse(textOf(env, name));
      if (result.success) values[name] = result.data;
      else
        problems.push({ name, reason: result.error.issues[0]?.message ?? 'is not valid', example });
    } catch (error) {
      problems.push({
        name,
        reason: error instanceof Error ? error.message : String(error),
        example,
      });
    }
  }
  return values;
}

/** Problems of settings that no longer exist, so that operators do not rely on them. */
const removedProblems = (env: Environment): ConfigProblem[] =>
  Object.entries(removedSettings).flatMap(([known, reason]) =>
    [known, `${known}_FILE`]
      .filter((name) => env[name]?.trim())
      .map((name) => ({ name, reason, example: null })),
  );

/** Legal texts; null with a problem when the company's own cannot be read. */
function legalTextsOf({ LEGAL_TEXTS: folder }: Settings, problems: ConfigProblem[]) {
  try {
    return readLegalTexts(folder === undefined ? null : resolve(folder));
  } catch (error) {
    if (!(error instanceof LegalFilesError)) throw error;
    const { example } = settings.LEGAL_TEXTS;
    problems.push({ name: 'LEGAL_TEXTS', reason: error.reasons.join('; '), example });
    return null;
  }
}

/**
 * Reads and checks all settings.
 * @throws ConfigError with all problems at once
 */
export function readConfig(env: Environment): Config {
  const problems = removedProblems(env);
  const values = parse(env, problems);
  const failed = new Set(problems.map(({ name }) => name));
  const { groups, refusals } = groupsOf(values as Settings, failed);
  for (const { name, reason } of refusals) {
    if (!failed.has(name)) problems.push({ name, reason, example: settings[name].example });
  }
  // With an external database the folder holds only a log and may be missing.
  const isEmbedded = groups.database.url === null && !failed.has('DATABASE_URL');
  const folderReason = isEmbedded ? dataFolderReason(groups.dataDir) : null;
  if (folderReason !== null) {
    const { example } = settings.DATA_DIR;
    problems.push({ name: 'DATA_DIR', reason: folderReason, example });
  }
  const legalTexts = legalTextsOf(values as Settings, problems);
  if (problems.length > 0 || legalTexts === null) throw new ConfigError(problems);
  return { ...groups, limits, searchPath: env['PATH'] ?? '', legalTexts };
}

/** Links are checked in production and wherever own bookmarks are synchronised. */
export const checksLinks = ({
  environment,
  raindrop,
  bookmarksFile,
}: Pick<Config, 'environment' | 'raindrop' | 'bookmarksFile'>): boolean =>
  environment === 'production' || (environment !== 'test' && Boolean(raindrop ?? bookmarksFile));

/** Check of BOOKMARKS_FILE at startup. @throws ConfigError for a missing or unreadable file */
export async function assertBookmarksFile({
  bookmarksFile,
}: Pick<Config, 'bookmarksFile'>): Promise<void> {
  const reason = bookmarksFile === null ? null : await bookmarkFileProblem(bookmarksFile);
  if (reason === null) return;
  const { example } = settings.BOOKMARKS_FILE;
  throw new ConfigError([
    { name: 'BOOKMARKS_FILE', reason: `${bookmarksFile}: ${reason}`, example },
  ]);
}
