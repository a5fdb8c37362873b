/** What admins do to the catalogue as a whole: a service is added, duplicates are merged. */
import { useApolloClient } from '@apollo/client/react';
import { AddService } from './AddService.tsx';
import { Sections } from '../../design/Sections.ts';
import { Duplicates } from './Duplicates.tsx';

export function CatalogueAdmin() {
  const client = useApolloClient();
  return (
    <Sections>
      <AddService onAdded={() => void client.refetchQueries({ include: ['Duplicates'] })} />
      <Duplicates />
    </Sections>
  );
}
