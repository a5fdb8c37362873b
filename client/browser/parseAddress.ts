/** Parsing of parameters in the address. */

/** A text without what no text may hold: the server would refuse it. */
export const parseText = (text: string | null): string => (text ?? '').replaceAll('\0', ' ').trim();

/** The last that a list may be asked for. */
const lastPage = 10_001;

/** The page of a list, counted from 1; what is no page is the first. */
export function parsePage(text: string | null): number {
  const page = /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1;
  return page <= lastPage ? page : 1;
}
