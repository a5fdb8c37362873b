/** Frame of every signed-in screen: skip link, banner of a new version, header, content. */
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { KeyRound, Layers, Plus } from 'lucide-react';
import { pageBuild } from '../browser/pageBuild.ts';
import { restCall } from '../browser/serverCalls.ts';
import { Button, ButtonLink } from '../design/Button.tsx';
import { HeaderBar, SkipLink } from '../design/HeaderBar.tsx';
import { Banner } from '../design/Notice.tsx';
import { layout, space, from } from '../design/theme.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { CountBadge } from '../design/Badge.tsx';
import { AccountButton } from './AccountButton.tsx';
import { Bell } from './Bell.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ColourModeButton, LanguageSwitch } from './HeaderControls.tsx';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import { paths } from './paths.ts';
import { useWaitingApprovals } from './pendingCounts.ts';

/** Link to the access requests that wait for the reader, with their number; nothing without any. */
function DecisionsLink() {
  const { t } = useTranslation();
  const { isAdmin } = useSignedInUser();
  const waiting = useWaitingApprovals();
  if (!waiting) return null;
  return (
    <ButtonLink
      to={isAdmin ? paths.adminAccess : paths.profileApprovals}
      variant="ghost"
      size="small"
      icon={<KeyRound size={16} aria-hidden="true" />}
    >
      {t('account.decisions')} <CountBadge>{waiting}</CountBadge>
    </ButtonLink>
  );
}

const Wide = styled.span`
  display: none;
  ${from.md} {
    display: contents;
  }
`;

const Narrow = styled.span`
  display: contents;
  ${from.md} {
    display: none;
  }
`;

/** Links of the header: loadouts, requests to decide for approvers, and the suggestion of a service. */
function HeaderLinks() {
  const { t } = useTranslation();
  // Other screens of a phone have the link back in its place.
  const { pathname } = useLocation();
  return (
    <>
      {pathname === paths.dashboard ? (
        <Narrow>
          <ButtonLink
            to={paths.loadouts}
            variant="ghost"
            size="small"
            aria-label={t('account.loadouts')}
            icon={<Layers size={18} aria-hidden="true" />}
          />
        </Narrow>
      ) : null}
      <Wide>
        <ButtonLink to={paths.loadouts} variant="ghost" size="small">
          {t('account.loadouts')}
        </ButtonLink>
        <DecisionsLink />
        <ButtonLink
          to={`${paths.profileRequests}?propose`}
          size="small"
          icon={<Plus size={16} aria-hidden="true" />}
        >
          {t('account.suggest')}
        </ButtonLink>
      </Wide>
    </>
  );
}

/** At most one request per interval, and only while the tab is visible. */
export const versionCheckMs = 5 * 60_000;

/** Whether the server has a newer build of the page. */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let last = Date.now();
    const ask = () => {
      if (document.hidden || Date.now() - last < versionCheckMs) return;
      last = Date.now();
      restCall('/api/v1/health', { method: 'GET' }).then(
        ({ build }) =>
          setIsNew(typeof build === 'string' && pageBuild() !== '' && build !== pageBuild()),
        (failure: unknown) => console.info('The build of the server is not known', failure),
      );
    };
    const timer = setInterval(ask, versionCheckMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return isNew;
}

const Content = styled.main`
  max-width: calc(${layout.max} + 2 * var(--gutter));
  margin: 0 auto;
  padding: ${space[6]} var(--gutter) ${space[16]};
  &:has(> [data-full-width]) {
    max-width: none;
    padding: 0;
  }
`;

export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isNew = useNewVersion();
  return (
    <>
      <SkipLink target="main">{t('skipToContent')}</SkipLink>
      {isNew ? (
        <Banner actions={<Button onClick={() => location.reload()}>{t('actions.update')}</Button>}>
          {t('state.newVersion')}
        </Banner>
      ) : null}
      <HeaderBar start={<Breadcrumbs />}>
        <HeaderLinks />
        <Bell />
        <ShortcutKeys />
        <LanguageSwitch />
        <ColourModeButton />
        <AccountButton />
      </HeaderBar>
      <Content id="main" tabIndex={-1}>
        {children}
      </Content>
    </>
  );
}
