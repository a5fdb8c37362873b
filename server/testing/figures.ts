// What the fault tests measured, for the table that `npm run bench:faults` prints.
import { appendFileSync } from 'node:fs';

/** The environment variable that names the file; without it figures are not kept. */
export const FIGURES_FILE = 'LOADOUT_FIGURES';

export interface Figure {
  /** The promise that the figure shows (docs/promises.md), such as `R1`. */
  promise: string;
  /** What was measured, with its unit: `likes counted - likes kept, after 50 at once`. */
  figure: string;
  /** What it must be: `0`, `< 500 ms`. */
  target: string;
  measured: number | string;
  /** Whether the target is met. */
  holds: boolean;
}

/** Keeps a figure, one JSON line each. Call it before the assertions, so that a missed target is in the table too. */
export function recordFigure(figure: Figure): void {
  const file = process.env[FIGURES_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/**
 * Counts the cases of a promise that held, in a test file: call what it answers at the end of each. The figure is kept when
 * all tests of the file, or of the block around it, are over.
 */
export function countHeld(promise: string, figure: string, cases: number): () => void {
  let held = 0;
  afterAll(() =>
    recordFigure({
      promise,
      figure,
      target: `${cases}/${cases}`,
      measured: `${held}/${cases}`,
      holds: held === cases,
    }),
  );
  return () => {
    held += 1;
  };
}
