// loadout export: the catalogue as a file.
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { errorCode, errorMessage } from '../shared/errorCode.ts';
import { CommandFailure } from './context.ts';
import type { CommandContext } from './context.ts';

const forms = ['.csv', '.json'] as const;
type Form = (typeof forms)[number];

interface Target {
  path: string;
  form: Form;
}

function targetOf(file: string): Target {
  const ending = extname(file).toLowerCase();
  const form = forms.find((one) => one === ending);
  if (!form)
    throw new InvalidArgumentError(
      'It must end in .csv (as Raindrop exports) or .json (everything).',
    );
  return { path: resolve(file), form };
}

/** Writes what a command has made; a file that is there is replaced only when told to. */
export async function writeResult(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST')
      throw new CommandFailure(`${path} is there already; --force replaces it`);
    throw new CommandFailure(`${path} cannot be written (${code || errorMessage(error)})`);
  }
}

export function registerExport(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description(
      'Write the catalogue as a Raindrop CSV or as JSON. Hidden items are in it, deleted ones are not.',
    )
    .argument('<file>', 'where to: a name that ends in .csv or .json', targetOf)
    .option('--force', 'replace the file if there is one')
    .action(({ path, form }: Target, { force = false }: { force?: boolean }) =>
      context.withServices(async ({ services }) => {
        const exports = services.catalogueExport;
        const { text, count } = form === '.csv' ? await exports.asCsv() : await exports.asJson();
        await writeResult(path, text, force);
        context.print(`${count} items written to ${path}`);
      }),
    );
}
