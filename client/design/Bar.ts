/** Fields and buttons in a row, which wraps. */
import { styled } from 'styled-components';
import { space } from './theme.ts';

export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space[2]} ${space[3]};

  /* In line with the fields, which keep room for a counter. */
  & > button[type='submit'] {
    margin-bottom: ${space[1]};
  }
`;
