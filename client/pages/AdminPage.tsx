/** The admin panel at /admin: sync status, tabs and the chosen screen. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { styled } from 'styled-components';
import { useNewComplaints, useOpenProposals } from '../app/pendingCounts.ts';
import { paths } from '../app/paths.ts';
import { refetchActive } from '../app/refetchActive.ts';
import { useScreenTabs } from '../app/screens.tsx';
import { CountBadge } from '../design/Badge.tsx';
import { LinkTabs } from '../design/LinkTabs.tsx';
import { space } from '../design/theme.ts';
import { useArrivalDeadline } from '../design/useArrivalDeadline.ts';
import { useDemoQuestion } from '../features/demo/useDemoQuestion.tsx';
import { useSyncRunStatusQuery } from '../features/sync/generated.ts';
import { SyncWidget } from '../features/sync/SyncWidget.tsx';
import { useAccessRequestsToDecideCountQuery } from '../features/access/generated.ts';
import { useDifferenceCountsQuery } from '../generated.ts';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-width: 0;
`;

/** The screens; they and the sync status become visible together, after a second at the latest. */
const Screens = styled(Page)`
  &[data-early] {
    visibility: hidden;
  }
`;

export function AdminPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const tabs = useScreenTabs();
  const reports = useNewComplaints();
  const proposals = useOpenProposals();
  const access = useAccessRequestsToDecideCountQuery({ fetchPolicy: 'cache-and-network' });
  const { data, loading } = useDifferenceCountsQuery({ fetchPolicy: 'cache-and-network' });
  const status = useSyncRunStatusQuery();
  // The height of the sync status depends on its data: when it is late it moves below the screens, so that nothing jumps.
  const isLoading = (loading && !data) || (status.loading && !status.data);
  const isOnTime = useArrivalDeadline(isLoading);
  const inconsistencies = (data?.inconsistencyCounts ?? []).reduce(
    (sum, { count }) => sum + count,
    0,
  );
  const counts: Record<string, number> = {
    [paths.adminComplaints]: reports,
    [paths.adminInconsistencies]: inconsistencies,
    [paths.adminAccess]: access.data?.accessRequestsToDecideCount ?? 0,
    [paths.adminCatalogueGaps]: proposals,
  };
  const onFinished = useCallback(() => void refetchActive(client), [client]);
  const demo = useDemoQuestion();
  // Keys keep the state of both parts when they change places.
  const parts = [
    <SyncWidget key="sync" onFinished={onFinished} confirmStart={demo.ask} />,
    <Screens key="screens" data-early={isOnTime === null || undefined}>
      <LinkTabs
        label={t('screens.admin')}
        tabs={tabs.map((tab) => ({
          ...tab,
          mark: counts[tab.to] ? <CountBadge>{counts[tab.to]}</CountBadge> : null,
        }))}
      />
      <Outlet />
    </Screens>,
  ];
  return (
    <Page>
      <h1>{t('screens.admin')}</h1>
      {isOnTime === false ? parts.toReversed() : parts}
      {demo.dialog}
    </Page>
  );
}
