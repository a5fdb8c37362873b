/** Styles of the data rules. */
import { styled } from 'styled-components';
import { buttonStyles } from '../../design/button.styles.ts';
import { color, from, radius, size, space, type } from '../../design/theme.ts';

export const Matrix = styled.div`
  overflow-x: auto;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  &[aria-busy='true'] {
    opacity: 0.6;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    ${type.sm}
  }
  /* Fixed height, so that a new condition moves nothing. */
  th,
  td {
    height: 52px;
    padding: ${space[1]} ${space[2]};
    border: 1px solid ${color.border};
    text-align: start;
    overflow-wrap: anywhere;
  }
  thead th {
    background: ${color.surfaceSunken};
    ${type.xs}
    font-weight: 600;
    hyphens: auto;
    overflow-wrap: break-word;
  }
  thead th:first-child {
    width: 22%;
  }
  tbody th {
    padding: 0;
    font-weight: 600;
  }
  tbody th button {
    display: block;
    width: 100%;
    min-height: ${size.control};
    padding: ${space[1]} ${space[2]};
    border: 0;
    background: none;
    color: ${color.link};
    font: inherit;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.18em;
    overflow-wrap: anywhere;
  }
  td[data-verdict='undecided'] {
    color: ${color.textMuted};
  }
  td[data-verdict^='yes'] {
    color: ${color.verified};
    font-weight: 600;
  }
  td[data-verdict='no'] {
    color: ${color.danger};
    font-weight: 600;
  }
  td[aria-selected='true'] {
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  td[data-pending] {
    font-style: italic;
  }
  td small {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
    color: inherit;
    ${type.xs}
    font-weight: 400;
  }
  td:focus-visible,
  th button:focus-visible {
    outline: 2px solid ${color.focusRing};
    outline-offset: -2px;
  }
`;

export const GridTable = styled.table``;
export const GridCell = styled.td``;

export const KeysHint = styled.p`
  color: ${color.textMuted};
  ${type.xs}
`;

export const MatrixToolbar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${space[3]};
`;

export const DownloadLink = styled.a`
  ${buttonStyles}
`;

export const CellList = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 0;
  margin-top: ${space[2]};

  ${from.md} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: ${space[6]};
  }

  button {
    display: flex;
    justify-content: space-between;
    gap: ${space[3]};
    width: 100%;
    min-height: ${size.control};
    padding: ${space[1]} 0;
    border: 0;
    border-top: 1px solid ${color.border};
    background: none;
    color: ${color.text};
    ${type.sm}
    text-align: start;
  }
  button span:last-child {
    flex: none;
    max-width: 55%;
    font-weight: 600;
    text-align: end;
    overflow-wrap: anywhere;
  }
`;

export const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  align-items: start;

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-width: 0;

  h3 {
    ${type.base}
    font-weight: 600;
  }
  summary {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    min-height: ${size.control};
    font-weight: 600;
    cursor: pointer;
  }
  summary::before {
    content: '▸' / '';
  }
  [open] > summary::before {
    content: '▾' / '';
  }
  details > div {
    display: flex;
    flex-direction: column;
    gap: ${space[4]};
    padding-block: ${space[2]};
  }
  [data-part='quiet'] {
    color: ${color.textMuted};
    ${type.sm}
  }
`;
