/** Line below a sign-in button that says why it is disabled. */
import { styled } from 'styled-components';
import { color, space, type } from '../../design/theme.ts';

export const SignInHint = styled.p`
  padding-top: ${space[1]};
  color: ${color.textMuted};
  ${type.sm}
`;
