/** List of records: head with a state, text, and a line of times. */
import { styled } from 'styled-components';
import { color, radius, size, space, type } from './theme.ts';

/** Rows are `<li>` with `data-part` head (name and state) and text, and a `<small>` line. */
export const RecordList = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};

  & > li {
    display: flex;
    flex-direction: column;
    gap: ${space[1]};
    min-width: 0;
    padding: ${space[3]} ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
    ${type.sm}
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
  summary {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    min-height: ${size.control};
    cursor: pointer;
  }
  summary::before {
    content: '▸' / '';
  }
  [open] > summary::before {
    content: '▾' / '';
  }
  small {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[3]};
    color: ${color.textMuted};
    ${type.xs}
  }
`;
