/** Styles of the catalogue gaps page. */
import { styled } from 'styled-components';
import { color, from, space, type } from '../../design/theme.ts';

export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[6]};
  align-items: start;

  ${from.lg} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  section > p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;
