// Builds the text of a tsquery. Every lexeme is quoted, so that nothing a person typed is ever read as an operator.

/** A tsquery as text, or null: nothing can match. */
export type TsQuery = string | null;

const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** Items that bear the lexeme. */
export const lexeme = (text: string): string => quote(text);

/** Items that bear a lexeme with this beginning. */
export const beginning = (text: string): string => `${quote(text)}:*`;

const joined = (parts: readonly string[], operator: '&' | '|'): string =>
  parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(` ${operator} `)})`;

/** What matches any of the parts; parts that cannot match are left out. */
export function anyOf(parts: readonly TsQuery[]): TsQuery {
  const possible = [...new Set(parts)].filter((part) => part !== null);
  return possible.length === 0 ? null : joined(possible, '|');
}

/** What matches all of the parts: nothing, as soon as one of them cannot match. */
export function allOf(parts: readonly TsQuery[]): TsQuery {
  const needed: string[] = [];
  for (const part of new Set(parts)) {
    if (part === null) return null;
    needed.push(part);
  }
  return needed.length === 0 ? null : joined(needed, '&');
}

/** What matches a query and does not bear the lexeme. */
export const allButOne = (query: string, without: string): string =>
  `(${query} & !${lexeme(without)})`;
