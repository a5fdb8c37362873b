/** Styles of a change in the audit log. */
import { styled } from 'styled-components';
import { color, space, type } from '../../design/theme.ts';

/** Old and new value. */
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
