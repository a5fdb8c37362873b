/** Screen for unknown addresses. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { GuestHeader } from '../app/GuestHeader.tsx';
import { paths } from '../app/paths.ts';
import { useCurrentUser } from '../browser/currentUser.ts';
import { ButtonLink } from '../design/Button.tsx';
import { color, space } from '../design/theme.ts';

const Place = styled.main`
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
  return (
    <>
      <GuestHeader />
      <Place id="main" tabIndex={-1}>
        <h1>{t('error.notFound')}</h1>
        <p>{t('error.notFoundHint')}</p>
        <ButtonLink to={user ? paths.dashboard : paths.login} variant="primary">
          {t(user ? 'error.toCatalogue' : 'error.toSignIn')}
        </ButtonLink>
      </Place>
    </>
  );
}
