/** Card during a sign-in: a note after 4 seconds, a retry link after 15. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ButtonLink } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { Wordmark } from '../../design/Wordmark.tsx';
import { color, space } from '../../design/theme.ts';

const slowAfterMs = 4000;
const againAfterMs = 15_000;

export const CenteredScreen = styled.main`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: ${space[6]} var(--gutter);
`;

export const SignInPanel = styled(Panel)`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${space[4]};
  width: min(100%, 420px);
  padding: ${space[8]};

  p {
    color: ${color.textMuted};
  }
`;

/** `loginPath` is the target of “try again”. */
export function SigningIn({ loginPath }: { loginPath: string }) {
  const { t } = useTranslation('guest');
  const [waited, setWaited] = useState<'short' | 'slow' | 'long'>('short');
  useEffect(() => {
    const slow = setTimeout(() => setWaited('slow'), slowAfterMs);
    const long = setTimeout(() => setWaited('long'), againAfterMs);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
    };
  }, []);
  return (
    <CenteredScreen id="main">
      <SignInPanel>
        <Wordmark />
        <h1>{t('callback.heading')}</h1>
        <p role="status">{waited === 'short' ? '' : t('callback.slow')}</p>
        {waited === 'long' ? <ButtonLink to={loginPath}>{t('callback.again')}</ButtonLink> : null}
      </SignInPanel>
    </CenteredScreen>
  );
}
