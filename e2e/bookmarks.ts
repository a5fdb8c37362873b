// Commands for the Raindrop fake, and a sync run started in the page.
import type { Locator, Page } from '@playwright/test';
import { askRest } from './apiCalls.ts';
import { commandBookmarks } from './raindropControl.ts';
import { expect, raindropAddress, fullAddress } from './journey.ts';

/** Runs a command of the fake; throws when it refuses. */
export const control = (command: string, body: unknown = {}): Promise<unknown> =>
  commandBookmarks(raindropAddress(), command, body);

/** The id of a bookmark, counted from 0. */
export async function bookmarkIdAt(place: number): Promise<number> {
  const bookmarks = JSON.stringify(await control('bookmarks'));
  const ids = [...bookmarks.matchAll(/"(?:_id|id)":\s*(\d+)/g)].map(([, id]) => Number(id));
  const id = ids[place];
  if (id === undefined) throw new Error(`There is no bookmark ${place}`);
  return id;
}

/**
 * Starts a run from the admin page and waits for its end: later changes of bookmarks belong to the next run.
 *
 * @param press presses the button; by default with the mouse
 */
export async function synchronise(
  page: Page,
  press = (button: Locator): Promise<void> => button.click(),
): Promise<void> {
  const button = page.getByRole('button', { name: 'Синхронизировать' });
  const begun = page.waitForResponse((answer) =>
    (answer.request().postData() ?? '').includes('"operationName":"StartSync"'),
  );
  await press(button);
  await begun;
  const state = async () => {
    const answer = await askRest(page, `${fullAddress()}/api/v1/knowledge/sync/status`);
    return ((await answer.json()) as { data: { state: string } }).data.state;
  };
  await expect.poll(state).toBe('finished');
  await expect(button).toBeEnabled();
}
