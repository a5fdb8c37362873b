/** Catalogue maintenance for admins: new services, problems of services, duplicates. */
import { useApolloClient } from '@apollo/client/react';
import { styled } from 'styled-components';
import { AddService } from './AddService.tsx';
import { Sections } from '../../design/Sections.ts';
import { space } from '../../design/theme.ts';
import { Duplicates } from './Duplicates.tsx';
import { ItemProblems } from './ItemProblems.tsx';

/** The two forms at the top belong together. */
const Parts = styled(Sections)`
  > :nth-child(2) {
    margin-top: -${space[4]};
  }
`;

export function CatalogueAdmin() {
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
