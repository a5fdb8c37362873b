// Command `loadout export`: the catalogue as a file.
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { errorCode, errorMessage } from '../shared/errorCode.ts';
import { CommandFailure } from './context.ts';
import type { CommandContext } from './context.ts';

const formats = ['.csv', '.json'] as const;
type Format = (typeof formats)[number];

interface Target {
  path: string;
  format: Format;
}

function targetOf(file: string): Target {
  const extension = extname(file).toLowerCase();
  const format = formats.find((one) => one === extension);
  if (!format)
    throw new InvalidArgumentError(
      'Enter a name that ends in .csv (format of Raindrop) or .json (all data).',
    );
  return { path: resolve(file), format };
}

interface ExportOptions {
  force?: boolean;
  excel?: boolean;
}

/** Writes a result file; an existing file is replaced only with `force`. */
export async function writeResult(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') throw new CommandFailure(`${path} exists already; --force replaces it`);
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
    .option('--excel', 'CSV with semicolons, as Excel expects it where a comma stands in numbers')
    .action(({ path, format }: Target, { force = false, excel = false }: ExportOptions) =>
      context.withServices(async ({ services }) => {
        const exports = services.catalogueExport;
        const { text, count } =
          format === '.csv' ? await exports.asCsv(excel ? ';' : ',') : await exports.asJson();
        await writeResult(path, text, force);
        context.print(`${count} items written to ${path}`);
      }),
    );
}
