/** Wrapping row of fields and buttons. */
import { styled } from 'styled-components';
import { layout, size, space } from './theme.ts';

/** The attribute marks a form as a row: other forms in a section are columns (Sections.ts). */
export const Bar = styled.div.attrs<{ 'data-in-line'?: string }>({ 'data-in-line': '' })`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[2]} ${space[3]};

  input[type='search'] {
    min-height: ${size.controlSmall};
    padding-block: ${space[1]};
  }
  select {
    min-height: ${size.controlSmall};
    padding-block: ${space[1]};
  }
  /* The fields of a form stand under each other where two do not fit. */
  @media (max-width: calc(${layout.breakpoints.sm} - 1px)) {
    form&:not([role='search']) > div {
      flex: 1 1 100%;
    }
    form&:not([role='search']) > div :is(input, select, span:has(> select)) {
      width: 100%;
    }
  }
`;

/** Filters of a list; on a phone two of them share a line. */
export const FilterBar = styled(Bar)`
  align-items: center;

  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    gap: ${space[2]};

    > span:has(> select),
    > div:has(> input[type='search']) {
      flex: 1 1 40%;
      min-width: 0;
    }
    > span > select,
    > div > input {
      width: 100%;
    }
    > button[type='submit'] {
      display: none;
    }
  }
`;
