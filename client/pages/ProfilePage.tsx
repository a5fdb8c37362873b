/** The profile at /profile: tabs and the chosen screen. */
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { styled } from 'styled-components';
import { useCanDecideRules } from '../app/pendingCounts.ts';
import { paths } from '../app/paths.ts';
import { useScreenTabs } from '../app/screens.tsx';
import { useSignedInUser } from '../browser/currentUser.ts';
import { CountBadge } from '../design/Badge.tsx';
import { LinkTabs } from '../design/LinkTabs.tsx';
import { color, space, type } from '../design/theme.ts';
import { useAccessRequestsToDecideCountQuery } from '../features/access/generated.ts';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};

  header p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export function ProfilePage() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const { data } = useAccessRequestsToDecideCountQuery({
    skip: user.isAdmin,
    fetchPolicy: 'cache-and-network',
  });
  const waiting = user.isAdmin ? null : (data?.accessRequestsToDecideCount ?? null);
  const canDecideRules = useCanDecideRules(waiting);
  const tabs = useScreenTabs();
  const about = [user.company?.name, user.email].filter(Boolean).join(' · ');
  return (
    <Page>
      <header>
        <h1>{user.name}</h1>
        {about ? <p>{about}</p> : null}
      </header>
      <LinkTabs
        label={t('screens.profile')}
        tabs={tabs
          .filter(({ to }) => to !== paths.profileApprovals || waiting !== null)
          .filter(({ to }) => to !== paths.profileRules || canDecideRules)
          .map((tab) => ({
            ...tab,
            mark:
              tab.to === paths.profileApprovals && waiting ? (
                <CountBadge>{waiting}</CountBadge>
              ) : null,
          }))}
      />
      <Outlet />
    </Page>
  );
}
