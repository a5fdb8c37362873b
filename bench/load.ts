// npm run bench:load [-- --items 100000 --rounds 5 --seconds 3]: throughput of Loadout in production mode, compared with bare
// node:http and PostGraphile 5 on the same rows. Exits with 1 when a figure misses its limit.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addTypenameToDocument } from '@apollo/client/utilities';
import autocannon from 'autocannon';
import { print, type DocumentNode } from 'graphql';
import type { Knex } from 'knex';
import { SearchKnowledgeDocument, ServicePageDocument } from '../client/generated.ts';
import { openDatabase } from '../server/database/connection.ts';
import { openEmbeddedDatabase } from '../server/database/embedded/embedded.ts';
import { prepareJobQueue } from '../server/database/jobQueue.ts';
import { migrateToLatest } from '../server/database/migrate.ts';
import { freePort } from '../server/shared/freePort.ts';
import { createLog } from '../server/shared/log.ts';
import { isReady } from '../server/testing/isReady.ts';
import { whenSearchable } from '../server/testing/serverProcess.ts';
import { testSessions } from '../server/testing/testSessions.ts';
import { addHistory, addPeerViews, generateData, loadData } from './load/data.ts';
import { printTable } from './printTable.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
});
const [items, rounds, seconds] = [values.items, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
];
if (![items, rounds, seconds].every((one) => Number.isInteger(one) && one > 0) || items < 5_000)
  throw new Error(
    '--items takes a number from 5000 on; --rounds and --seconds take a whole number',
  );

const isLarge = items > 30_000;
/** Limits of docs/performance.md, for up to 30,000 items and for more. */
const limits = {
  graphql: isLarge ? 4 : 1,
  rest: isLarge ? 1.8 : 0.6,
  servicePage: 0.35,
  postgraphile: 3,
  searchMs: isLarge ? 60 : 25,
  insightsMs: 300,
  memoryMiB: isLarge ? null : 500,
  startSeconds: isLarge ? null : 2,
};

const connections = 10;
const perPage = 12;
/** A new process is up to three times as slow as after half a minute. */
const warmUpSeconds = 8;
/** Enough that nobody reaches the rate limit of reads. */
const peopleCount = 2_000;
const starts = 3;

const root = join(import.meta.dirname, '..');
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface Running {
  url: string;
  child: ChildProcess;
}

async function stop({ child }: Running): Promise<void> {
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGTERM');
  await ended;
  children.delete(child);
}

/** Starts Loadout with the script of `npm start`; also returns the seconds until it is ready. */
async function startLoadout(databaseUrl: string): Promise<Running & { readySeconds: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { npm_lifecycle_event: _event, ...environment } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...environment,
      APP_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: url,
      // Production requires a sign-in; the sessions are in the database.
      GOOGLE_CLIENT_ID: 'bench',
      GOOGLE_CLIENT_SECRET: 'bench',
      SITE_PICTURES: 'false',
      SYNC_SCHEDULE: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.add(child);
  while (!(await isReady(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error('Loadout ended while it was started');
    await pause(10);
  }
  return { url, child, readySeconds: (performance.now() - startedAt) / 1000 };
}

/** Starts a server that prints its port. */
async function startPeer(file: string, databaseUrl: string): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load', file)], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.once('exit', () => reject(new Error(`${file} ended while it was started`)));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

/** The parent of a process, and the processor time in ms that it and its ended children have used. */
function readProcess(pid: number): { parent: number; usedMs: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain blanks; the kernel counts in hundredths of a second.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const usedMs = 10 * fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0);
    return { parent: fields[1]!, usedMs };
  } catch {
    return { parent: 0, usedMs: 0 };
  }
}

/** Processor time of a server and of its PostgreSQL, in ms; 0 where the system does not report it. */
function processorMs({ child }: Running, postmaster: number): number {
  const isLinux = process.platform === 'linux';
  const pids = isLinux
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : [];
  const ours = pids.map(readProcess).filter(({ parent }) => parent === postmaster);
  return [readProcess(child.pid!), readProcess(postmaster), ...ours].reduce(
    (sum, { usedMs }) => sum + usedMs,
    0,
  );
}

interface Person {
  id: number;
  cookie: string;
}

async function signInPeople(db: Knex): Promise<Person[]> {
  const sessions = testSessions(db);
  const ids: number[] = await db('users')
    .where({ is_admin: false })
    .orderBy('id')
    .limit(peopleCount)
    .pluck('id');
  const people: Person[] = [];
  for (const id of ids) people.push({ id, cookie: `sid=${(await sessions.open(id)).token}` });
  return people;
}

const requestHeaders = (url: string, { cookie }: Person) => ({
  'content-type': 'application/json',
  'accept-language': 'ru',
  origin: url,
  cookie,
});

