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
    tr {
      padding: ${space[2]} 0;
    }
    tr + tr {
      border-top: 1px solid ${color.border};
    }
    tbody th,
    td {
      height: auto;
      white-space: normal;
      padding: 2px ${space[4]};
      border: 0;
    }
    td[data-cut] {
      width: auto;
      max-width: none;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    td:empty {
      display: none;
    }
    td[data-label]::before {
      content: attr(data-label) ': ';
      color: ${color.textMuted};
    }
    td[data-part='tools'] > div {
      justify-content: flex-start;
      padding-block: ${space[2]};
    }
    td button {
      min-height: 44px;
    }
  }
`;
