// npm run bench:jobs: what a job costs a person, in presses and in seconds, on a fresh product in a browser; docs/jobs.md holds it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { doOwnCatalogue, type JobCost, type Language } from '../e2e/jobs.ts';
import { startProduct } from '../e2e/server.ts';
import { findChromium, howToGetChromium } from '../scripts/chromium.ts';
import { printTable } from './printTable.ts';

interface Way {
  language: Language;
  width: number;
  byKeyboard: boolean;
}

interface Job {
  name: string;
  /** The most that it may cost. */
  presses: number;
  seconds: number;
  run(page: Page, url: string, way: Way): Promise<JobCost>;
}

const jobs: readonly Job[] = [
  { name: 'A catalogue of one’s own', presses: 40, seconds: 600, run: doOwnCatalogue },
];

const ways: readonly Way[] = [
  { language: 'ru', width: 1280, byKeyboard: false },
  { language: 'en', width: 1280, byKeyboard: true },
  { language: 'en', width: 360, byKeyboard: false },
  { language: 'ru', width: 360, byKeyboard: true },
];

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

/** One job, one way, on a product that nobody has used. */
async function measure(job: Job, way: Way): Promise<JobCost> {
  const product = await startProduct({});
  const context = await browser.newContext({
    locale: way.language === 'ru' ? 'ru-RU' : 'en-US',
    viewport: { width: way.width, height: 800 },
  });
  try {
    const page = await context.newPage();
    const answer = await page.request.post(`${product.url}/api/v1/auth/dev-login`, {
      data: { email: 'igor.volkov@gdev.example' },
      headers: { origin: product.url },
    });
    if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}`);
    return await job.run(page, product.url, way);
  } finally {
    await context.close();
    await product.stop();
  }
}

const headings = ['Job', 'Language', 'Width', 'With', 'Presses', 'Seconds', 'At most'];
const rows: string[][] = [];
let isMet = true;
for (const job of jobs)
  for (const way of ways) {
    const { presses, seconds } = await measure(job, way);
    isMet &&= presses <= job.presses && seconds <= job.seconds;
    rows.push([
      job.name,
      way.language,
      String(way.width),
      way.byKeyboard ? 'keyboard' : 'mouse',
      String(presses),
      seconds.toFixed(1),
      `${job.presses} presses, ${job.seconds} s`,
    ]);
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
