// Program of all commands; exit codes: 0 done, 1 failed, 2 wrong options or settings.
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { UnsupportedDatabaseError } from '../database/assertDatabase.ts';
import { BackupFileError } from '../database/backup/format.ts';
import { RestoreRefusedError } from '../database/backup/restoreBackup.ts';
import { connectionFault } from '../database/connectionFault.ts';
import { NoBinariesError } from '../database/embedded/binaries.ts';
import { DataDirInUseError } from '../database/embedded/dataDirLock.ts';
import { DomainError } from '../shared/domainError.ts';
import { readVersion } from '../process/version.ts';
import { registerBackup } from './backup.ts';
import { registerBookmarks } from './bookmarks.ts';
import { CommandFailure } from './context.ts';
import type { CommandContext } from './context.ts';
import { registerCompany } from './company.ts';
import { registerAdmins } from './admins.ts';
import { registerDemo } from './demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerDuplicates } from './duplicates.ts';
import { registerExport } from './exportCatalogue.ts';
import { registerMigrate } from './migrate.ts';
import { registerPerson } from './person.ts';
import { registerRestoreReview } from './restoreReview.ts';
import { registerSearch } from './search.ts';
import { registerTag } from './tag.ts';
import { registerToken } from './token.ts';

type RegisterCommand = (program: Command, context: CommandContext) => void;

const commands: RegisterCommand[] = [
  registerMigrate,
  registerDoctor,
  registerBookmarks,
  registerDemo,
  registerDuplicates,
  registerTag,
  registerSearch,
  registerExport,
  registerBackup,
  registerRestoreReview,
  registerCompany,
  registerAdmins,
  registerPerson,
  registerToken,
];

/** Errors whose message is enough for an operator, without a stack. */
const operatorErrors = [
  BackupFileError,
  CommandFailure,
  DomainError,
  DataDirInUseError,
  UnsupportedDatabaseError,
  NoBinariesError,
  RestoreRefusedError,
];

type PrintError = (message: string) => void;

function createProgram(context: CommandContext, printError: PrintError): Command {
  const program = new Command('loadout')
    .description('Administration of a Loadout installation. Works beside a running server.')
    .usage('<command> [options]')
    .version(readVersion())
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => printError(text.trimEnd()),
    })
    .showHelpAfterError('(add --help for the options)')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong options or settings.')
    .exitOverride();
  for (const register of commands) register(program, context);
  return program;
}

/** Runs one command. @param args without the name of the program */
export async function runCommand(
  args: string[],
  context: CommandContext,
  printError: PrintError = console.error,
): Promise<0 | 1 | 2> {
  try {
    await createProgram(context, printError).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ConfigError) {
      printError(error.message);
      return 2;
    }
    const fault = connectionFault(error);
    if (fault !== null) {
      printError(fault);
      return 1;
    }
    const isForOperator =
      error instanceof Error && operatorErrors.some((kind) => error instanceof kind);
    printError(
      isForOperator ? error.message : String(error instanceof Error ? error.stack : error),
    );
    return 1;
  }
}
