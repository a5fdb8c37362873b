/** Styles of the admin's list of complaints: a table from 768 px on, cards below. */
import { styled } from 'styled-components';
import { tableStyles } from '../../design/DataTable.ts';
import { color, layout, radius, size, space, type } from '../../design/theme.ts';

export const Rows = styled.div`
  ${type.sm}

  table {
    ${tableStyles}
    table-layout: fixed;
  }
  th[data-part='item'] {
    width: 18%;
  }
  th[data-part='author'] {
    width: 14%;
  }
  th[data-part='created'],
  th[data-part='resolved'] {
    width: 136px;
  }
  th[data-part='status'] {
    width: 148px;
  }
  th:last-child {
    width: 88px;
  }
  @media (max-width: calc(${layout.breakpoints.lg} - 1px)) {
    th[data-part='created'],
    th[data-part='resolved'] {
      width: 112px;
    }
  }
  tr[data-part='details'] td {
    white-space: normal;
    border-top: 0;
  }
  tr[data-open],
  tr[data-part='details'] {
    background: ${color.surfaceHover};
  }
  tr[data-part='details'] td {
    padding: 0 10px ${space[3]};
  }
  td[data-part='when'],
  td[data-part='about'],
  td[data-part='author'],
  td[data-part='item'] {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  td[data-part='tools'] button {
    width: 32px;
    min-height: 32px;
    height: 32px;
  }
  td select {
    min-height: 32px;
    padding-block: 0;
  }
  [data-part='links'] {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0 ${space[4]};
  }
  ul {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
  }
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px ${space[3]};
    padding: 2px 14px 10px;
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  li > div:empty {
    display: none;
  }
  li > [data-part='item'] {
    display: flex;
    align-items: center;
    flex: 1 0 100%;
    gap: ${space[2]};
  }
  && li > [data-part='item'] > a {
    min-width: 44px;
    padding-block: 10px;
  }
  li > [data-part='item'] > [data-toggle] {
    margin: 0 -14px 0 auto;
  }
  li > [data-part='about'] {
    flex: 1 0 100%;
    min-width: 0;
  }
  li:not([data-open]) > [data-part='about'] {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  li > [data-part='author'],
  li > [data-part='when'],
  li > [data-part='resolved'] {
    ${type.xs}
  }
  /* The actions begin a line of their own. */
  li::before {
    content: '';
    order: 1;
    flex: 1 0 100%;
  }
  li > [data-part='status'],
  li > [data-part='tools'] {
    order: 1;
    flex: 1;
    margin-top: ${space[2]};
  }
  li > [data-part='status'] > span,
  li > [data-part='tools'] > button {
    width: 100%;
    padding-inline: ${space[1]};
  }
  li > [data-part='status'] > span {
    padding: 0;
  }
  li > [data-part='status'] select {
    width: 100%;
  }
  li > [data-part='status'] > small:empty {
    display: none;
  }
  [data-row] {
    scroll-margin-block: 32px 80px;
  }
  [data-row]:focus {
    outline: 2px solid ${color.focusRing};
    outline-offset: -2px;
  }
  [data-row] a,
  [data-part='links'] a {
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
  td[data-part='item'] > * + * {
    margin-left: ${space[2]};
  }
  [data-part='item'] > a {
    min-width: 0;
  }
  [data-part='about'] > strong + span {
    margin-left: ${space[2]};
    color: ${color.textMuted};
  }
  [data-part='body'] p {
    max-width: 60ch;
    color: ${color.textMuted};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  /* Plain ones look like links; those that do what is proposed keep their own look. */
  [data-part='body'] button:not([data-variant]),
  [data-part='status'] button {
    display: block;
    min-height: ${size.controlSmall};
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
