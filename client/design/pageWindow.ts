/** Which page numbers a pagination shows. */

export type PageEntry = number | 'gap';

/**
 * The first and the last page, two pages around the current one, and gaps between
 * (specification, section 2). A gap never stands for a single page: that page is shown instead.
 * Pages are counted from 1.
 */
export function pageWindow(current: number, pages: number): PageEntry[] {
  const entries: PageEntry[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const atEdge = page === 1 || page === pages;
    if (atEdge || Math.abs(page - current) <= 2 || stands(page, current, pages)) entries.push(page);
    else if (entries.at(-1) !== 'gap') entries.push('gap');
  }
  return entries;
}

/** The second (or last but one) page, when it alone would be left out. */
const stands = (page: number, current: number, pages: number): boolean =>
  (page === 2 && current === 5) || (page === pages - 1 && current === pages - 4);
