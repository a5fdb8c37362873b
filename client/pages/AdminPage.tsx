/** /admin: the frame around the desks of the admins. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { readAgain } from '../app/refetchActive.ts';
import { useNewReports } from '../app/useNewReports.ts';
import { useOpenProposals } from '../app/useOpenProposals.ts';
import { CountBadge } from '../design/Badge.tsx';
import { LinkTabs } from '../design/LinkTabs.tsx';
import { space } from '../design/theme.ts';
import { useIsInTime } from '../design/useTimeout.ts';
import { useDemoQuestion } from '../features/demo/useDemoQuestion.tsx';
import { useSyncRunStatusQuery } from '../features/sync/generated.ts';
import { SyncWidget } from '../features/sync/SyncWidget.tsx';
import { useAccessRequestsToDecideCountQuery } from '../features/access/generated.ts';
import { useDifferenceCountsQuery } from '../generated.ts';

// Of the same file, so that the first screen of a visitor need not know what it stands on.
export { AdminImportPage } from './AdminImportPage.tsx';
export { AdminSetupPage } from './AdminSetupPage.tsx';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-width: 0;
`;

/** Seen and reached together with what stands above it, or after a second without it. */
const Below = styled(Page)`
  &[data-early] {
    visibility: hidden;
  }
`;

const mark = (count: number) => (count > 0 ? <CountBadge>{count}</CountBadge> : null);

export function AdminPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const reports = useNewReports();
  const proposals = useOpenProposals();
  const access = useAccessRequestsToDecideCountQuery({ fetchPolicy: 'cache-and-network' });
  const { data, loading } = useDifferenceCountsQuery({ fetchPolicy: 'cache-and-network' });
  const status = useSyncRunStatusQuery();
  // The state of the synchronisation is as high as what it says: late, it stands below the desks and pushes nothing from under the
  // pointer.
  const isComing = (loading && !data) || (status.loading && !status.data);
  const isInTime = useIsInTime(isComing);
  const differences = (data?.inconsistencyCounts ?? []).reduce((sum, { count }) => sum + count, 0);
  const onFinished = useCallback(() => void readAgain(client), [client]);
  const demo = useDemoQuestion();
  // With keys: what somebody has opened or is asked there stays so where the parts change places.
  const parts = [
    <SyncWidget key="sync" onFinished={onFinished} confirmStart={demo.ask} />,
    <Below key="desks" data-early={isInTime === null || undefined}>
      <LinkTabs
        label={t('screens.admin')}
        tabs={[
          { to: paths.adminComplaints, label: t('screens.complaints'), mark: mark(reports) },
          {
            to: paths.adminInconsistencies,
            label: t('screens.inconsistencies'),
            mark: mark(differences),
          },
          {
            to: paths.adminAccess,
            label: t('screens.approvals'),
            mark: mark(access.data?.accessRequestsToDecideCount ?? 0),
          },
          { to: paths.adminImport, label: t('screens.import') },
          { to: paths.adminServices, label: t('screens.services') },
          { to: paths.adminRules, label: t('screens.rules') },
          { to: paths.adminActivity, label: t('screens.activity') },
          { to: paths.adminWishes, label: t('screens.wishes'), mark: mark(proposals) },
          { to: paths.adminTokens, label: t('screens.tokens') },
          { to: paths.adminPeople, label: t('screens.people') },
          { to: paths.adminSetup, label: t('screens.setup') },
        ]}
      />
      <Outlet />
    </Below>,
  ];
  return (
    <Page>
      <h1>{t('screens.admin')}</h1>
      {isInTime === false ? parts.toReversed() : parts}
      {demo.dialog}
    </Page>
  );
}
