// Command `loadout tag`: names of tags in both languages, one by one and as a table.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Viewer } from '../modules/people/accounts/accounts.ts';
import type { CountedTag } from '../modules/catalogue/items/items.ts';
import type { TagNamesInput, TagNamingRow, UnnamedTag } from '../modules/curation/tags/tags.ts';
import { readCsvTable, writeCsvTable } from '../integrations/csvTable/csvTable.ts';
import { limits } from '../config/limits.ts';
import type { Services } from '../composition.ts';
import { decodeText } from '../shared/decodeText.ts';
import { errorCode, errorMessage } from '../shared/errorCode.ts';
import { actingAdmin, ownerOption } from './arguments.ts';
import { CommandFailure, type CommandContext } from './context.ts';
import { writeResult } from './exportCatalogue.ts';

const columns = ['tag', 'nameRu', 'nameEn'] as const;
type NamedRow = Record<(typeof columns)[number], string>;

const lineOf = ({ originalName, nameRu, nameEn, totalCount }: CountedTag): string =>
  `${originalName}  ${nameRu} / ${nameEn}  services ${totalCount}`;

/** All rows of a paged list. */
async function everyPage<Row>(size: number, read: (page: number) => Promise<Row[]>) {
  const all: Row[] = [];
  for (let page = 0; ; page += 1) {
    const rows = await read(page);
    all.push(...rows);
    if (rows.length < size) return all;
  }
}

/** All tags of items without a name in one language. */
const unnamedTags = (services: Services, viewer: Viewer): Promise<UnnamedTag[]> => {
  const size = limits.lists.tagsNamed;
  return everyPage(
    size,
    async (page) => (await services.tagNames.unnamed(viewer, size, page * size)).rows,
  );
};

/** Rows of a table of names. @throws CommandFailure for any other file */
async function readNames(path: string): Promise<NamedRow[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandFailure(`${path} cannot be read (${errorCode(error) || errorMessage(error)})`);
  });
  const text = decodeText(bytes)?.text;
  if (text === undefined)
    throw new CommandFailure(`${path} is not text in UTF-8, UTF-16 or Windows-1251`);
  const table = readCsvTable(text, limits.lists.tagNamesTable);
  if ('brokenAt' in table)
    throw new CommandFailure(`${path} cannot be read from line ${table.brokenAt} on`);
  if (table.hasMore)
    throw new CommandFailure(`${path} has more than ${limits.lists.tagNamesTable} rows`);
  const places = columns.map((column) => table.header.indexOf(column));
  const absent = columns.filter((_column, at) => places[at] === -1);
  if (absent.length > 0)
    throw new CommandFailure(`${path} lacks the columns ${absent.join(', ')} in its first line`);
  return table.lines.map(({ cells }) => {
    const [tag = '', nameRu = '', nameEn = ''] = places.map((place) => cells[place]);
    return { tag, nameRu, nameEn };
  });
}

const outcomes: Record<TagNamingRow['outcome'], string> = {
  named: 'named',
  unchanged: 'as it was',
  changedMeanwhile: 'changed meanwhile',
  gone: 'gone',
};

/** Names tags in batches; returns a line for each row that was not named. */
async function nameAll(
  services: Services,
  viewer: Viewer,
  rows: readonly NamedRow[],
): Promise<{ named: number; lines: string[] }> {
  const found = await services.tagNames.find(
    viewer,
    rows.map(({ tag }) => tag),
  );
  const byName = new Map(found.map((tag) => [tag.originalName, tag]));
  const given: TagNamesInput[] = [];
  const lines: string[] = [];
  for (const { tag, nameRu, nameEn } of rows) {
    const known = byName.get(tag);
    if (!known) lines.push(`unknown   ${tag}`);
    else if (!nameRu || !nameEn) lines.push(`left out  ${tag}: a name is missing`);
    else given.push({ id: known.id, nameRu, nameEn });
  }
  let named = 0;
  for (let at = 0; at < given.length; at += limits.lists.tagsNamed) {
    const done = await services.tagNames.saveNames(
      viewer,
      given.slice(at, at + limits.lists.tagsNamed),
    );
    for (const { outcome, tag, tagId } of done.rows) {
      if (outcome === 'named') named += 1;
      else lines.push(`${outcomes[outcome].padEnd(9)} ${tag?.originalName ?? tagId}`);
    }
  }
  return { named, lines };
}

export function registerTag(program: Command, context: CommandContext): void {
  const { print } = context;
  const tag = program.command('tag').description('What tags are called in both languages.');

  const named = (owner: string | undefined, rows: (services: Services) => Promise<NamedRow[]>) =>
    context.withServices(async ({ services }) => {
      const viewer = await actingAdmin(services, owner);
      const { named: count, lines } = await nameAll(services, viewer, await rows(services));
      for (const line of lines) print(line);
      print(`Tags named: ${count}`);
      const unknown = lines.filter((line) => line.startsWith('unknown')).length;
      if (unknown > 0) throw new CommandFailure(`Tags that are not there: ${unknown}`);
    });

  tag
    .command('list')
    .description('List all tags with their names, the most used first.')
    .option('--unnamed', 'only those of services that lack a name in one language')
    .addOption(ownerOption())
    .action(({ unnamed, owner }: { unnamed?: true; owner?: string }) =>
      context.withServices(async ({ services }) => {
        const viewer = await actingAdmin(services, owner);
        const tags = unnamed
          ? (await unnamedTags(services, viewer)).map((row) => row.tag)
          : await everyPage(limits.lists.tags, (page) => services.tagNames.all(viewer, page));
        for (const one of tags) print(lineOf(one));
        if (tags.length === 0)
          print(unnamed ? 'Every tag has a name in both languages.' : 'There are no tags.');
      }),
    );

  tag
    .command('name')
    .description('Name a tag in both languages.')
    .argument('<tag>', 'as it stands in the bookmarks')
    .requiredOption('--ru <name>', 'what it is called in Russian')
    .requiredOption('--en <name>', 'what it is called in English')
    .addOption(ownerOption())
    .action((name: string, { ru, en, owner }: { ru: string; en: string; owner?: string }) =>
      named(owner, () => Promise.resolve([{ tag: name, nameRu: ru, nameEn: en }])),
    );

  tag
    .command('export')
    .description(
      'Write the tags of services that lack a name in one language as a table, with the names that the search knows.',
    )
    .argument('<file>', 'where to, as CSV')
    .option('--force', 'replace the file if there is one')
    .addOption(ownerOption())
    .action((file: string, { force = false, owner }: { force?: boolean; owner?: string }) =>
      context.withServices(async ({ services }) => {
        const viewer = await actingAdmin(services, owner);
        const rows = (await unnamedTags(services, viewer)).map(
          ({ tag: { originalName, nameRu, nameEn }, proposedRu, proposedEn }) => [
            originalName,
            proposedRu?.name ?? (nameRu === originalName ? '' : nameRu),
            proposedEn?.name ?? (nameEn === originalName ? '' : nameEn),
          ],
        );
        await writeResult(resolve(file), writeCsvTable([[...columns], ...rows]), force);
        const open = rows.filter((cells) => cells.includes('')).length;
        print(
          `${rows.length} tags written to ${resolve(file)}; a name is to be filled in for ${open}`,
        );
      }),
    );

  tag
    .command('import')
    .description('Name the tags of such a table; a row without both names is left out.')
    .argument('<file>', `a CSV with the columns ${columns.join(', ')}`)
    .addOption(ownerOption())
    .action((file: string, { owner }: { owner?: string }) =>
      named(owner, () => readNames(resolve(file))),
    );
}
