// Command `loadout search`: measures what an embedding model adds to the search.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createEmbeddings } from '../integrations/embeddings/embeddings.ts';
import { demoCatalogue, type JudgedCatalogue } from '../modules/demo/seed/demoDocuments.ts';
import { EmbeddingError } from '../modules/search/embeddings/embedder.ts';
import { Thesaurus } from '../modules/search/engine/thesaurus.ts';
import { comparisonRows } from '../modules/search/evaluation/comparison.ts';
import { halves, readQueries } from '../modules/search/evaluation/demoQueries.ts';
import {
  answersByWords,
  engineOf,
  openMeaningSearch,
} from '../modules/search/evaluation/evaluatedSearch.ts';
import { parseQueries, type JudgedQuery } from '../modules/search/evaluation/judgedQueries.ts';
import { searchDocumentsQueries } from '../modules/search/searchDocuments.queries.ts';
import { readThesaurus } from '../modules/search/vocabulary/thesaurus/thesaurusFiles.ts';
import { systemClock } from '../shared/clock.ts';
import { errorCode, errorMessage } from '../shared/errorCode.ts';
import { CommandFailure, type CommandContext } from './context.ts';

const readAtOnce = 200;

/** The visible services of the database. */
const ownCatalogue = (context: CommandContext): Promise<JudgedCatalogue> =>
  context.withDatabase(async ({ db }) => {
    const facts = searchDocumentsQueries(db);
    const documents = [];
    for (let after = 0; ; after = documents.at(-1)!.id) {
      const items = await facts.next(after, readAtOnce);
      documents.push(...items);
      if (items.length < readAtOnce) break;
    }
    const visible = documents.filter(({ isVisible }) => isVisible);
    const titles = new Map(visible.map(({ id, title }) => [id, title.en ?? title.ru ?? '']));
    return { documents: visible, getTitle: (id) => titles.get(id) ?? '' };
  });

async function readOwnQueries(path: string): Promise<JudgedQuery[]> {
  try {
    return parseQueries(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read (${errorCode(error) || errorMessage(error)})`);
  }
}

/** Refuses queries that no service of the catalogue answers by its title. @throws CommandFailure */
function refuseUnknownTitles(
  { documents, getTitle }: JudgedCatalogue,
  queries: readonly JudgedQuery[],
): void {
  const titles = new Set(documents.map(({ id }) => getTitle(id)));
  const named = queries.flatMap(({ best, also }) => [...best, ...also]);
  const unknown = [...new Set(named.filter((title) => !titles.has(title)))];
  if (unknown.length > 0)
    throw new CommandFailure(`No visible service has the title ${unknown.slice(0, 5).join(', ')}`);
}

function columnsOf(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

async function evaluate(context: CommandContext, path: string | undefined): Promise<void> {
  const { embeddings } = context.readConfig();
  const catalogue = path === undefined ? demoCatalogue() : await ownCatalogue(context);
  const queries =
    path === undefined ? halves.flatMap((half) => readQueries(half)) : await readOwnQueries(path);
  refuseUnknownTitles(catalogue, queries);
  const { documents, getTitle } = catalogue;
  const engine = engineOf(documents, new Thesaurus(readThesaurus()));
  const byWords = answersByWords(engine, queries, getTitle);
  context.print(`${queries.length} queries, ${documents.length} services`);
  if (!embeddings) {
    for (const line of columnsOf(comparisonRows({ words: byWords }))) context.print(line);
    context.print('Set EMBEDDINGS_URL and EMBEDDINGS_MODEL to see what a model adds.');
    return;
  }
  const { model } = createEmbeddings(embeddings, { clock: systemClock });
  try {
    const ask = await openMeaningSearch({ engine, documents, model, getTitle });
    const byMeaning = await ask(queries);
    const rows = comparisonRows({ words: byWords, [`with ${model.name}`]: byMeaning });
    for (const line of columnsOf(rows)) context.print(line);
  } catch (error) {
    throw error instanceof EmbeddingError ? new CommandFailure(error.message) : error;
  }
}

export function registerSearch(program: Command, context: CommandContext): void {
  program
    .command('search')
    .description('Quality of the search.')
    .command('evaluate')
    .description(
      'Compare the search by words with the search by meaning (EMBEDDINGS_*) over judged queries of the demo catalogue. Changes nothing.',
    )
    .option(
      '--queries <file>',
      'judged queries over your own services instead, one a line: {"query": "…", "best": ["Title"], "also": ["Title"]}',
    )
    .action(({ queries }: { queries?: string }) => evaluate(context, queries));
}