const asSent = (document: DocumentNode): string => print(addTypenameToDocument(document));
const documents = {
  SearchKnowledge: asSent(SearchKnowledgeDocument),
  ServicePage: asSent(ServicePageDocument),
};

const body = (operationName: keyof typeof documents, variables: object): string =>
  JSON.stringify({ operationName, variables, query: documents[operationName] });

const postgraphileQuery = `query ($offset: Int, $user: Int!) {
  allCards(first: ${perPage}, offset: $offset, orderBy: [LIKES_COUNT_DESC, ROW_ID_ASC]) {
    totalCount
    nodes {
      rowId titleRu titleEn descriptionRu descriptionEn imageUrl sourceUrl likesCount useCasesCount adminVisibility tags
      likesByItemId(condition: { userId: $user }, first: 1) { nodes { userId } }
      casesByItemId(condition: { userId: $user }) { totalCount }
      expertsByItemId(first: 3, orderBy: [LIKES_TOTAL_DESC, CASES_COUNT_DESC, USER_ID_ASC]) {
        totalCount
        nodes { personByUserId { rowId name avatarUrl } }
      }
    }
  }
}`;

interface Way {
  name: string;
  server: Running;
  request(person: Person, page: number): autocannon.Request & { path: string };
  /** Number of items according to an answer; null when the answer is no page of the catalogue. */
  total(answer: string): number | null;
}

interface Found {
  data: { searchKnowledge: { total: number } };
}

function waysTo(
  loadout: Running,
  limit: Running,
  postgraphile: Running,
  itemIds: readonly number[],
): Way[] {
  const graphql = (
    name: string,
    bodyOf: (person: Person, page: number) => string,
    total: Way['total'],
  ): Way => ({
    name,
    server: loadout,
    request: (person, page) => ({
      method: 'POST',
      path: '/graphql',
      headers: requestHeaders(loadout.url, person),
      body: bodyOf(person, page),
    }),
    total,
  });
  const searchTotal = (answer: string) => (JSON.parse(answer) as Found).data.searchKnowledge.total;
  return [
    graphql(
      'graphql',
      (_person, page) =>
        body('SearchKnowledge', { page, perPage, sortBy: 'likes', sortOrder: 'desc' }),
      searchTotal,
    ),
    {
      name: 'rest',
      server: loadout,
      request: (person, page) => ({
        method: 'GET',
        path: `/api/v1/knowledge/search?page=${page}&perPage=${perPage}`,
        headers: requestHeaders(loadout.url, person),
      }),
      total: (answer) => (JSON.parse(answer) as { total: number }).total,
    },
    graphql(
      'servicePage',
      ({ id }) => body('ServicePage', { id: String(itemIds[id % itemIds.length]) }),
      () => null,
    ),
    {
      name: 'limit',
      server: limit,
      request: ({ id }, page) => ({
        method: 'GET',
        path: `/?user=${id}&skip=${page * perPage}`,
        headers: {},
      }),
      total: searchTotal,
    },
    {
      name: 'postgraphile',
      server: postgraphile,
      request: ({ id }, page) => ({
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: postgraphileQuery,
          variables: { offset: page * perPage, user: id },
        }),
      }),
      total: (answer) =>
        (JSON.parse(answer) as { data: { allCards: { totalCount: number } } }).data.allCards
          .totalCount,
    },
  ];
}

const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(numbers.length - 1, Math.floor(share * numbers.length))
  ] ?? Number.NaN;
const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

interface Round {
  rate: number;
  ms: number;
  /** Processor time of the server and PostgreSQL per answer, in ms. */
  cost: number;
}

