/** What admins do to the catalogue as a whole: a service is added, doubles are merged. */
import { useApolloClient } from '@apollo/client/react';
import { AddService } from './AddService.tsx';
import { Sections } from './curationLook.ts';
import { Doubles } from './Doubles.tsx';

export function CatalogueDesk() {
  const client = useApolloClient();
  return (
    <Sections>
      <AddService onAdded={() => void client.refetchQueries({ include: ['Doubles'] })} />
      <Doubles />
    </Sections>
  );
}
