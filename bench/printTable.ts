// Formats rows of text as columns for the terminal.

/** Shortens a text for a table. */
export const short = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

/** Prints rows, the first with the headings; each column is as wide as its longest text. */
export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  for (const cells of rows) {
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
