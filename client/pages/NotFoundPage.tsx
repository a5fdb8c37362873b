/** Screen for unknown addresses; a signed-in reader keeps the header. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { GuestHeader } from '../app/GuestHeader.tsx';
import { paths } from '../app/paths.ts';
import { useCurrentUser } from '../browser/currentUser.ts';
import { ButtonLink } from '../design/Button.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { color, space } from '../design/theme.ts';
import { loadTexts } from '../i18n/loadTexts.ts';

const SignedIn = lazyComponent(() =>
  Promise.all([import('../app/SignedIn.tsx'), loadTexts('dashboard')]).then(
    ([part]) => part.SignedIn,
  ),
);

const Place = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${space[4]};
  max-width: 640px;
  margin: 0 auto;
  padding: ${space[16]} var(--gutter);
  p {
    color: ${color.textMuted};
  }
`;

export function NotFoundPage() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const text = (
    <>
      <h1>{t('error.notFound')}</h1>
      <p>{t('error.notFoundHint')}</p>
      <ButtonLink to={user ? paths.dashboard : paths.login} variant="primary">
        {t(user ? 'error.toCatalogue' : 'error.toSignIn')}
      </ButtonLink>
    </>
  );
  if (user)
    return (
      <SignedIn>
        <Place>{text}</Place>
      </SignedIn>
    );
  return (
    <>
      <GuestHeader />
      <Place as="main" id="main" tabIndex={-1}>
        {text}
      </Place>
    </>
  );
}
