/** /admin/wishes: what people wish for, and what the search was taught. */
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../app/singleKeys.ts';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Lessons } from '../features/catalogueGaps/CustomVocabulary.tsx';
import { WishDesk } from '../features/catalogueGaps/CatalogueGaps.tsx';

export function AdminWishesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.wishes')}</VisuallyHidden>
      <Sections>
        <WishDesk singleKeys={useSingleKeys()} />
      </Sections>
      <Lessons />
    </>
  );
}
