// Codes, causes and messages of unknown errors (Node, PostgreSQL, packages).

/** The error's code, or an empty string. */
export function errorCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : '';
}

/** The cause of an error, if it has one. */
export const getCause = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;

/** The message of an error; the code when it is empty, as after failed connections to several addresses. */
export function errorMessage(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  const message = hasMessage && typeof error.message === 'string' ? error.message : '';
  return message || errorCode(error) || String(error);
}
