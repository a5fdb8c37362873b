/** Numbered pagination with real addresses, after the GOV.UK pattern. */
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { color, radius, size, space, transition, type } from './theme.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Root = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[1]};

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]};
  }
  a,
  [data-gap] {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: ${space[2]};
    min-width: ${size.control};
    min-height: ${size.control};
    padding: 0 ${space[3]};
    border: 1px solid transparent;
    border-radius: ${radius.sm};
    color: ${color.text};
    ${type.sm}
    font-weight: 600;
    text-decoration: none;
    ${transition('background-color')}
  }
  li a,
  [data-gap] {
    padding: 0 ${space[2]};
  }
  a:hover {
    background: ${color.surfaceHover};
  }
  a[aria-current='page'] {
    border-color: ${color.fill};
    background: ${color.fill};
    color: ${color.onFill};
  }
  @media (forced-colors: active) {
    a[aria-current='page'] {
      border-color: Highlight;
    }
  }
`;

type PageEntry = number | 'gap';

/**
 * The first and the last page, two pages around the current one, and gaps between
 * (specification, section 2). A gap never stands for a single page: that page is shown instead.
 * Pages are counted from 1.
 */
function pageWindow(current: number, pages: number): PageEntry[] {
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

interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  /** The address of a page. */
  hrefOf: (page: number) => string;
  /** Called after a press on a page, before the address changes; for focus and scrolling. */
  onNavigate?: (page: number) => void;
  /** Default “Catalogue pages”. */
  label?: string;
}

export function Pagination({ page, pages, hrefOf, onNavigate, label }: PaginationProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  const link = (target: number) => ({
    to: hrefOf(target),
    onClick: () => onNavigate?.(target),
  });
  const entries = pageWindow(page, pages);
  return (
    <Root aria-label={label ?? t('pagination.label')}>
      {page > 1 ? (
        <Link {...link(page - 1)} rel="prev">
          <ArrowLeft size={16} aria-hidden="true" />
          <span>
            {t('pagination.previous')}
            <VisuallyHidden> {t('pagination.pageHidden')}</VisuallyHidden>
          </span>
        </Link>
      ) : null}
      <ul>
        {entries.map((entry, index) => (
          <li key={entry === 'gap' ? `gap after ${entries[index - 1]}` : entry}>
            {entry === 'gap' ? (
              <span data-gap="">…</span>
            ) : (
              <Link
                {...link(entry)}
                aria-label={t('pagination.page', { page: entry })}
                aria-current={entry === page ? 'page' : undefined}
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {page < pages ? (
        <Link {...link(page + 1)} rel="next">
          <span>
            {t('pagination.next')}
            <VisuallyHidden> {t('pagination.pageHidden')}</VisuallyHidden>
          </span>
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      ) : null}
    </Root>
  );
}