/** Answers per second over some seconds, each request by the next person. */
async function throughput(
  way: Way,
  people: readonly Person[],
  duration: number,
  postmaster: number,
): Promise<Round> {
  const requests = people.map((person, place) => way.request(person, place % 5));
  const before = processorMs(way.server, postmaster);
  const result = await autocannon({ url: way.server.url, connections, duration, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${way.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  const cost = (processorMs(way.server, postmaster) - before) / result.requests.total;
  return { rate: result.requests.total / result.duration, ms: result.latency.p50, cost };
}

interface Speed extends Round {
  /** Medians of the ratios of each round. */
  ofLimit: number;
  ofPostgraphile: number;
}

/** Measures all ways in turn, so that load of the machine affects each of them. */
async function measurePages(
  ways: readonly Way[],
  people: readonly Person[],
  postmaster: number,
): Promise<Map<string, Speed>> {
  const totals = new Set<number>();
  for (const way of ways) {
    const { path, ...request } = way.request(people[0]!, 1);
    const answer = await fetch(`${way.server.url}${path}`, request as RequestInit);
    const total = way.total(await answer.text());
    if (total !== null) totals.add(total);
    await throughput(way, people, warmUpSeconds, postmaster);
  }
  if (totals.size !== 1) throw new Error(`The ways count differently: ${[...totals].join(', ')}`);
  const measured = new Map(ways.map(({ name }) => [name, [] as Round[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const way of round % 2 === 0 ? ways : ways.toReversed())
      measured.get(way.name)!.push(await throughput(way, people, seconds, postmaster));
  const ratio = (name: string, to: string) =>
    median(measured.get(name)!.map(({ rate }, round) => rate / measured.get(to)![round]!.rate));
  return new Map(
    [...measured].map(([name, all]) => [
      name,
      {
        rate: median(all.map(({ rate }) => rate)),
        ms: median(all.map(({ ms }) => ms)),
        cost: median(all.map(({ cost }) => cost)),
        ofLimit: ratio(name, 'limit'),
        ofPostgraphile: ratio(name, 'postgraphile'),
      },
    ]),
  );
}

/** Broad and rare words, phrases, typing errors, the wrong layout, transliteration, both languages, a tag and another order. */
const searches: readonly object[] = [
  ...[
    'генератор',
    'текст',
    'design',
    'глоссарий',
    'scalable',
    'генератор изображений',
    'voice generator',
    'анализ prompts',
    'изобр',
    'animat',
    'генертор',
    'trasnlator',
    'ytqhjctnm',
    'вуышпт',
    'neyroset',
    'prezentatsiya',
  ].map((search) => ({ search, sortBy: 'likes', sortOrder: 'desc' })),
  { search: 'текст', tags: ['generator'], sortBy: 'likes', sortOrder: 'desc' },
  { search: 'video', sortBy: 'title', sortOrder: 'asc' },
];

/** Milliseconds of sequential searches over HTTP. */
async function measureSearches(url: string, people: readonly Person[]): Promise<number[]> {
  const times: number[] = [];
  const warmUps = 5;
  for (let round = 0; round < warmUps + 20; round += 1)
    for (const [place, variables] of searches.entries()) {
      const person = people[(round * searches.length + place) % people.length]!;
      const startedAt = performance.now();
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: requestHeaders(url, person),
        body: body('SearchKnowledge', { perPage, language: 'ru', ...variables }),
      });
      const text = await answer.text();
      const ms = performance.now() - startedAt;
      if (!(JSON.parse(text) as Partial<Found>).data?.searchKnowledge)
        throw new Error(`A search was refused: ${text.slice(0, 300)}`);
      if (round >= warmUps) times.push(ms);
    }
  return times;
}

/** Milliseconds of sequential reads of a year's insights, of all companies and of one. */
async function measureInsights(url: string, db: Knex): Promise<number[]> {
  const id: number = (await db('users').where({ is_admin: true }).min({ id: 'id' }).first()).id;
  const cookie = `sid=${(await testSessions(db).open(id)).token}`;
  const times: number[] = [];
  for (let round = 0; round < 22; round += 1)
    for (const company of ['', '&company=nexters']) {
      const startedAt = performance.now();
      const answer = await fetch(`${url}/api/v1/admin/insights?days=365${company}`, {
        headers: requestHeaders(url, { id, cookie }),
      });
      await answer.text();
      if (!answer.ok) throw new Error(`The insights were refused: ${answer.status}`);
      if (round >= 2) times.push(performance.now() - startedAt);
    }
  return times;
}

const residentMiB = ({ child }: Running): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024;

async function fill(db: Knex, databaseUrl: string, folder: string): Promise<void> {
  const files = join(folder, 'data');
  generateData(items, files);
  await migrateToLatest(db, log);
  await prepareJobQueue(databaseUrl, log);
  await loadData(db, files);
  await addPeerViews(db, files);
  await addHistory(db);
}

async function measureStarts(databaseUrl: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const started = await startLoadout(databaseUrl);
    times.push(started.readySeconds);
    await stop(started);
  }
  return median(times);
}

async function measure(db: Knex, databaseUrl: string): Promise<void> {
  const startSeconds = await measureStarts(databaseUrl);
  const people = await signInPeople(db);
  const itemIds: number[] = await db('items')
    .where({ admin_visibility: 'visible' })
    .orderBy('id')
    .limit(2_000)
    .pluck('id');
  const loadout = await startLoadout(databaseUrl);
  await whenSearchable(loadout.url);
  const limit = await startPeer('limitServer.ts', databaseUrl);
  const postgraphile = await startPeer('postgraphileServer.ts', databaseUrl);
  const { rows: backends } = await db.raw<{ rows: { pid: number }[] }>(
    'select pg_backend_pid() as pid',
  );
  const postmaster = readProcess(backends[0]!.pid).parent;
  const ways = waysTo(loadout, limit, postgraphile, itemIds);
  const speeds = await measurePages(ways, people, postmaster);
  const times = await measureSearches(loadout.url, people);
  const insightsTimes = await measureInsights(loadout.url, db);
  const memoryMiB = residentMiB(loadout);
  const peerMemoryMiB = residentMiB(postgraphile);
  for (const server of [loadout, limit, postgraphile]) await stop(server);
  printFigures({ speeds, times, insightsTimes, memoryMiB, peerMemoryMiB, startSeconds });
}

interface Figures {
  speeds: Awaited<ReturnType<typeof measurePages>>;
  /** Milliseconds of each search. */
  times: number[];
  insightsTimes: number[];
  memoryMiB: number;
  peerMemoryMiB: number;
  startSeconds: number;
}

/** Prints the figures with their limits; sets the exit code when a limit is missed. */
function printFigures({
  speeds,
  times,
  insightsTimes,
  memoryMiB,
  peerMemoryMiB,
  startSeconds,
}: Figures): void {
  const rows: string[][] = [['', 'Measured', 'Limit', 'PostGraphile 5', 'Met']];
  const add = (name: string, value: string, isMet: boolean | null, bound = '', peer = ''): void => {
    if (isMet === false) process.exitCode = 1;
    rows.push([name, value, bound, peer, isMet === null ? '' : isMet ? 'yes' : 'NO']);
  };
  const peer = speeds.get('postgraphile')!;
  for (const [name, title] of [
    ['graphql', 'Dashboard page over GraphQL, to the one-statement limit'],
    ['rest', 'Dashboard page over REST, to the one-statement limit'],
    ['servicePage', 'Page of a service, to the one-statement limit'],
  ] as const) {
    const { ofLimit, rate, ms, cost } = speeds.get(name)!;
    const least = limits[name];
    add(
      title,
      `${ofLimit.toFixed(2)} (${rate.toFixed(0)}/s, p50 ${ms.toFixed(0)} ms, processor ${cost.toFixed(2)} ms)`,
      ofLimit >= least,
      `≥ ${least}`,
      `${peer.ofLimit.toFixed(2)} (${peer.rate.toFixed(0)}/s, ${peer.cost.toFixed(2)} ms)`,
    );
  }
  const { ofPostgraphile } = speeds.get('graphql')!;
  add(
    'Dashboard page over GraphQL, to PostGraphile 5',
    ofPostgraphile.toFixed(2),
    ofPostgraphile >= limits.postgraphile,
    `≥ ${limits.postgraphile}`,
    '1.00',
  );
  const p95 = quantile(times, 0.95);
  add(
    'Search over HTTP, p95',
    `${p95.toFixed(1)} ms (p50 ${median(times).toFixed(1)})`,
    p95 <= limits.searchMs,
    `≤ ${limits.searchMs} ms`,
  );
  const insightsP95 = quantile(insightsTimes, 0.95);
  add(
    'Insights of a year over REST, p95',
    `${insightsP95.toFixed(0)} ms (p50 ${median(insightsTimes).toFixed(0)})`,
    isLarge ? null : insightsP95 <= limits.insightsMs,
    isLarge ? '' : `≤ ${limits.insightsMs} ms`,
  );
  const bounded = (
    name: string,
    value: number,
    digits: number,
    unit: string,
    most: number | null,
    peerValue = '',
  ) =>
    add(
      name,
      `${value.toFixed(digits)} ${unit}`,
      most === null ? null : value <= most,
      most === null ? '' : `≤ ${most} ${unit}`,
      peerValue,
    );
  const peerMemory = `${peerMemoryMiB.toFixed(0)} MiB`;
  bounded('Memory after the load', memoryMiB, 0, 'MiB', limits.memoryMiB, peerMemory);
  bounded('Start, PostgreSQL up', startSeconds, 2, 's', limits.startSeconds);
  console.log(
    `\n${items} items, ${connections} connections, medians of ${rounds} rounds of ${seconds} s; ` +
      `the limit answers ${speeds.get('limit')!.rate.toFixed(0)} pages/s for ${speeds.get('limit')!.cost.toFixed(2)} ms of the processor each`,
  );
  printTable(rows);
}

const log = createLog({ level: 'warn' });
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, load before ${loadavg()[0]?.toFixed(1)}`,
);
const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
// PostgreSQL reads the generated files as another user.
chmodSync(folder, 0o755);
const embedded = await openEmbeddedDatabase({
  dataDir: join(folder, 'database'),
  log,
  loadsFiles: true,
  ...(process.env['PATH'] ? { searchPath: process.env['PATH'] } : {}),
});
try {
  const db = openDatabase(embedded.url, { statementTimeoutMs: 0, applicationName: 'bench' });
  try {
    await fill(db, embedded.url, folder);
    await measure(db, embedded.url);
  } finally {
    await db.destroy();
  }
} finally {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}
