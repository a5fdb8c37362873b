/** Layout of the admin panel: rail and screen. */
import { styled } from 'styled-components';
import { CountBadge } from '../design/Badge.tsx';
import { color, from, layout, size, space, type } from '../design/theme.ts';

export const Layout = styled.div`
  ${from.xl} {
    display: grid;
    grid-template-columns: 224px minmax(0, 1fr);
    min-height: calc(100dvh - ${size.header});
  }
`;

export const Screen = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  min-width: 0;
  padding: 0 var(--gutter) ${space[16]};

  > nav {
    margin-inline: calc(-1 * var(--gutter));
    padding-inline: calc(var(--gutter) - ${space[3]});
  }
  /* The select above names the same screens. */
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    > nav {
      display: none;
    }
  }
`;

/** Number of what waits on a screen. */
export const Count = styled(CountBadge)`
  margin-inline-start: auto;
`;

export const Rail = styled.div`
  display: flex;
  flex-direction: column;
  padding: ${space[2]} var(--gutter);

  @media print {
    display: none;
  }
  h1 {
    ${type.base}
    font-weight: 700;
    white-space: nowrap;
  }
  /* The name of the screen; the selects below it are filters. */
  select {
    padding-inline-start: 0;
    border-color: transparent;
    background: none;
    ${type.lg}
    font-weight: 700;
  }
  nav {
    display: none;
  }
  > a {
    display: none;
  }
  @media (max-width: calc(${layout.breakpoints.xl} - 1px)) {
    flex-direction: row;
    align-items: center;
    gap: ${space[3]};
    > [data-wide] {
      flex: 1;
    }
  }
  /* The select alone: it has the whole width, and its name says the same. */
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    h1 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  ${from.xl} {
    position: sticky;
    top: ${size.header};
    align-self: start;
    height: calc(100dvh - ${size.header});
    padding: 0 ${space[3]} ${space[3]};
    overflow-y: auto;
    border-right: 1px solid ${color.border};
    background: ${color.surfaceSunken};

    h1 {
      padding-inline-start: 10px;
      font-size: 15px;
      line-height: 44px;
    }
    > [data-wide] {
      display: none;
    }
    nav {
      display: block;
      flex: 1;
    }
    > a {
      display: flex;
      margin-top: ${space[3]};
    }
    p {
      padding: 10px 10px 3px;
      color: ${color.textSubtle};
      ${type.xs}
      line-height: 16px;
    }
    li a {
      position: relative;
      display: flex;
      align-items: center;
      gap: 9px;
      min-height: 29px;
      padding: 0 10px;
      border-radius: 7px;
      color: ${color.text};
      ${type.sm}
      text-decoration: none;
    }
    li a > span:first-of-type {
      min-width: 0;
      line-height: 18px;
    }
    li svg {
      flex: none;
      color: ${color.textSubtle};
    }
    li a:hover {
      background: ${color.surfaceHover};
    }
    li a[aria-current='page'] {
      background: ${color.surface};
      box-shadow: 0 0 0 1px ${color.border};
      font-weight: 600;
    }
    li a[aria-current='page']::before {
      content: '';
      position: absolute;
      inset: 5px auto 5px -12px;
      width: 3px;
      border-radius: 0 2px 2px 0;
      background: ${color.ember};
    }
  }
`;
