// Delimiter and first line of a CSV table.

const delimiters = [',', ';', '\t', '|'];

/** Maximum number of lines in which a delimiter is searched. */
const lookedAt = 10;

/** Separator line that Excel writes before the header. */
const separatorLine = /^\u{FEFF}?"?sep=(.|\\t)"?\s*(?:\r\n?|\n|$)/iu;

export interface CsvDialect {
  delimiter: string;
  /** Offset of the header, after the byte order mark and the separator line. */
  start: number;
  /** Lines before the header. */
  skippedLines: number;
}

const countIn = (text: string, delimiter: string): number =>
  text.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1;

/** Detects the dialect: the separator line decides, else the most frequent delimiter in the header. */
export function csvDialect(text: string): CsvDialect {
  const [line, separator] = separatorLine.exec(text.slice(0, 20)) ?? [];
  if (line !== undefined && separator !== undefined)
    return {
      delimiter: separator === String.raw`\t` ? '\t' : separator,
      start: line.length,
      skippedLines: /[\r\n]/.test(line) ? 1 : 0,
    };
  const lines = text.slice(0, 20_000).split(/\r\n?|\n/, lookedAt);
  const mostFrequent = (part: string) =>
    delimiters.reduce((best, delimiter) =>
      countIn(part, delimiter) > countIn(part, best) ? delimiter : best,
    );
  const header = lines[0] ?? '';
  const hasDelimiter = delimiters.some((delimiter) => countIn(header, delimiter) > 0);
  return {
    delimiter: mostFrequent(hasDelimiter ? header : lines.join('\n')),
    start: text.startsWith('\u{FEFF}') ? 1 : 0,
    skippedLines: 0,
  };
}
