/** Access requests at /admin/access, and at /profile/approvals for approvers who are no admins. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSingleKeys } from '../app/singleKeys.ts';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { PilotsToDecide } from '../features/stages/PilotsToDecide.tsx';
import { AccessToRevoke } from '../features/subscriptions/AccessToRevoke.tsx';
import { AccessRequests } from '../features/access/AccessRequests.tsx';

export function ApprovalsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const showAll = () => {
    const next = new URLSearchParams(params);
    next.delete('request');
    setParams(next);
  };
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.approvals')}</VisuallyHidden>
      <Sections>
        <PilotsToDecide />
        <AccessToRevoke />
        <AccessRequests
          singleKeys={useSingleKeys()}
          requestId={params.get('request')}
          onShowAll={showAll}
        />
      </Sections>
    </>
  );
}
