/** Services at /admin/services: new ones, problems of services, duplicates. */
import { useApolloClient } from '@apollo/client/react';
import { styled } from 'styled-components';
import { Sections } from '../design/Sections.ts';
import { space } from '../design/theme.ts';
import { AddService } from '../features/curation/AddService.tsx';
import { Duplicates } from '../features/curation/Duplicates.tsx';
import { ItemProblems } from '../features/curation/ItemProblems.tsx';

/** The two forms at the top belong together. */
const Parts = styled(Sections)`
  > :nth-child(2) {
    margin-top: -${space[4]};
  }
`;

export function AdminServicesPage() {
  const client = useApolloClient();
  return (
    <Parts>
      <AddService
        onAdded={() => void client.refetchQueries({ include: ['Duplicates', 'ItemProblems'] })}
      />
      <ItemProblems />
      <Duplicates />
    </Parts>
  );
}
