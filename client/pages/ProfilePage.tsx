/** /profile: the frame around what is one's own. */
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { useDecidesRules } from '../app/useDecidesRules.ts';
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
  const decidesRules = useDecidesRules(waiting);
  const about = [user.company?.name, user.email].filter(Boolean).join(' · ');
  return (
    <Page>
      <header>
        <h1>{user.name}</h1>
        {about ? <p>{about}</p> : null}
      </header>
      <LinkTabs
        label={t('screens.profile')}
        tabs={[
          { to: paths.profileKnowledge, label: t('screens.profileKnowledge') },
          { to: paths.profileUseCases, label: t('screens.profileUseCases') },
          { to: paths.profileRequests, label: t('screens.profileRequests') },
          ...(waiting === null
            ? []
            : [
                {
                  to: paths.profileApprovals,
                  label: t('screens.approvals'),
                  mark: waiting > 0 ? <CountBadge>{waiting}</CountBadge> : null,
                },
              ]),
          ...(decidesRules ? [{ to: paths.profileRules, label: t('screens.rules') }] : []),
          { to: paths.profileNotifications, label: t('screens.profileNotifications') },
          { to: paths.profileTokens, label: t('screens.tokens') },
          { to: paths.profileSessions, label: t('screens.profileSessions') },
        ]}
      />
      <Outlet />
    </Page>
  );
}
