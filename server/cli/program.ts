// All commands, and how they end: 0 done, 1 failed, 2 asked or configured wrongly.
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { UnsupportedDatabaseError } from '../database/assertDatabase.ts';
import { BackupFileError } from '../database/backup/format.ts';
import { RestoreRefusedError } from '../database/backup/restoreBackup.ts';
import { isDatabaseUnavailable } from '../database/databaseErrors.ts';
import { NoBinariesError } from '../database/embedded/binaries.ts';
import { DataDirInUseError } from '../database/embedded/dataDirLock.ts';
import { DomainError } from '../shared/domainError.ts';
import { errorMessage } from '../shared/errorCode.ts';
import { readVersion } from '../process/version.ts';
import { registerBackup } from './backup.ts';
import { registerBookmarks } from './bookmarks.ts';
import { CommandFailure } from './context.ts';
import type { CommandContext } from './context.ts';
import { registerCompany } from './company.ts';
import { registerCreateAdmin } from './createAdmin.ts';
import { registerDemo } from './demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerDuplicates } from './duplicates.ts';
import { registerExport } from './exportCatalogue.ts';
import { registerMigrate } from './migrate.ts';
import { registerPerson } from './person.ts';
import { registerRemoveAdmin } from './removeAdmin.ts';
import { registerRestoreReview } from './restoreReview.ts';
import { registerTag } from './tag.ts';
import { registerToken } from './token.ts';

/** Adds one command to the program. Each command is a file of its own, and a row here. */
type RegisterCommand = (program: Command, context: CommandContext) => void;

const commands: RegisterCommand[] = [
  registerMigrate,
  registerDoctor,
  registerBookmarks,
  registerDemo,
  registerDuplicates,
  registerTag,
  registerExport,
  registerBackup,
  registerRestoreReview,
  registerCompany,
  registerCreateAdmin,
  registerRemoveAdmin,
  registerPerson,
  registerToken,
];

/** Errors whose message is enough for a person. */
const forPeople = [
  BackupFileError,
  CommandFailure,
  DomainError,
  DataDirInUseError,
  UnsupportedDatabaseError,
  NoBinariesError,
  RestoreRefusedError,
];

type Complain = (message: string) => void;

function createProgram(context: CommandContext, complain: Complain): Command {
  const program = new Command('loadout')
    .description('Looks after a Loadout. Works beside a running server.')
    .usage('<command> [options]')
    .version(readVersion())
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => complain(text.trimEnd()),
    })
    .showHelpAfterError('(add --help for the options)')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong options or settings.')
    .exitOverride();
  for (const register of commands) register(program, context);
  return program;
}

/** Runs one command line. `args` are what stands behind the program's name. */
export async function runCommand(
  args: string[],
  context: CommandContext,
  complain: Complain = console.error,
): Promise<0 | 1 | 2> {
  try {
    await createProgram(context, complain).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already said what is wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ConfigError) {
      complain(error.message);
      return 2;
    }
    if (isDatabaseUnavailable(error)) {
      complain(`The database cannot be reached: ${errorMessage(error)}`);
      return 1;
    }
    const isForPeople = error instanceof Error && forPeople.some((kind) => error instanceof kind);
    complain(isForPeople ? error.message : String(error instanceof Error ? error.stack : error));
    return 1;
  }
}
