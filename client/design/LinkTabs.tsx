/** Tabs as a navigation of links. */
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { color, from, size, space, transition, type } from './theme.ts';

const Root = styled.nav`
  position: relative;
  border-bottom: 1px solid ${color.border};
  overflow-x: auto;
  scrollbar-width: none;
  /* Content beyond an edge fades out: the row would look complete otherwise. */
  --before: 0px;
  --after: 0px;
  mask-image: linear-gradient(
    to right,
    transparent,
    #000 var(--before),
    #000 calc(100% - var(--after)),
    transparent
  );
  &[data-before] {
    --before: ${space[10]};
  }
  &[data-after] {
    --after: ${space[10]};
  }

  ul {
    display: flex;
    gap: ${space[1]};
  }
  a {
    display: inline-flex;
    align-items: center;
    gap: ${space[2]};
    min-height: ${size.control};
    padding: ${space[2]} ${space[3]};
    border-bottom: 3px solid transparent;
    color: ${color.textMuted};
    ${type.sm}
    font-weight: 600;
    text-decoration: none;
    white-space: nowrap;
    ${transition('color', 'border-color')}
  }
  a:hover {
    color: ${color.text};
  }
  a[aria-current='page'] {
    border-bottom-color: ${color.ember};
    color: ${color.text};
  }
  a:focus-visible {
    outline-offset: -2px;
  }
`;

const End = styled.div`
  display: none;
  ${from.lg} {
    display: flex;
    position: absolute;
    inset-block: 0;
    right: var(--gutter);
  }
`;

/** Marks the edges beyond which the row continues. */
const markEdges = (row: HTMLElement): void => {
  const left = row.scrollWidth - row.clientWidth - row.scrollLeft;
  row.toggleAttribute('data-before', row.scrollLeft > 1);
  row.toggleAttribute('data-after', left > 1);
};

export interface LinkTab {
  to: string;
  label: ReactNode;
  /** A count or another mark after the label. */
  mark?: ReactNode;
}

export interface LinkTabsProps {
  label: string;
  tabs: readonly LinkTab[];
  /** Stands at the end of the row, where there is room. */
  end?: ReactNode;
}

/** On a narrow screen the row scrolls to the current tab, also when late marks have moved it. */
export function LinkTabs({ label, tabs, end }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<{ tab: HTMLElement; rowWidth: number } | null>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!row.current || !current) return;
    const { clientWidth, scrollWidth } = row.current;
    if (shown.current?.tab === current && shown.current.rowWidth === scrollWidth) return;
    shown.current = { tab: current, rowWidth: scrollWidth };
    row.current.scrollLeft = current.offsetLeft - (clientWidth - current.offsetWidth) / 2;
  });
  useEffect(() => {
    const mark = () => row.current && markEdges(row.current);
    mark();
    addEventListener('resize', mark);
    return () => removeEventListener('resize', mark);
  });
  return (
    <Root ref={row} aria-label={label} onScroll={(event) => markEdges(event.currentTarget)}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink to={tab.to} end>
              {tab.label}
              {tab.mark}
            </NavLink>
          </li>
        ))}
      </ul>
      {end ? <End>{end}</End> : null}
    </Root>
  );
}
