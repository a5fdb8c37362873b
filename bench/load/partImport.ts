// The same searches in quiet times, while an export of ten thousand bookmarks is looked at, while it is brought in, and while the
// index of the search takes it in: each beside quiet turns right before it, and imports between two of them, since the catalogue grows.
import { setTimeout as pause } from 'node:timers/promises';
import type { Bed } from './bed.ts';
import { call } from './calls.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { startImporter, type Errand } from './importer.ts';
import { importedRows } from './imports.ts';
import { collectOwnGarbage } from './ownGarbage.ts';
import { inTurn } from './people.ts';
import { askAll } from './searches.ts';
import type { Targets } from './targets.ts';

/** Rounds of all searches in a quiet turn, about as many searches as beside a preview; and beside an import, which takes longer. */
const quietRounds = { preview: 8, import: 20 };

/** Previews in a round of the bench, and imports. */
const turns = { previews: 20, imports: 5 };

/** The searches of one turn, and of the quiet times around it. */
interface Turn {
  beside: number[];
  quiet: number[];
  /** How long the work took. */
  ms: number;
}

const p95 = (times: readonly number[]) => quantile(times, 0.95);

/** Of all turns together, how much longer searches take than around them; and of each turn alone, which shows how far that is known. */
function compare(made: readonly Turn[], share: number) {
  const ratio = (one: Pick<Turn, 'beside' | 'quiet'>) =>
    quantile(one.beside, share) / quantile(one.quiet, share);
  const each = made.map(ratio);
  const beside = made.flatMap((turn) => turn.beside);
  const quiet = made.flatMap((turn) => turn.quiet);
  return {
    all: ratio({ beside, quiet }),
    middle: median(each),
    from: Math.min(...each),
    to: Math.max(...each),
  };
}

const rowOf = (items: number, state: string, made: readonly Turn[]) => {
  const beside = made.flatMap((turn) => turn.beside);
  const quiet = made.flatMap((turn) => turn.quiet);
  const slower = compare(made, 0.95);
  return {
    items,
    state,
    turns: made.length,
    searches: beside.length,
    'quiet p50 / p95 ms': `${fixed(median(quiet))} / ${fixed(p95(quiet))}`,
    'beside p50 / p95 ms': `${fixed(median(beside))} / ${fixed(p95(beside))}`,
    'p50 to quiet': fixed(compare(made, 0.5).all, 2),
    'p95 to quiet': fixed(slower.all, 2),
    'of the turns': `${fixed(slower.middle, 2)} (${fixed(slower.from, 2)} to ${fixed(slower.to, 2)})`,
    'took, s': fixed(median(made.map(({ ms }) => ms)) / 1_000),
  };
};

interface Found {
  searchKnowledge: { total: number };
}

/** Waits until all bookmarks that were brought in so far are found. */
async function untilFound({ product, admin }: Bed, round: number): Promise<void> {
  const variables = {
    search: 'Brought',
    perPage: 1,
    sortBy: 'likes',
    sortOrder: 'desc',
    language: 'en',
  };
  for (;;) {
    const { data } = await call<Found>(product.url, admin, 'SearchKnowledge', variables);
    if (data.searchKnowledge.total >= (round + 1) * importedRows) return;
    await pause(500);
  }
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
      const nextSearch = inTurn(bed.searches);
      const ask = async (isOver: (searches: number) => boolean): Promise<number[]> => {
        const times: number[] = [];
        while (!isOver(times.length)) {
          collectOwnGarbage(times.length);
          times.push(...(await askAll(url, nextPerson, [nextSearch()])));
        }
        return times;
      };
      const askQuiet = (rounds: number) =>
        ask((searches) => searches === rounds * bed.searches.length);
      const beside = async (work: () => Promise<unknown>): Promise<Omit<Turn, 'quiet'>> => {
        const began = performance.now();
        let ms = 0;
        const over = work().finally(() => {
          ms = performance.now() - began;
        });
        const [times] = await Promise.all([ask(() => ms > 0), over]);
        return { beside: times, ms };
      };
      const go = (work: Errand['work'], round: number) => () =>
        importer.go({ work, url, admin: bed.admin, round });

      const looks: Turn[] = [];
      const imports: Turn[] = [];
      const takenIn: Turn[] = [];
      // Not counted: the first turns after the start are of a process that is not warm.
      await askQuiet(quietRounds.preview);
      await go('lookAt', 0)();
      for (let turn = 0; turn < turns.previews * rounds; turn += 1) {
        const quiet = await askQuiet(quietRounds.preview);
        looks.push({ ...(await beside(go('lookAt', 0))), quiet });
      }
      let before = await askQuiet(quietRounds.import);
      for (let turn = 0; turn < turns.imports * rounds; turn += 1) {
        const brought = await beside(go('bringIn', turn));
        const indexed = await beside(() => untilFound(bed, turn));
        const after = await askQuiet(quietRounds.import);
        const quiet = [...before, ...after];
        imports.push({ ...brought, quiet });
        takenIn.push({ ...indexed, quiet });
        before = after;
      }
      rows.push(
        rowOf(bed.items, 'preview', looks),
        rowOf(bed.items, 'import', imports),
        rowOf(bed.items, 'taken into the search', takenIn),
      );
      for (const [what, made] of [
        ['somebody looks at', looks],
        ['an import brings', imports],
        ['the search takes in', takenIn],
      ] as const) {
        const { all } = compare(made, 0.95);
        targets.atMost(
          `search while ${what} ${importedRows} bookmarks, ${bed.items} items: p95 at most 1.25 times`,
          all,
          1.25,
          fixed(all, 2),
        );
      }
      for (const [what, made, most] of [
        ['looked at', looks, 3],
        ['brought in', imports, 30],
      ] as const) {
        const took = median(made.map(({ ms }) => ms)) / 1_000;
        targets.atMost(
          `${importedRows} bookmarks are ${what} beside searches in at most ${most} s`,
          took,
          most,
          `${fixed(took)} s`,
        );
      }
    }
  } finally {
    await importer.stop();
  }
  printTable(`Searches beside an import of ${importedRows} bookmarks`, rows);
}
