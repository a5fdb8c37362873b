// The same searches in quiet times, while a synchronisation brings a thousand items, and while fifty people like.
import type { Bed } from './bed.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { startLikers } from './likes.ts';
import { collectOwnGarbage } from './ownGarbage.ts';
import { inTurn } from './people.ts';
import { askAll } from './searches.ts';
import { addBookmarks, synchronise } from './synchronisation.ts';
import type { Targets } from './targets.ts';

const likersCount = 50;
/** Rounds of all searches in quiet times and beside the likers. */
const asked = 4;

export async function measureBusy(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  const rows = [];
  for (const bed of beds) {
    const { url } = bed.product;
    const nextPerson = inTurn(bed.people.slice(likersCount));
    const ask = async (times: number[], isOver: (round: number) => boolean) => {
      for (let round = 0; !isOver(round); round += 1) {
        collectOwnGarbage();
        times.push(...(await askAll(url, nextPerson, bed.searches)));
      }
    };
    const quiet: number[] = [];
    const synced: number[] = [];
    const liked: number[] = [];
    const runs: number[] = [];
    let likes = 0;
    let likedMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      await addBookmarks(bed.raindrop, bed.db, round);
      await ask(quiet, (done) => done === asked);
      let isSynced = false;
      const run = synchronise(url, bed.admin).finally(() => {
        isSynced = true;
      });
      await ask(synced, () => isSynced);
      runs.push(await run);
      const likers = startLikers(url, bed.people.slice(0, likersCount), bed.itemIds);
      const startedAt = performance.now();
      await ask(liked, (done) => done === asked);
      likedMs += performance.now() - startedAt;
      likes += await likers.stop();
    }
    const p95 = (times: readonly number[]) => quantile(times, 0.95);
    const row = (state: string, times: readonly number[], note: string) => ({
      items: bed.items,
      state,
      searches: times.length,
      'p50 ms': fixed(median(times)),
      'p95 ms': fixed(p95(times)),
      'p95 to quiet': fixed(p95(times) / p95(quiet), 2),
      note,
    });
    rows.push(
      row('quiet', quiet, ''),
      row('synchronisation', synced, `${fixed(median(runs) / 1000)} s for 1,000 new items`),
      row('50 people like', liked, `${fixed((likes / likedMs) * 1000, 0)} likes/s`),
    );
    for (const [state, times] of [
      ['a synchronisation brings 1,000 items', synced],
      ['50 people like', liked],
    ] as const) {
      const ratio = p95(times) / p95(quiet);
      targets.atMost(
        `search while ${state}, ${bed.items} items: p95 at most doubles`,
        ratio,
        2,
        fixed(ratio, 2),
      );
    }
  }
  printTable('Searches in quiet times and in busy ones', rows);
}
