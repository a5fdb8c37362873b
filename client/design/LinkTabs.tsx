/** Tabs that are addresses: links in a navigation, the current one marked. */
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { color, size, space, transition, type } from './theme.ts';

const Root = styled.nav`
  position: relative;
  border-bottom: 1px solid ${color.border};
  overflow-x: auto;
  scrollbar-width: none;

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

export interface LinkTab {
  to: string;
  label: ReactNode;
  /** A count or another mark after the label. */
  mark?: ReactNode;
}

/** On a narrow screen the row scrolls: the current tab is brought into sight, again when marks that came later moved it. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
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
  return (
    <Root ref={row} aria-label={label}>
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
    </Root>
  );
}
