/** The first moment, before a screen and its words have arrived: the place of the header, nothing else. */
import { styled } from 'styled-components';
import { GlobalStyle } from '../design/GlobalStyle.tsx';
import { color, size } from '../design/theme.ts';

const Header = styled.div`
  height: ${size.header};
  border-bottom: 1px solid ${color.border};
`;

export function Starting() {
  return (
    <>
      <GlobalStyle />
      <Header />
    </>
  );
}
