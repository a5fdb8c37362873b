/** Lines in the console that a test brings about on purpose; any other line is printed as ever. */

const original = console.error;

/** Keeps lines of which a pattern matches the first argument out of the test's output, until the test ends. */
export function expectErrors(...patterns: RegExp[]): void {
  console.error = (...values: unknown[]) => {
    if (!patterns.some((pattern) => pattern.test(String(values[0])))) original(...values);
  };
}

/** Called after each test. */
export const expectNoErrors = (): void => {
  console.error = original;
};
