/** Catalogue gaps at /admin/catalogue-gaps. */
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../app/singleKeys.ts';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { CatalogueGaps } from '../features/catalogueGaps/CatalogueGaps.tsx';

export function AdminCatalogueGapsPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.catalogueGaps')}</VisuallyHidden>
      <Sections>
        <CatalogueGaps singleKeys={useSingleKeys()} />
      </Sections>
    </>
  );
}
