// Removal of credentials, query and fragment from addresses.

/** A run of characters that may be an address; each run is matched once, so the work grows with the length alone. */
const run = /[^\s"<>]+/g;
const userInfo = /\/\/[^/?#@\s]*@/g;

function stripRun(text: string): string {
  const end = text.search(/[?#]/);
  const isAddress = end >= 0 && text.lastIndexOf('/', end) >= 0;
  return (isAddress ? text.slice(0, end) : text).replaceAll(userInfo, '//');
}

/** The text with every address in it cut before its query and fragment, and without user name and password. */
export const stripQueries = (text: string): string => text.replaceAll(run, stripRun);

/** The same for every text in a tree of JSON, names of members included. */
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
