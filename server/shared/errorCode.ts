// Codes, causes and messages of unknown errors (Node, PostgreSQL, packages).

/** The error's code, or an empty text when it has none. */
export function errorCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : '';
}

/** What caused it, as far as it says so. */
export const getCause = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;

/** What the error says; a failure to connect to several addresses says nothing itself, so its code speaks. */
export function errorMessage(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  const message = hasMessage && typeof error.message === 'string' ? error.message : '';
  return message || errorCode(error) || String(error);
}
