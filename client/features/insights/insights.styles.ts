/** Styles of the insights: panels, plots, lists with bars, tables, and their print. */
import { styled } from 'styled-components';
import { buttonStyles } from '../../design/Button.tsx';
import { color, from, layout, radius, space, transition, type } from '../../design/theme.ts';

export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};

  > small {
    margin-inline-start: auto;
    color: ${color.textMuted};
    ${type.xs}
  }
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    > span {
      flex: 1 1 40%;
    }
    > small {
      margin-inline-start: 0;
      flex: 1 1 auto;
    }
  }
`;

export const Panels = styled.div`
  display: grid;
  gap: 14px;
  ${from.lg} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    /* The last one is short, and its neighbour the longest. */
    > :last-child {
      align-self: start;
    }
  }
  ${transition('opacity')}

  &[data-stale] {
    opacity: 0.6;
  }
  @media print {
    display: block;
  }
`;

export const DownloadLink = styled.a`
  ${buttonStyles}
`;

export const Note = styled.p`
  color: ${color.textMuted};
  ${type.xs}
`;

export const Panel = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  min-width: 0;
  padding: 14px ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  > [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 6px;
  }
  > [data-part='head'] > div {
    flex: 1 1 220px;
    min-width: 0;
  }
  h2 {
    ${type.md}
    font-weight: 650;
  }
  h3 {
    margin-bottom: ${space[1]};
    ${type.xs}
    font-weight: 600;
  }
  > [data-part='head'] p,
  > [data-part='empty'] {
    color: ${color.textMuted};
    ${type.sm}
  }
  svg text {
    fill: ${color.textSubtle};
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  svg text[data-strong] {
    fill: ${color.text};
  }
  [data-part='drawing'] {
    min-width: 0;
  }
  [data-part='drawing'] > svg {
    width: 100%;
    height: auto;
    overflow: visible;
  }
  li a,
  li span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  /* A link on a line of its own is as high as a finger needs. */
  li a {
    display: inline-block;
    min-height: 24px;
    line-height: 24px;
  }
  @media print {
    margin-bottom: ${space[4]};
    border: 0;
    [data-part='drawing'],
    li {
      break-inside: avoid;
    }
  }
`;

/** Small plots side by side, each under its name. */
export const Multiples = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(112px, 1fr));
  gap: ${space[2]} ${space[4]};
  ${type.xs}

  li > div:first-child {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: ${space[2]};
    align-items: center;
  }
  b {
    font-weight: 650;
  }
  [data-sign='added'] {
    color: ${color.accent};
  }
  [data-sign='removed'] {
    color: ${color.ember};
  }
`;

/** Rows of a name and a number. */
export const Rows = styled.ul`
  ${type.xs}

  li {
    display: flex;
    justify-content: space-between;
    gap: ${space[2]};
    min-height: 28px;
    align-items: center;
  }
  li span {
    flex: none;
    color: ${color.textMuted};
  }
`;

/** Two parts side by side where there is room. */
export const Halves = styled.div`
  display: grid;
  gap: ${space[5]};
  @container (min-width: 420px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
export const Contained = styled.div`
  container-type: inline-size;
`;

/** Marks and words of the series. */
export const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 14px;
  color: ${color.textMuted};
  ${type.xs}

  li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  li svg {
    flex: none;
  }
`;

/** Rows of a name, a bar and a number. */
export const Bars = styled.ul`
  ${type.xs}

  li {
    display: grid;
    grid-template-columns: minmax(0, 132px) minmax(24px, 1fr) auto;
    align-items: center;
    gap: ${space[2]};
    min-height: 28px;
  }
  b {
    min-width: 2ch;
    font-weight: 650;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  svg {
    width: 100%;
  }
`;

/** Tables of a plot: closed until its button opens them, always printed. */
export const Tables = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  ${type.xs}

  &[data-closed] {
    display: none;
  }
  > div {
    max-height: 320px;
    overflow: auto;
    border: 1px solid ${color.border};
    border-radius: ${radius.sm};
  }
  table {
    width: 100%;
  }
  caption {
    padding: ${space[2]} 10px;
    font-weight: 600;
    text-align: start;
  }
  th,
  td {
    padding: 5px 10px;
    border-top: 1px solid ${color.hair};
    text-align: start;
    white-space: nowrap;
  }
  th[scope='row'] {
    font-weight: 450;
    white-space: normal;
  }
  thead th {
    position: sticky;
    top: 0;
    background: ${color.surface};
    color: ${color.textMuted};
    font-weight: 600;
  }
  td,
  th + th {
    text-align: end;
  }
  @media print {
    &[data-closed] {
      display: flex;
    }
    > div {
      max-height: none;
      overflow: visible;
    }
    thead th {
      position: static;
    }
    table {
      width: 100%;
      table-layout: fixed;
    }
    && :is(th, td) {
      padding: 2px;
      font-size: 10px;
      line-height: 1.3;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    tr {
      break-inside: avoid;
    }
  }
`;
