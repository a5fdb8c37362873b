/** The looks of the admin's quieter lists. */
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

/** What was, and what became of it. */
export const Change = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} ${space[2]};
  ${type.sm}
  overflow-wrap: anywhere;
  white-space: pre-line;

  del {
    color: ${color.textMuted};
  }
  ins {
    text-decoration: none;
  }
`;
