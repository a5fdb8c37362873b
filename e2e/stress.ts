// Stress mode that finds flaky journeys: `STRESS=4 npm run test:journey -- e2e/x.e2e.ts --repeat-each=5` slows the CPU
// by this factor and delays each GraphQL answer by up to 600 ms.
import type { Page } from '@playwright/test';

const longestMs = 600;

/** Slows a page down when STRESS is set. */
export async function stress(page: Page): Promise<void> {
  const rate = Number(process.env['STRESS'] ?? 0);
  if (rate <= 0) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript((longest) => {
    // The original functions: a journey may replace them by a fake clock.
    const { fetch, setTimeout } = window;
    window.fetch = async (...given) => {
      const answer = await fetch.apply(window, given);
      if (!answer.url.endsWith('/graphql')) return answer;
      await new Promise((done) => {
        setTimeout.call(window, done, Math.random() * longest);
      });
      return answer;
    };
  }, longestMs);
}
