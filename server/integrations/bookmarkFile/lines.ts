// Lazy splitting of a text into lines.

/** A line by its place, counted from 0; undefined behind the last. */
export type Lines = (at: number) => string | undefined;

/**
 * Lines without their ends (CRLF, LF or CR); nothing after the last line end is no line. They are found as they are asked for: to
 * find all of a long text at once would hold everybody up.
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
