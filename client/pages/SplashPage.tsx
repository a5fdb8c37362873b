/** Splash screen: the video (specification, section 2). */
import { styled } from 'styled-components';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { SplashVideo } from '../features/splash/SplashVideo.tsx';

const Root = styled.main`
  height: 100dvh;
`;

export function SplashPage() {
  return (
    <Root>
      <VisuallyHidden as="h1">Loadout</VisuallyHidden>
      <SplashVideo />
    </Root>
  );
}
