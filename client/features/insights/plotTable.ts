/** Table of the figures behind a plot. */

/** A day is `2026-08-31`; null stands for a number of fewer than five people, which is withheld. */
export type Cell = string | number | { day: string } | null;

export interface PlotTable {
  caption: string;
  columns: readonly string[];
  /** The first cell names the row. */
  rows: ReadonlyArray<readonly Cell[]>;
}
