// What a like costs: alone, and while pages are read.
import { setTimeout as pause } from 'node:timers/promises';
import { call } from './calls.ts';
import type { Person } from './people.ts';

/** Likes items one after the other, each by the next person; answers the milliseconds of each. */
export async function likeItems(
  url: string,
  nextPerson: () => Person,
  itemIds: readonly number[],
): Promise<number[]> {
  const times: number[] = [];
  for (const id of itemIds) {
    const { ms } = await call(url, nextPerson(), 'LikeKnowledge', { id: String(id) });
    times.push(ms);
  }
  return times;
}

/**
 * Fifty people who like as often as the limits let them: once in a second each, now this item and now that.
 * @returns ends them, and says how many likes there were
 */
export function startLikers(
  url: string,
  people: readonly Person[],
  itemIds: readonly number[],
): { stop(): Promise<number> } {
  const over = new AbortController();
  let count = 0;
  const everyMs = 1_050;
  const likers = people.map(async (person, place) => {
    await pause((place / people.length) * everyMs);
    for (let step = 0; !over.signal.aborted; step += 1) {
      const nextAt = performance.now() + everyMs;
      await call(url, person, step % 2 === 0 ? 'LikeKnowledge' : 'UnlikeKnowledge', {
        id: String(itemIds[(place * 37 + Math.floor(step / 2)) % itemIds.length]),
        ...(step % 2 === 0 ? {} : { withUseCases: true }),
      });
      count += 1;
      await pause(Math.max(0, nextAt - performance.now()));
    }
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(likers);
      return count;
    },
  };
}
