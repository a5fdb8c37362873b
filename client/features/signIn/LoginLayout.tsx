/** Layout of the login screen: video and side panel. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, from, radius, space, type } from '../../design/theme.ts';

const Root = styled.main`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  ${from.lg} {
    flex-direction: row;
  }
`;

const Video = styled.div`
  flex: none;
  height: 200px;
  ${from.md} {
    height: 280px;
  }
  ${from.lg} {
    position: sticky;
    top: 0;
    flex: 0 0 58%;
    height: 100dvh;
  }
`;

const Side = styled.div`
  display: flex;
  flex: 1;
  justify-content: center;
  padding: ${space[5]} ${space[4]} ${space[8]};
  ${from.lg} {
    align-items: center;
    padding: ${space[6]} ${space[8]};
  }
`;

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  width: min(100%, 440px);

  & > p {
    color: ${color.textMuted};
  }
`;

/** Row with wordmark, language and colour mode. */
export const LoginTools = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  padding-bottom: ${space[2]};
  & > :first-child {
    flex: 1;
  }
`;

export const SignInOptions = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

/** Placeholder of the developer sign-in while it loads. */
export const DeveloperSignInSlot = styled.div`
  height: 211px;
  border: 1px dashed ${color.border};
  border-radius: ${radius.md};
`;

export const LoginLegal = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} ${space[5]};
  ${type.sm}
  a {
    display: inline-block;
    padding: ${space[1]} 0;
  }
`;

export function LoginLayout({ video, children }: { video: ReactNode; children: ReactNode }) {
  return (
    <Root id="main">
      <Video>{video}</Video>
      <Side>
        <Column>{children}</Column>
      </Side>
    </Root>
  );
}
