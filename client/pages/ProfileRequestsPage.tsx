/** The reader's access requests, complaints, proposals and search alerts at /profile/requests. */
import { useApolloClient } from '@apollo/client/react';
import { styled } from 'styled-components';
import { color, from, space, type } from '../design/theme.ts';
import { MyAccessRequests } from '../features/access/MyAccessRequests.tsx';
import { MyAccessReviews } from '../features/notifications/MyAccessReviews.tsx';
import { MyComplaints } from '../features/complaints/MyComplaints.tsx';
import { MyProposals } from '../features/proposals/MyProposals.tsx';
import { MySearchAlerts } from '../features/catalogueGaps/MySearchAlerts.tsx';
import { MyAccessRequestsDocument } from '../features/access/generated.ts';
import { MyAccessReviewsDocument } from '../features/notifications/generated.ts';
import { MyComplaintsDocument } from '../features/complaints/generated.ts';
import { MyProposalsDocument } from '../features/proposals/generated.ts';
import { MySearchAlertsDocument } from '../items/generated.ts';
import { useOnNotification } from '../items/useOnNotification.ts';

const ownLists = [
  MyAccessReviewsDocument,
  MyAccessRequestsDocument,
  MyComplaintsDocument,
  MyProposalsDocument,
  MySearchAlertsDocument,
];

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[6]};
  align-items: start;

  ${from.lg} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  h3 {
    ${type.lg}
    margin-bottom: ${space[3]};
  }
  section > ul + div {
    margin-top: ${space[3]};
  }
  /* The state directly after the name. */
  [data-part='head'] {
    justify-content: flex-start;
  }
  && [data-part='head'] > :first-child {
    margin-inline-end: 0;
  }
  [data-part='question'] {
    margin-block: ${space[2]};
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  section > p {
    color: ${color.textMuted};
  }
`;

export function ProfileRequestsPage() {
  const client = useApolloClient();
  // Each list shows its own failure.
  useOnNotification(() => void client.refetchQueries({ include: ownLists }).catch(() => null));
  return (
    <>
      <Columns>
        <MyAccessReviews />
        <MyAccessRequests />
        <MyComplaints />
        <MyProposals />
        <MySearchAlerts />
      </Columns>
    </>
  );
}
