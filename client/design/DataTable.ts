/** Styles of tables in the admin panel: a head of 32 px, rows of 44 px, actions at the end. */
import { css, styled } from 'styled-components';
import { color, layout, radius, space, type } from './theme.ts';

export const tableStyles = css`
  width: 100%;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  border-collapse: separate;
  border-spacing: 0;
  background: ${color.surface};
  ${type.sm}

  th {
    height: 32px;
    padding: 0 10px;
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 600;
    text-align: start;
    white-space: nowrap;
  }
  td {
    height: 44px;
    padding: 5px 10px;
    border-top: 1px solid ${color.border};
    white-space: nowrap;
  }
  tbody tr:hover {
    background: ${color.surfaceHover};
  }
  td[data-cut] {
    width: 25%;
    max-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  td[data-part='tools'] {
    text-align: end;
    white-space: nowrap;
  }
  td button {
    min-height: 32px;
    padding-block: 3px;
  }
  /* The inset of a list of records. */
  @media (min-width: ${layout.breakpoints.md}) {
    th:first-child,
    td:first-child {
      padding-inline-start: 14px;
    }
  }
`;

/** Below 768 px its rows are cards. */
export const DataTable = styled.table`
  ${tableStyles}

  td[data-part='tools'] {
    white-space: normal;
  }
  tbody th {
    color: inherit;
    ${type.sm}
    white-space: normal;
    border-top: 1px solid ${color.border};
  }
  td p {
    white-space: normal;
    color: ${color.textMuted};
    ${type.xs}
  }
  td[data-part='tools'] > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${space[1]} ${space[2]};
  }
  tbody th small {
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 400;
  }
  @media (min-width: ${layout.breakpoints.md}) {
    th[data-line],
    td[data-line] {
      white-space: nowrap;
    }
    td[data-line] > div {
      flex-wrap: nowrap;
    }
    @media (max-width: calc(${layout.breakpoints.lg} - 1px)) {
      th + th,
      th + td,
      td + td {
        padding-inline: 7px;
      }
    }
    button[data-icon-only] {
      padding-inline: 7px;
    }
    button[data-icon-only] > span {
      display: none;
    }
  }
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    &,
    tbody,
    tr,
    tbody th,
    td {
      display: block;
    }
    thead {
      display: none;
    }
    /* The name and the actions, then the other cells as one flowing text. */
    tr {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 ${space[3]};
      padding: 10px 14px;
    }
    tr::after {
      content: '';
      order: 1;
      flex: 1 0 100%;
    }
    tr + tr {
      border-top: 1px solid ${color.border};
    }
    tbody th,
    td {
      flex: none;
      max-width: 100%;
      height: auto;
      padding: 0;
      border: 0;
      white-space: normal;
    }
    tbody th {
      flex: 1 1 0;
      min-width: 0;
      overflow-wrap: break-word;
    }
    td {
      order: 2;
      color: ${color.textMuted};
      ${type.xs}
    }
    td[data-cut] {
      flex: 0 1 auto;
      width: auto;
      min-width: 0;
      max-width: 100%;
    }
    td:empty {
      display: none;
    }
    td[data-label]::before {
      content: attr(data-label) ': ';
    }
    td[data-part='tools'] {
      order: 0;
    }
    td button {
      min-height: 44px;
    }
  }
`;
