/** Filter for console lines that a test causes on purpose; any other line is printed. */

/** Console of the running test file; null while it is not replaced. */
let original: typeof console.error | null = null;

/** Keeps lines of which a pattern matches the first argument out of the test's output, until the test ends. */
export function expectErrors(...patterns: RegExp[]): void {
  const say = (original ??= console.error);
  console.error = (...values: unknown[]) => {
    if (!patterns.some((pattern) => pattern.test(String(values[0])))) say(...values);
  };
}

/** Called after each test. */
export const expectNoErrors = (): void => {
  if (original) console.error = original;
  original = null;
};
