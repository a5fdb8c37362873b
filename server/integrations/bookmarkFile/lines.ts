// Physical lines of a text, as an editor counts them.

/** Lines without their ends (CRLF, LF or CR); nothing after the last line end is no line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
