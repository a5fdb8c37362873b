// Reads the code of an error, whoever threw it: Node (`ENOENT`), PostgreSQL (`23505`) or a package.

/** The error's code, or an empty text when it has none. */
export function errorCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : '';
}
