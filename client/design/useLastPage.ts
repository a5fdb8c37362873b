/** Redirect from a page beyond the end of a list to its last page. */
import { useEffect } from 'react';

/**
 * A page beyond the end leads to the last one, in place of the address that named it. Answers whether it is beyond the end.
 * @param pages how many there are; null until that is known
 */
export function useLastPage(
  page: number,
  pages: number | null,
  replace: (page: number) => void,
): boolean {
  const last = pages === null ? page : Math.max(1, pages);
  const isBeyond = page > last;
  useEffect(() => {
    if (isBeyond) replace(last);
  }, [isBeyond, last, replace]);
  return isBeyond;
}
