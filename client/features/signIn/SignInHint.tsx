/** A quiet line under a way to sign in: why it cannot be used here. */
import { styled } from 'styled-components';
import { color, space, type } from '../../design/theme.ts';

export const SignInHint = styled.p`
  padding-top: ${space[1]};
  color: ${color.textMuted};
  ${type.sm}
`;
