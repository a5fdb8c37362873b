// Redirect targets as browsers read them.

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The `Location` of a redirect; undefined for other answers. */
export const redirectLocation = (
  status: number | undefined,
  location: string | undefined,
): string | undefined => (redirectStatuses.has(status ?? 0) ? location : undefined);

/** Resolves a `Location`; Node decodes its bytes as Latin-1, but they are mostly UTF-8. */
export function resolveLocation(location: string, base: URL): URL | null {
  const encoded = location.replaceAll(
    /[\u0080-\u00FF]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return URL.parse(encoded, base);
}
