// The same searches in quiet times, while an export of ten thousand bookmarks is looked at, and while it is brought in.
import type { Bed } from './bed.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { bringIn, exportOf, importedRows, lookAt } from './imports.ts';
import { inTurn } from './people.ts';
import { askAll } from './searches.ts';
import type { Targets } from './targets.ts';

/** Rounds of all searches in quiet times. */
const asked = 8;

export async function measureImport(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  const rows = [];
  for (const bed of beds) {
    const { url } = bed.product;
    const nextPerson = inTurn(bed.people);
    const ask = async (times: number[], isOver: (round: number) => boolean) => {
      for (let round = 0; !isOver(round); round += 1)
        times.push(...(await askAll(url, nextPerson, bed.searches)));
    };
    const beside = async (times: number[], work: Promise<number>): Promise<number> => {
      let isDone = false;
      const over = work.finally(() => {
        isDone = true;
      });
      await ask(times, () => isDone);
      return over;
    };
    const quiet: number[] = [];
    const looked: number[] = [];
    const brought: number[] = [];
    const looks: number[] = [];
    const runs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const files = exportOf(round);
      await ask(quiet, (done) => done === asked);
      looks.push(await beside(looked, lookAt(url, bed.admin, files)));
      runs.push(await beside(brought, bringIn(url, bed.admin, files)));
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
      row('preview', looked, `${fixed(median(looks) / 1000)} s for ${importedRows} rows`),
      row('import', brought, `${fixed(median(runs) / 1000)} s for ${importedRows} rows`),
    );
    for (const [what, times] of [
      ['an import brings', brought],
      ['somebody looks at', looked],
    ] as const) {
      const ratio = p95(times) / p95(quiet);
      targets.atMost(
        `search while ${what} ${importedRows} bookmarks, ${bed.items} items: p95 at most 1.25 times`,
        ratio,
        1.25,
        fixed(ratio, 2),
      );
    }
  }
  printTable(`Searches beside an import of ${importedRows} bookmarks`, rows);
}
