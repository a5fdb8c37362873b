/** Services at /admin/services: problems of services, new ones, duplicates. */
import { useApolloClient } from '@apollo/client/react';
import { Sections } from '../design/Sections.ts';
import { AddService } from '../features/curation/AddService.tsx';
import { Duplicates } from '../features/curation/Duplicates.tsx';
import { ItemProblems } from '../features/curation/ItemProblems.tsx';

export function AdminServicesPage() {
  const client = useApolloClient();
  return (
    <Sections>
      <ItemProblems>
        <AddService
          onAdded={() => void client.refetchQueries({ include: ['Duplicates', 'ItemProblems'] })}
        />
      </ItemProblems>
      <Duplicates />
    </Sections>
  );
}
