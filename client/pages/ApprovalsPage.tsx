/** Access requests at /admin/access, and at /profile/approvals for approvers who are no admins. */
import { useSearchParams } from 'react-router-dom';
import { Sections } from '../design/Sections.ts';
import { PilotsToDecide } from '../features/stages/PilotsToDecide.tsx';
import { AccessToRevoke } from '../features/subscriptions/AccessHolders.tsx';
import { AccessRequests } from '../features/access/AccessRequests.tsx';

export function ApprovalsPage() {
  const [params, setParams] = useSearchParams();
  const showAll = () => {
    const next = new URLSearchParams(params);
    next.delete('request');
    setParams(next);
  };
  return (
    <>
      <Sections>
        <PilotsToDecide />
        <AccessToRevoke />
        <AccessRequests requestId={params.get('request')} onShowAll={showAll} />
      </Sections>
    </>
  );
}
