// Lighthouse on one screen: the median of five runs, without those that the machine disturbed.
import { chromium, type Browser } from '@playwright/test';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';

/** A run below it says more about the machine than about the page. */
export const minBenchmarkIndex = 1_500;

export interface Screen {
  name: string;
  url: string;
  device: 'mobile' | 'desktop';
  /** The session; null for a visitor. */
  cookie: { name: string; value: string } | null;
}

/** Scores are 0 to 100, times milliseconds, CLS a bare number. */
export interface Run {
  benchmarkIndex: number;
  performance: number;
  accessibility: number;
  bestPractices: number;
  lcp: number;
  fcp: number;
  tbt: number;
  cls: number;
  speedIndex: number;
  /** Audits of accessibility and best practices that failed. */
  failed: string[];
}

export interface Measured {
  screen: Screen;
  /** The accepted runs, in order of their performance. */
  runs: Run[];
  /** The middle one; null when too many runs were rejected to say anything. */
  median: Run | null;
  /** Runs that the machine disturbed. */
  rejected: Run[];
}

async function once({ url, device, cookie }: Screen, port: number): Promise<Run> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    maxWaitForLoad: 45_000,
  };
  // Lighthouse opens its page in the browser's first context. A header instead would not reach every request.
  const [context] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts();
  if (cookie) await context?.addCookies([{ ...cookie, url: new URL(url).origin }]);
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse answered nothing for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (lhr.finalDisplayedUrl.split('?')[0] !== url.split('?')[0])
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  const score = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  const failed = ['accessibility', 'best-practices'].flatMap((id) =>
    (lhr.categories[id]?.auditRefs ?? [])
      .filter(({ weight, id: audit }) => weight > 0 && lhr.audits[audit]?.score === 0)
      .map(({ id: audit }) => audit),
  );
  return {
    benchmarkIndex: Math.round(lhr.environment.benchmarkIndex),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcp: Math.round(value('largest-contentful-paint')),
    fcp: Math.round(value('first-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 10_000) / 10_000,
    speedIndex: Math.round(value('speed-index')),
    failed,
  };
}

export interface Tries {
  /** Accepted runs that are wanted. */
  wanted: number;
  /** Runs at most, the rejected ones with them. */
  most: number;
}

/** Each run in a browser of its own, so that none finds what another has kept. */
export async function measureScreen(
  screen: Screen,
  { wanted, most }: Tries,
  openBrowser: () => Promise<{ browser: Browser; port: number }>,
): Promise<Measured> {
  const runs: Run[] = [];
  const rejected: Run[] = [];
  while (runs.length < wanted && runs.length + rejected.length < most) {
    const { browser, port } = await openBrowser();
    try {
      const run = await once(screen, port);
      const isFair = run.benchmarkIndex >= minBenchmarkIndex;
      (isFair ? runs : rejected).push(run);
      console.log(
        `${screen.name}: performance ${run.performance}, LCP ${run.lcp} ms, TBT ${run.tbt} ms, benchmarkIndex ${run.benchmarkIndex}${isFair ? '' : ' (rejected)'}`,
      );
    } finally {
      await browser.close();
    }
  }
  runs.sort((one, other) => one.performance - other.performance);
  const median = runs.length < wanted ? null : (runs[Math.floor((wanted - 1) / 2)] ?? null);
  return { screen, runs, median, rejected };
}
