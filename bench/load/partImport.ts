// The same searches in quiet times, while an export of ten thousand bookmarks is looked at, and while it is brought in.
import type { Bed } from './bed.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { startImporter, type Errand } from './importer.ts';
import { importedRows } from './imports.ts';
import { inTurn } from './people.ts';
import { askAll } from './searches.ts';
import type { Targets } from './targets.ts';

/** Rounds of all searches in a quiet turn: about as many searches as beside a preview. */
const asked = 8;

/** Searches beside previews in a round, in as many turns as that takes, at most these: a p95 is made of the twentieth part of them. */
const enough = 1_000;
const turnsAtMost = 20;

/** Searches beside some work, and how long the work took. */
interface Beside {
  times: number[];
  ms: number[];
}

export async function measureImport(
  beds: readonly Bed[],
  rounds: number,
  targets: Targets,
): Promise<void> {
  const rows = [];
  const importer = startImporter();
  try {
    for (const bed of beds) {
      const { url } = bed.product;
      const nextPerson = inTurn(bed.people);
      const ask = async (times: number[], isOver: (round: number) => boolean) => {
        for (let round = 0; !isOver(round); round += 1)
          times.push(...(await askAll(url, nextPerson, bed.searches)));
      };
      const beside = async ({ times, ms }: Beside, work: Errand['work'], round: number) => {
        let isDone = false;
        const over = importer.go({ work, url, admin: bed.admin, round }).finally(() => {
          isDone = true;
        });
        await Promise.all([ask(times, () => isDone), over]);
        ms.push(await over);
      };
      const quiet: number[] = [];
      const looked: Beside = { times: [], ms: [] };
      const brought: Beside = { times: [], ms: [] };
      for (let turn = 0; turn < turnsAtMost * rounds; turn += 1) {
        if (looked.times.length >= enough * rounds) break;
        await ask(quiet, (done) => done === asked);
        await beside(looked, 'lookAt', turn % rounds);
      }
      // Behind the previews: what comes in, and is taken into the search then, leaves no quiet times.
      for (let round = 0; round < rounds; round += 1) await beside(brought, 'bringIn', round);
      const p95 = (times: readonly number[]) => quantile(times, 0.95);
      const row = (state: string, times: readonly number[], note: string) => ({
        items: bed.items,
        state,
        searches: times.length,
        'p50 ms': fixed(median(times)),
        'p95 ms': fixed(p95(times)),
        'p50 to quiet': fixed(median(times) / median(quiet), 2),
        'p95 to quiet': fixed(p95(times) / p95(quiet), 2),
        note,
      });
      const took = ({ ms }: Beside) => `${fixed(median(ms) / 1000)} s for ${importedRows} rows`;
      rows.push(
        row('quiet', quiet, 'in turn with previews'),
        row('preview', looked.times, took(looked)),
        row('import', brought.times, took(brought)),
      );
      for (const [what, { times }] of [
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
  } finally {
    await importer.stop();
  }
  printTable(`Searches beside an import of ${importedRows} bookmarks`, rows);
}
