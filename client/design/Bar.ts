/** Fields and buttons in a row, which wraps. */
import { styled } from 'styled-components';
import { space } from './theme.ts';

/** As a form it says that it is a row: other forms in a section are columns (Sections.ts). */
export const Bar = styled.div.attrs<{ 'data-in-line'?: string }>({ 'data-in-line': '' })`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[2]} ${space[3]};
`;
