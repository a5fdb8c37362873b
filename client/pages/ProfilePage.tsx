/** The profile at /profile, and the screens of approvers below it: tabs and the chosen screen. */
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { useCanDecideRules, useOpenQuestions } from '../app/pendingCounts.ts';
import { paths } from '../app/paths.ts';
import { useScreenTabs } from '../app/screens.tsx';
import { useSignedInUser } from '../browser/currentUser.ts';
import { CountBadge } from '../design/Badge.tsx';
import { LinkTabs } from '../design/LinkTabs.tsx';
import { color, space, type } from '../design/theme.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { useRulesProgress } from '../features/dataRules/RulesProgress.tsx';
import { useAccessRequestsToDecideCountQuery } from '../generated.ts';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};

  header p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

/** Work of approvers, which is no part of their profile. */
const decisionPaths: readonly string[] = [
  paths.profileApprovals,
  paths.profileRules,
  paths.profileRulesReview,
  paths.profileRulesSources,
  paths.profileSubscriptions,
];

/** The chosen screen below its name. */
function Tab() {
  const { pathname } = useLocation();
  const tab = useScreenTabs().find(({ to }) => to === pathname);
  return (
    <>
      <VisuallyHidden as="h2">{tab?.label}</VisuallyHidden>
      <Outlet />
    </>
  );
}

export function ProfilePage() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const { pathname } = useLocation();
  const tabs = useScreenTabs();
  const questions = useOpenQuestions();
  if (decisionPaths.includes(pathname)) return <Decisions />;
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
          .filter(({ to }) => !decisionPaths.includes(to))
          .map((tab) => ({
            ...tab,
            mark:
              tab.to === paths.profileRequests && questions.length > 0 ? (
                <CountBadge>{questions.length}</CountBadge>
              ) : null,
          }))}
      />
      <Tab />
    </Page>
  );
}

function Decisions() {
  const { t } = useTranslation();
  const { isAdmin } = useSignedInUser();
  const { data } = useAccessRequestsToDecideCountQuery({
    skip: isAdmin,
    fetchPolicy: 'cache-and-network',
  });
  const waiting = isAdmin ? null : (data?.accessRequestsToDecideCount ?? null);
  const canDecideRules = useCanDecideRules(waiting);
  const rules = useRulesProgress(canDecideRules);
  const counts: Record<string, number | null | undefined> = {
    [paths.profileApprovals]: waiting,
    [paths.profileRulesReview]: rules?.toReview,
  };
  const tabs = useScreenTabs()
    .filter(({ to }) => decisionPaths.includes(to))
    .filter(({ to }) => !to.startsWith(paths.profileRules) || canDecideRules);
  return (
    <Page>
      <h1>{t('screens.decisions')}</h1>
      <LinkTabs
        label={t('screens.decisions')}
        tabs={tabs.map((tab) => ({
          ...tab,
          mark: counts[tab.to] ? <CountBadge>{counts[tab.to]}</CountBadge> : null,
        }))}
      />
      <Tab />
    </Page>
  );
}
