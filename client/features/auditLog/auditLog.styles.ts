/** How a change looks in the record. */
import { styled } from 'styled-components';
import { color, space, type } from '../../design/theme.ts';

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
