/** Header of the screens that need no sign-in: wordmark, language, colour mode. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HeaderBar, SkipLink } from '../design/HeaderBar.tsx';
import { Wordmark } from '../design/Wordmark.tsx';
import { ColourModeButton, LanguageSwitch } from './HeaderControls.tsx';
import { paths } from './paths.ts';

export function GuestHeader() {
  const { t } = useTranslation();
  return (
    <>
      <SkipLink target="main">{t('skipToContent')}</SkipLink>
      <HeaderBar
        start={
          <Link to={paths.home} aria-label={t('homeLink')}>
            <Wordmark />
          </Link>
        }
      >
        <LanguageSwitch />
        <ColourModeButton />
      </HeaderBar>
    </>
  );
}
