/** Hint about keyboard shortcuts, hidden on touch screens. */
import { styled } from 'styled-components';
import { color, type } from './theme.ts';

export const KeysHint = styled.p`
  color: ${color.textMuted};
  ${type.xs}
  @media (hover: none) {
    display: none;
  }
`;
