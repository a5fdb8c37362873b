/** Tags and their names at /admin/tags. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { TagDuplicates } from '../features/curation/TagDuplicates.tsx';
import { TagNames } from '../features/curation/TagNames.tsx';
import { Tags } from '../features/curation/Tags.tsx';

export function AdminTagsPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.tags')}</VisuallyHidden>
      <Sections>
        <TagNames onNamed={() => void client.refetchQueries({ include: ['EditableTags'] })} />
        <TagDuplicates />
        <Tags />
      </Sections>
    </>
  );
}
