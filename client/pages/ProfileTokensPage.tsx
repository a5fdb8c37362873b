/** The reader's tokens and feeds at /profile/tokens. */
import { useTranslation } from 'react-i18next';
import { paths } from '../app/paths.ts';
import { ButtonLink } from '../design/Button.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Feeds } from '../features/feeds/Feeds.tsx';
import { OwnTokens } from '../features/tokens/Tokens.tsx';

export function ProfileTokensPage() {
  const { t } = useTranslation(['common', 'dashboard']);
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.tokens')}</VisuallyHidden>
      <OwnTokens />
      <Feeds />
      <p>
        <ButtonLink to={paths.check}>{t('dashboard:feeds.check')}</ButtonLink>
      </p>
    </>
  );
}
