// Job “decide ten inconsistencies by key”. Shared by the journeys and `bench:jobs`.
import { expect, type Page } from '@playwright/test';
import { askRest } from './apiCalls.ts';
import { commandBookmarks } from './raindropControl.ts';
import { createCountingUser, type JobCost } from './jobs.ts';

const wanted = 10;

/** Addresses of the product and the Raindrop fake. */
export interface ReviewServers {
  whole: string;
  raindrop: string;
}

/** Starts a run and waits for its end; the page has the session of an admin. */
async function synchronise(page: Page, url: string): Promise<void> {
  // Only one run at a time: that of the product's start may be in progress.
  await expect(async () => {
    const begun = await page.request.post(`${url}/api/v1/knowledge/sync`, {
      headers: { origin: url },
    });
    expect(begun.ok(), `a run is begun: ${begun.status()}`).toBe(true);
  }).toPass();
  const state = async () => {
    const answer = await askRest(page, `${url}/api/v1/knowledge/sync/status`);
    return ((await answer.json()) as { data: { state: string } }).data.state;
  };
  await expect.poll(state).toBe('finished');
}

/** Imports this many bookmarks and renames them in Raindrop: each becomes an inconsistency. */
export async function createInconsistencies(
  page: Page,
  { whole, raindrop }: ReviewServers,
  { name, count = wanted }: { name: string; count?: number },
): Promise<void> {
  const ids: number[] = [];
  for (let place = 1; place <= count; place += 1) {
    const bookmark = {
      link: `https://${name}-${place}.example/`,
      title: `Paper ${name} ${place}`,
      excerpt: 'Draws together.',
    };
    const { _id: id } = (await commandBookmarks(raindrop, 'add', bookmark)) as { _id: number };
    ids.push(id);
  }
  await synchronise(page, whole);
  for (const [place, id] of ids.entries()) {
    const changes = { title: `Board ${name} ${place + 1}` };
    await commandBookmarks(raindrop, 'edit', { id, changes });
  }
  await synchronise(page, whole);
}

/** Decides all ten on the open page, and waits until the server has stored the decisions. */
export async function decideTenInconsistencies(
  page: Page,
  { whole }: ReviewServers,
): Promise<JobCost> {
  const rows = page.locator('[data-row]');
  await page.goto(`${whole}/admin/inconsistencies?type=title_changed`);
  await expect(rows).toHaveCount(wanted);
  let decided = 0;
  page.on('response', (response) => {
    const asked = response.request().postData() ?? '';
    if (asked.includes('"operationName":"ResolveDifference"')) decided += 1;
  });
  const hand = createCountingUser(page, true);
  const begun = performance.now();
  for (let key = 0; key < wanted; key += 1) await hand.key('Digit1');
  await expect(rows).toHaveCount(0);
  await expect.poll(() => decided).toBe(wanted);
  return { presses: hand.presses, seconds: (performance.now() - begun) / 1000 };
}
