// A spreadsheet runs a cell that begins like a formula (OWASP, CSV injection): such a cell gets an apostrophe in front. Some read the full-width
// signs of East Asian keyboards as the plain ones.

/** The cell as a spreadsheet shows it and never runs it; `withoutGuard` brings it back. */
export const escapeFormula = (cell: string): string =>
  /^'*[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell;

/** The cell as it was before `withGuard`. A cell that was never guarded stays as it is. */
export const unescapeFormula = (cell: string): string =>
  /^'+[=+\-@＝＋－＠\t\r]/.test(cell) ? cell.slice(1) : cell;
