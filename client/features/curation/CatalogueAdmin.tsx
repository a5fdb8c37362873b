/** What admins do to the catalogue as a whole: a service is added, duplicates are merged, tags are renamed. */
import { useApolloClient } from '@apollo/client/react';
import { AddService } from './AddService.tsx';
import { Sections } from '../../design/Sections.ts';
import { Duplicates } from './Duplicates.tsx';
import { TagNames } from './TagNames.tsx';
import { Tags } from './Tags.tsx';

export function CatalogueAdmin() {
  const client = useApolloClient();
  return (
    <Sections>
      <AddService onAdded={() => void client.refetchQueries({ include: ['Duplicates'] })} />
      <Duplicates />
      <TagNames onNamed={() => void client.refetchQueries({ include: ['EditableTags'] })} />
      <Tags />
    </Sections>
  );
}
