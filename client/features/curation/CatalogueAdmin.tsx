/** Catalogue maintenance for admins: new services, problems of services, duplicates. */
import { useApolloClient } from '@apollo/client/react';
import { AddService } from './AddService.tsx';
import { Sections } from '../../design/Sections.ts';
import { Duplicates } from './Duplicates.tsx';
import { ItemProblems } from './ItemProblems.tsx';

export function CatalogueAdmin() {
  const client = useApolloClient();
  return (
    <Sections>
      <AddService
        onAdded={() => void client.refetchQueries({ include: ['Duplicates', 'ItemProblems'] })}
      />
      <ItemProblems />
      <Duplicates />
    </Sections>
  );
}
