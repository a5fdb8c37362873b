// CSV injection protection (OWASP): an apostrophe in front of cells that begin like a formula, full-width signs included.

/** Escapes a cell that a spreadsheet would run; `unescapeFormula` reverts it. */
export const escapeFormula = (cell: string): string =>
  /^'*[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell;

/** Reverts `escapeFormula`; other cells stay unchanged. */
export const unescapeFormula = (cell: string): string =>
  /^'+[=+\-@＝＋－＠\t\r]/.test(cell) ? cell.slice(1) : cell;
