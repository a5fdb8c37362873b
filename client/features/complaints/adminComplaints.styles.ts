/** Styles of the admin's list of complaints: a table from 768 px on, cards below. */
import { styled } from 'styled-components';
import { color, radius, size, space, type } from '../../design/theme.ts';

export const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};

  small {
    font-variant-numeric: tabular-nums;
  }
`;

export const Rows = styled.div`
  ${type.sm}

  table {
    width: 100%;
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    border-collapse: separate;
    border-spacing: 0;
    background: ${color.surface};
    overflow: hidden;
  }
  th {
    padding: ${space[2]} ${space[3]};
    background: ${color.surfaceSunken};
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 600;
    text-align: left;
  }
  td {
    padding: ${space[3]};
    border-top: 1px solid ${color.border};
    vertical-align: top;
  }
  td[data-part='item'] {
    width: 20%;
  }
  td[data-part='status'] {
    min-width: 150px;
    padding-block: 8px;
  }
  ul {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  li {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
    padding: ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  li > div:empty {
    display: none;
  }
  [data-row] {
    scroll-margin-block: 80px;
  }
  [data-row]:focus {
    outline: 2px solid ${color.focusRing};
    outline-offset: -2px;
  }
  [data-row] a {
    padding-block: 3px;
  }
  [data-leaving] {
    background: ${color.surfaceSunken};
  }
  [data-leaving] a,
  [data-leaving] strong {
    color: ${color.textMuted};
  }
  [data-leaving] [data-part='item'],
  [data-leaving] [data-part='about'] {
    text-decoration: line-through;
  }
  [data-part='item'] {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  [data-part='item'] > span {
    margin-left: ${space[2]};
  }
  [data-part='about'] p {
    max-width: 60ch;
    color: ${color.textMuted};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  /* Plain ones look like links; those that do what is proposed keep their own look. */
  [data-part='item'] button,
  [data-part='about'] button:not([data-variant]),
  [data-part='status'] button {
    display: block;
    min-height: ${size.control};
    padding: 4px 0;
    font-weight: 400;
    border: 0;
    background: none;
    color: ${color.link};
    text-align: left;
    text-decoration: underline;
  }
  [data-part='author'],
  [data-part='when'],
  [data-part='resolved'] {
    color: ${color.textMuted};
  }
  [data-part='fix'] {
    margin-top: ${space[2]};
  }
  [data-part='fix'] button {
    white-space: nowrap;
  }
  td[data-part='when'],
  td[data-part='resolved'] {
    white-space: nowrap;
  }
  small {
    display: block;
    ${type.xs}
    white-space: normal;
  }
`;

export const KeysHint = styled.p`
  color: ${color.textMuted};
  ${type.xs}
  @media (hover: none) {
    display: none;
  }
`;
