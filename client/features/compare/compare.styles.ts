/** Styles of the comparison; its parts are named by `data-part` and by their roles. */
import { styled } from 'styled-components';
import { color, from, radius, size, space, type, zIndex } from '../../design/theme.ts';

export const CompareTable = styled.div`
  --about: 0px;
  --column: 148px;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  /* The names stick below the header of the page. */
  [data-part='names'] {
    position: sticky;
    top: ${size.header};
    z-index: ${zIndex.sticky};
    overflow: hidden;
    border-bottom: 1px solid ${color.border};
    border-radius: ${radius.md} ${radius.md} 0 0;
    background: ${color.surface};
  }
  [data-part='lines'] {
    overflow-x: auto;
    scroll-snap-type: x proximity;
    scroll-padding-left: var(--about);
    border-radius: 0 0 ${radius.md} ${radius.md};
  }
  [data-part='lines']:focus-visible {
    outline-offset: -2px;
  }
  [role='row'] {
    display: grid;
    grid-template-columns: repeat(var(--services), minmax(var(--column), 1fr));
    width: max(100%, calc(var(--about) + var(--services) * var(--column)));
  }
  [data-part='lines'] [role='row'] + [role='row'] {
    border-top: 1px solid ${color.border};
  }
  /* On a phone it is above the row, so that two services stand side by side. */
  [role='rowheader'] {
    position: sticky;
    left: 0;
    grid-column: 1 / -1;
    justify-self: start;
    min-width: 0;
    padding: ${space[2]} ${space[3]} 0;
    color: ${color.textMuted};
    overflow-wrap: break-word;
    hyphens: auto;
    ${type.xs}
  }
  [data-part='corner'] {
    display: none;
  }
  [role='rowheader']::first-letter {
    text-transform: uppercase;
  }
  [data-part='mark'] {
    background: ${color.noneSoft};
  }
  [data-part='mark'] [role='rowheader'] {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    padding-block: ${space[2]};
    color: ${color.text};
    ${type.sm}
    font-weight: 600;
  }
  [role='cell'],
  [role='columnheader'] {
    min-width: 0;
    padding: ${space[2]} ${space[3]};
    overflow-wrap: break-word;
    hyphens: auto;
    scroll-snap-align: start;
    ${type.sm}
  }
  [data-part='names'] [role='row'] {
    align-items: center;
  }
  [role='cell']:has(> [data-verdict]) {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: 6px;
    align-items: start;
  }
  [role='cell'] > span:not([data-verdict], [data-status]) {
    display: block;
  }
  [role='cell'] > [data-status] {
    max-width: 100%;
    height: auto;
    min-height: 24px;
    white-space: normal;
  }
  [role='cell'] > span:last-child::first-letter {
    text-transform: uppercase;
  }
  [role='columnheader']:not([data-part]) {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[1]};
    padding-block: 0;
    font-weight: 600;
  }
  [role='columnheader'] a {
    min-width: 0;
    padding-block: ${space[2]};
  }
  [data-different] [role='rowheader'] {
    border-inline-start: 3px solid ${color.accent};
    padding-inline-start: 9px;
  }
  ${from.md} {
    --about: 200px;
    --column: 200px;

    [role='row'] {
      grid-template-columns: var(--about) repeat(var(--services), minmax(var(--column), 1fr));
    }
    [role='rowheader']:not([data-part='mark'] *) {
      z-index: 1;
      grid-column: auto;
      justify-self: stretch;
      padding-block: ${space[2]};
      background: ${color.surface};
    }
    [data-part='corner'] {
      display: block;
      padding: ${space[2]} ${space[3]};
      color: ${color.textMuted};
      ${type.xs}
    }
  }
  @media print {
    [data-part='names'],
    [data-part='lines'] {
      position: static;
      overflow: visible;
    }
  }
`;
