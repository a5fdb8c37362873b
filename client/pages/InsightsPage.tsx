/** Insights at /admin/insights, and at /insights for approvers. */
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { space } from '../design/theme.ts';
import { Insights } from '../features/insights/Insights.tsx';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

export const AdminInsightsPage = () => <Insights withAll />;

/** Admins have theirs in the admin panel, with all companies. */
export function InsightsPage() {
  const { t } = useTranslation();
  const { isAdmin } = useSignedInUser();
  const { search } = useLocation();
  if (isAdmin) return <Navigate to={paths.adminInsights + search} replace />;
  return (
    <Page>
      <h1>{t('screens.insights')}</h1>
      <Insights withAll={false} />
    </Page>
  );
}
