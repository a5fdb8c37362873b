// How long the page lets a person wait: from the press to the next frame, on a processor made four times slower.
import type { Browser, Page } from '@playwright/test';

const slowdown = 4;
const settleMs = 700;

export interface Latency {
  interaction: string;
  /** The longest event of each repetition, in milliseconds. */
  samples: number[];
}

declare global {
  interface Window {
    /** Durations of the events since the last reading. */
    heard?: number[];
  }
}

/** Listens as the browser itself counts INP: by the Event Timing API. */
const listen = (): void => {
  window.heard = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) window.heard?.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** The longest event since the last reading; 16 where all of them were shorter than a frame. */
const longest = async (page: Page): Promise<number> => {
  await page.waitForTimeout(settleMs);
  return page.evaluate(() => {
    const durations = window.heard?.splice(0) ?? [];
    return Math.max(16, ...durations);
  });
};

/** What is done, and how it is undone for the next time. */
const interactions: Record<string, (page: Page, round: number) => Promise<void>> = {
  'type in the search': async (page, round) => {
    const field = page.getByRole('combobox').first();
    await field.focus();
    await page.keyboard.type(['voice', 'image', 'видео', 'код', 'music'][round % 5] ?? 'voice', {
      delay: 60,
    });
  },
  'clear the search': async (page) => {
    await page.getByRole('button', { name: 'Очистить поиск' }).click();
    await page.keyboard.press('Escape');
  },
  like: async (page) => {
    await page
      .getByRole('button', { name: /Использую/, pressed: false })
      .first()
      .click();
  },
  'close a dialog': (page) => page.keyboard.press('Escape'),
  'open a dialog': (page) => page.locator('[data-part="cases"]').first().click(),
  'close the dialog': (page) => page.keyboard.press('Escape'),
  sort: (page) => page.keyboard.press('KeyS'),
  'change the colour mode': (page) => page.getByRole('button', { name: /^Тема/ }).click(),
};

/** Only these count; the others lead back. */
const counted = ['type in the search', 'like', 'sort', 'open a dialog', 'change the colour mode'];

/** `browser` opens the dashboard of the person whose session the cookie is. */
export async function measureLatency(
  browser: Browser,
  { url, cookie }: { url: string; cookie: { name: string; value: string } },
  rounds: number,
): Promise<Latency[]> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
  });
  await context.addCookies([{ ...cookie, url }]);
  await context.addInitScript(listen);
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.getByRole('article').first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await longest(page);
  const samples = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(interactions)) {
      await run(page, round);
      samples.set(name, [...(samples.get(name) ?? []), await longest(page)]);
    }
  }
  await context.close();
  return [...samples]
    .filter(([name]) => counted.includes(name))
    .map(([interaction, durations]) => ({ interaction, samples: durations }));
}
