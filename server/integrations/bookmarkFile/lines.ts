// Lazy splitting of a text into lines.

/** Returns a line by its index from 0; undefined after the last. */
export type Lines = (at: number) => string | undefined;

/**
 * Lines without their ends (CRLF, LF or CR); an empty last line is omitted. Split lazily, since splitting a long text at once would
 * block other requests.
 */
export function openLines(text: string): Lines {
  const end = /\r\n|\n|\r/g;
  const lines: string[] = [];
  let next = 0;
  return (at) => {
    while (lines.length <= at && next < text.length) {
      const found = end.exec(text);
      lines.push(text.slice(next, found?.index));
      next = found ? end.lastIndex : text.length;
    }
    return lines[at];
  };
}
