/** List of records: head with a state, text, and a line of times. */
import { styled } from 'styled-components';
import { summaryStyles } from './summary.styles.ts';
import { color, from, radius, space, type } from './theme.ts';

/** Rows are `<li>` with `data-part` head (name and state) and text, and a `<small>` line. */
export const RecordList = styled.ul`
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  &:empty {
    display: none;
  }
  & > li {
    min-width: 0;
    padding: 10px 14px;
  }
  & > li + li {
    border-top: 1px solid ${color.hair};
  }
  & > li > * + * {
    margin-top: ${space[1]};
  }
  small > * + :is(span, time)::before {
    content: '· ';
  }
  /* The actions stand beside the texts where there is room. */
  ${from.lg} {
    & > li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      column-gap: ${space[4]};
      align-items: start;
    }
    & > li > * {
      grid-column: 1;
    }
    & > li > [data-in-line] {
      grid-column: 2;
      grid-row: 1 / span 9;
      align-self: center;
      margin-top: 0;
    }
    & > li > [data-in-line] button,
    & > li > [data-in-line] a {
      min-height: 32px;
      padding-block: 3px;
    }
  }
  /* One line of 44 px. */
  & > li[data-compact] {
    grid-template-columns: minmax(140px, 22%) minmax(0, 1fr) auto auto;
    align-items: center;
    min-height: 44px;
    padding-block: 5px;

    > * {
      grid-column: auto;
      grid-row: 1;
      margin-top: 0;
    }
    [data-part='head'],
    small,
    > [data-in-line] {
      flex-wrap: nowrap;
    }
    > [data-in-line] {
      justify-content: flex-end;
    }
    > [data-in-line] {
      gap: ${space[1]};
    }
    strong,
    strong > a,
    [data-part='summary'] {
      display: block;
      overflow: hidden;
      ${type.sm}
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    strong {
      min-width: 0;
      font-weight: 600;
    }
    [data-part='head'] > :not(strong) {
      flex: none;
      white-space: nowrap;
    }
    [data-part='summary'],
    small {
      color: ${color.textMuted};
      white-space: nowrap;
    }
  }
  /* The same columns in all lines. */
  &[data-aligned]:has(> li[data-compact]) {
    display: grid;
    grid-template-columns: fit-content(24%) minmax(110px, 1fr) auto auto;

    > li {
      grid-column: 1 / -1;
    }
    > li[data-compact] {
      grid-template-columns: subgrid;
    }
  }
  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space[2]};
  }
  /* The name on one side, all badges together on the other. */
  [data-part='head'] > :first-child {
    margin-inline-end: auto;
  }
  [data-part='text'] {
    color: ${color.textMuted};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  strong {
    ${type.base}
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  /* A link on a line of its own is as high as a finger needs. */
  & > li > a,
  [data-part='head'] > a,
  strong > a {
    display: inline-block;
    align-self: start;
    min-height: 24px;
    line-height: 24px;
    overflow-wrap: anywhere;
  }
  ${summaryStyles}
  small {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[3]};
    color: ${color.textMuted};
    ${type.xs}
  }
`;
