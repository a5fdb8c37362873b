// npm run bench:jobs: presses and seconds per job on a fresh product in a browser (docs/jobs.md).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { newcomerPresses, takeFirstLoadout } from '../e2e/newcomerJob.ts';
import { findSourceCodeVerdict } from '../e2e/sourceCodeJob.ts';
import { doEverydayJob, everydayJobs } from '../e2e/everydayJobs.ts';
import { buildOwnCatalogue, type JobCost, type Language } from '../e2e/jobs.ts';
import { startProduct, startServers } from '../e2e/server.ts';
import { decideTenInconsistencies, createInconsistencies } from '../e2e/tenInconsistencies.ts';
import { findChromium, howToGetChromium } from '../scripts/chromium.ts';
import { printTable } from './printTable.ts';

interface Way {
  language: Language;
  width: number;
  byKeyboard: boolean;
}

interface Job {
  name: string;
  /** Maximum cost. */
  presses: number;
  seconds: number;
  run(page: Page, url: string, way: Way): Promise<JobCost>;
}

const jobs: readonly Job[] = [
  { name: 'A catalogue of one’s own', presses: 40, seconds: 600, run: buildOwnCatalogue },
  { name: 'Take a first loadout', presses: newcomerPresses, seconds: 60, run: takeFirstLoadout },
  {
    name: 'Find out whether source code may go in',
    presses: 2,
    seconds: 5,
    run: findSourceCodeVerdict,
  },
];

const ways: readonly Way[] = [
  { language: 'ru', width: 1280, byKeyboard: false },
  { language: 'en', width: 1280, byKeyboard: true },
  { language: 'en', width: 360, byKeyboard: false },
  { language: 'ru', width: 360, byKeyboard: true },
];

/** Everyday jobs of employees run on a phone in Russian and on a desktop in English. */
const everydayWays: readonly Way[] = [
  { language: 'ru', width: 360, byKeyboard: false },
  { language: 'en', width: 1280, byKeyboard: false },
];
const everydaySeconds = 30;

/** Admin jobs run on a desktop with the keyboard only. */
const deskWays: readonly Way[] = [
  { language: 'ru', width: 1280, byKeyboard: true },
  { language: 'en', width: 1280, byKeyboard: true },
];
const tenInconsistencies = { name: 'Decide ten inconsistencies', presses: 10, seconds: 30 };

const found = await findChromium();
if (!found) {
  console.error(howToGetChromium);
  process.exit(2);
}

const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...process.env, ...found.env },
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** A page on a product, signed in unless `person` is null. */
async function onPage<Answer>(
  url: string,
  way: Way,
  work: (page: Page) => Promise<Answer>,
  email: string | null = 'igor.volkov@gdev.example',
): Promise<Answer> {
  const context = await browser.newContext({
    locale: way.language === 'ru' ? 'ru-RU' : 'en-US',
    viewport: { width: way.width, height: 800 },
  });
  try {
    const page = await context.newPage();
    if (email) {
      const answer = await page.request.post(`${url}/api/v1/auth/dev-login`, {
        data: { email },
        headers: { origin: url },
      });
      if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}`);
    }
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Works on a fresh product. */
async function onProduct<Answer>(work: (url: string) => Promise<Answer>): Promise<Answer> {
  const product = await startProduct({});
  try {
    return await work(product.url);
  } finally {
    await product.stop();
  }
}

const measure = (job: Job, way: Way): Promise<JobCost> =>
  onProduct((url) => onPage(url, way, (page) => job.run(page, url, way)));

const headings = ['Job', 'Language', 'Width', 'With', 'Presses', 'Seconds', 'At most'];
const rows: string[][] = [];
let isMet = true;
const add = (
  { name, presses: most, seconds: longest }: Pick<Job, 'name' | 'presses' | 'seconds'>,
  { language, width, byKeyboard }: Way,
  { presses, seconds }: JobCost,
): void => {
  isMet &&= presses <= most && seconds <= longest;
  rows.push([
    name,
    language,
    String(width),
    byKeyboard ? 'keyboard' : 'mouse',
    String(presses),
    seconds.toFixed(1),
    `${most} presses, ${longest} s`,
  ]);
};
for (const job of jobs) for (const way of ways) add(job, way, await measure(job, way));
for (const way of everydayWays)
  await onProduct(async (url) => {
    for (const job of everydayJobs) {
      const cost = await onPage(
        url,
        way,
        (page) => doEverydayJob(job, page, url, way.language),
        job.isVisitor ? null : 'anna.krylova@nexters.example',
      );
      add({ ...job, seconds: everydaySeconds }, way, cost);
    }
  });
const { servers, stop } = await startServers();
try {
  for (const way of deskWays) {
    const cost = await onPage(servers.whole, way, async (page) => {
      await createInconsistencies(page, servers, { name: `board-${way.language}` });
      return decideTenInconsistencies(page, servers);
    });
    add(tenInconsistencies, way, cost);
  }
} finally {
  await stop();
}
await browser.close();

printTable([headings, ...rows]);
const document = join(import.meta.dirname, '../docs/jobs.md');
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
const text = await readFile(document, 'utf8');
await writeFile(
  document,
  text.replace(
    /<!-- figures -->[^]*<!-- end of figures -->/,
    `<!-- figures -->\n\n${table}\n\n<!-- end of figures -->`,
  ),
);
process.exitCode = isMet ? 0 : 1;
