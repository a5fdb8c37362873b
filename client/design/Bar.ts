/** Wrapping row of fields and buttons. */
import { styled } from 'styled-components';
import { size, space } from './theme.ts';

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
`;
