// Removal of credentials, query and fragment from addresses.

/** A run of characters that may be an address; each is matched once, so the time is linear. */
const run = /[^\s"<>]+/g;
const userInfo = /\/\/[^/?#@\s]*@/g;

function stripRun(text: string): string {
  const end = text.search(/[?#]/);
  const isAddress = end >= 0 && text.lastIndexOf('/', end) >= 0;
  return (isAddress ? text.slice(0, end) : text).replaceAll(userInfo, '//');
}

/** Removes query, fragment, user name and password from every address in a text. */
export const stripQueries = (text: string): string => text.replaceAll(run, stripRun);

/** Does the same for every text in a JSON tree, including member names. */
export function stripQueriesIn(value: unknown): unknown {
  if (typeof value === 'string') return stripQueries(value);
  if (Array.isArray(value)) return value.map(stripQueriesIn);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    stripQueries(name),
    stripQueriesIn(member),
  ]);
  return Object.fromEntries(entries);
}
