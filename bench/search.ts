// npm run bench:search [-- FILE]: judges the search of Loadout and of a peer over the demo catalogue and, when an export
// file of bookmarks is given (as FILE or in BOOKMARKS_FILE), over these bookmarks.
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from '../server/database/connection.ts';
import { openEmbeddedDatabase } from '../server/database/embedded/embedded.ts';
import { migrateToLatest } from '../server/database/migrate.ts';
import { loadDemoCatalogue } from '../server/demo/load.ts';
import type { Member } from '../server/domain/accounts/accounts.ts';
import { createItemCards } from '../server/domain/knowledge/itemCards.search.ts';
import { knowledgeSearch } from '../server/domain/knowledge/knowledge.search.ts';
import { completeSearch } from '../server/domain/knowledge/knowledge.ts';
import { createLog, type Log } from '../server/shared/log.ts';
import { judgedItems, loadBookmarks } from './searchCatalogue.ts';
import { miniSearch } from './searchPeer.ts';
import {
  answers,
  pageLength,
  scoreOf,
  type Answer,
  type Engine,
  type JudgedQuery,
} from './searchScores.ts';

const cardsOf = (db: Knex) => createItemCards({ db, topExperts: async () => [], bytes: 1_000_000 });

const anybody: Member = {
  kind: 'member',
  via: 'session',
  signedInAt: null,
  sessionId: null,
  company: null,
  user: {
    id: 0,
    name: 'Anybody',
    email: null,
    avatarUrl: null,
    isAdmin: false,
    companyKey: null,
    telegramId: null,
    telegramUsername: null,
    isDemo: false,
  },
};

const loadout = (db: Knex): Engine => {
  const search = knowledgeSearch(db, cardsOf(db));
  return async (query) => {
    const { items } = await search.page(
      anybody,
      completeSearch({
        search: query,
        page: 0,
        perPage: pageLength,
        sortBy: 'likes',
        verified: false,
        exact: false,
      }),
    );
    return items.map((item) => item.id);
  };
};

const readQueries = (name: string): JudgedQuery[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as JudgedQuery[];

const share = (value: number | null): string =>
  value === null ? '    –' : `${(value * 100).toFixed(1).padStart(5)}`;

function printScores(ours: readonly Answer[], theirs: readonly Answer[]): void {
  const groups = [...new Set(ours.map((answer) => answer.judged.group))];
  const parts: [string, (answer: Answer) => boolean][] = [
    ...groups.map((group): [string, (answer: Answer) => boolean] => [
      group,
      (answer) => answer.judged.group === group,
    ]),
    ['all', () => true],
    ['all held out', (answer) => answer.judged.heldOut === true],
  ];
  console.log(
    `${'group'.padEnd(18)} queries | recall@${pageLength}  MRR  name first | MiniSearch: recall  MRR  name first`,
  );
  for (const [name, isPart] of parts) {
    const our = scoreOf(name, ours.filter(isPart));
    const their = scoreOf(name, theirs.filter(isPart));
    console.log(
      `${name.padEnd(18)} ${String(our.queries).padStart(7)} |     ${share(our.recall)} ${our.mrr.toFixed(3)}       ${share(our.nameFirst)} |              ${share(their.recall)} ${their.mrr.toFixed(3)}      ${share(their.nameFirst)}`,
    );
  }
}

/** Names the searches that were not answered fully, and those which the peer answered better; held-out ones stay unseen. */
function printMisses(ours: readonly Answer[], theirs: readonly Answer[]): void {
  const misses = ours.filter(
    ({ isNameFirst, recall, reciprocalRank, judged }, place) =>
      !judged.heldOut &&
      (isNameFirst === false ||
        recall < 1 ||
        reciprocalRank < (theirs[place]?.reciprocalRank ?? 0)),
  );
  for (const { judged, first, recall } of misses) {
    const wanted = [...(judged.names ?? []), ...(judged.items ?? []), ...(judged.tags ?? [])];
    console.log(
      `  ${judged.group}: ${judged.query} → ${first || 'nothing'}, wanted ${wanted.join(', ')}, recall ${share(recall).trim()}`,
    );
  }
}

async function judge(
  name: string,
  url: string,
  database: string,
  queries: JudgedQuery[],
  log: Log,
  load: (db: Knex) => Promise<void>,
): Promise<void> {
  const main = openDatabase(url);
  await main.raw('create database ??', [database]);
  await main.destroy();
  const address = new URL(url);
  address.pathname = `/${database}`;
  const db = openDatabase(address.href, { statementTimeoutMs: 60_000 });
  try {
    await migrateToLatest(db, log);
    await load(db);
    await db.raw('analyze');
    const items = await judgedItems(db);
    const ours = await answers(loadout(db), queries, items);
    const theirs = await answers(miniSearch(items), queries, items);
    console.log(`\n${name}: ${items.length} items, ${queries.length} judged searches\n`);
    printScores(ours, theirs);
    if (process.argv.includes('--misses')) printMisses(ours, theirs);
  } finally {
    await db.destroy();
  }
}

const log = createLog({ level: 'error' });
const dataDir = await mkdtemp(join(tmpdir(), 'loadout-bench-search-'));
const database = await openEmbeddedDatabase({
  dataDir,
  log,
  forTests: true,
  ...(process.env['PATH'] ? { searchPath: process.env['PATH'] } : {}),
});
try {
  await judge(
    'The demo catalogue',
    database.url,
    'demo',
    readQueries('searchQueries.json'),
    log,
    async (db) => {
      await loadDemoCatalogue(db, log);
    },
  );
  const file =
    process.argv.slice(2).find((word) => !word.startsWith('--')) ?? process.env['BOOKMARKS_FILE'];
  if (file) {
    await judge(
      'The bookmarks',
      database.url,
      'bookmarks',
      readQueries('searchQueries.bookmarks.json'),
      log,
      async (db) => {
        await loadBookmarks(db, file);
      },
    );
  } else {
    console.log(
      '\nNo file of bookmarks was given (npm run bench:search -- FILE), so only the demo catalogue was judged.',
    );
  }
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
