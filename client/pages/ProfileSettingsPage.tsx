/** The reader's settings at /profile/settings: discipline, notifications, Telegram, devices, tokens and feeds. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths, settingsSections } from '../app/paths.ts';
import { RecentMessages } from '../app/RecentMessages.tsx';
import { ButtonLink } from '../design/Button.tsx';
import { Sections } from '../design/Sections.ts';
import { color, from, size, space, type } from '../design/theme.ts';
import { Feeds } from '../features/feeds/Feeds.tsx';
import { DisciplineSetting } from '../features/loadouts/DisciplineSetting.tsx';
import { NotificationDelivery } from '../features/notifications/NotificationDelivery.tsx';
import { NotificationSettings } from '../features/notifications/NotificationSettings.tsx';
import { Sessions } from '../features/people/Sessions.tsx';
import { ConnectTelegram, TelegramSetting } from '../features/telegram/TelegramSetting.tsx';
import { OwnTokens } from '../features/tokens/Tokens.tsx';

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[6]};

  nav ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[4]};
    ${type.sm}
  }
  nav a {
    display: inline-flex;
    align-items: center;
    min-height: ${size.controlSmall};
  }
  & > div > div {
    display: flex;
    flex-direction: column;
    gap: ${space[6]};
    max-width: 760px;
    scroll-margin-top: ${space[4]};
  }
  & > div > div + div {
    padding-top: ${space[6]};
    border-top: 1px solid ${color.border};
  }
  & > div > div:focus {
    outline: none;
  }
  h3 {
    ${type.lg}
  }
  p {
    color: ${color.textMuted};
    ${type.sm}
  }
  ${from.lg} {
    grid-template-columns: 180px minmax(0, 1fr);

    nav {
      position: sticky;
      top: calc(${size.header} + ${space[4]});
      align-self: start;
    }
    nav ul {
      flex-direction: column;
    }
  }
`;

export function ProfileSettingsPage() {
  const { t } = useTranslation(['common', 'dashboard']);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
  return (
    <Root>
      <nav aria-label={t('screens.profileSettings')}>
        <ul>
          {settingsSections.map((section) => (
            <li key={section}>
              <Link to={`#${section}`}>{t(`settings.${section}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <Sections>
        <div id="discipline" tabIndex={-1}>
          <DisciplineSetting listPath={paths.loadouts} />
        </div>
        <div id="notifications" tabIndex={-1}>
          <NotificationSettings />
          <NotificationDelivery connect={<ConnectTelegram />} />
          <RecentMessages />
        </div>
        <div id="telegram" tabIndex={-1}>
          <TelegramSetting />
        </div>
        <div id="devices" tabIndex={-1}>
          <h3>{t('settings.devices')}</h3>
          <Sessions />
        </div>
        <div id="tokens" tabIndex={-1}>
          <OwnTokens />
        </div>
        <div id="feeds" tabIndex={-1}>
          <Feeds />
          <p>
            <ButtonLink to={paths.check}>{t('dashboard:feeds.check')}</ButtonLink>
          </p>
        </div>
      </Sections>
    </Root>
  );
}
