/** Filter of console errors that a test causes on purpose; others are printed. */

/** Console of the running test file; null while it is not replaced. */
let original: typeof console.error | null = null;

/** Hides console errors whose first argument matches a pattern, until the test ends. */
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
