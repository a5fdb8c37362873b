/** Tags and their names at /admin/tags. */
import { useApolloClient } from '@apollo/client/react';
import { Sections } from '../design/Sections.ts';
import { TagDuplicates } from '../features/curation/TagDuplicates.tsx';
import { TagNames } from '../features/curation/TagNames.tsx';
import { Tags } from '../features/curation/Tags.tsx';

export function AdminTagsPage() {
  const client = useApolloClient();
  return (
    <>
      <Sections>
        <TagNames onNamed={() => void client.refetchQueries({ include: ['EditableTags'] })} />
        <TagDuplicates />
        <Tags />
      </Sections>
    </>
  );
}
